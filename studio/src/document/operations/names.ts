/** Every place of the document that names a body, a joint, a frame or a link: one walk serves renaming and removing. */
import { isMap, type Json, type JsonMap, mapAt, partOf, pathOf } from "../data";
import { LINKS } from "./graph";

export type Named = "bodies" | "joints" | "frames" | "close" | "gears" | "couplings" | "tendons";
/** The new name of a part; null: it is gone. */
export type NewName = (section: Named, name: string) => string | null;

/** The document with all names replaced; entries that cannot be without a name that is gone go, too. */
export function renamed(data: JsonMap, to: NewName): JsonMap {
  const made = sections(data, to);
  if (!isMap(made.studio)) return made;
  const studio = { ...made.studio };
  if (isMap(studio.loose)) studio.loose = sections(studio.loose, to);
  return { ...made, studio: inStudio(studio, to) };
}

function sections(data: JsonMap, to: NewName): JsonMap {
  const made: JsonMap = { ...data };
  const change = (key: string, make: (value: Json) => Json | undefined) => {
    if (made[key] === undefined || made[key] === null) return;
    const value = make(made[key]);
    if (value === undefined) delete made[key];
    else made[key] = value;
  };
  const body = (x: Json) => name(to, "bodies", x);
  change("joints", (m) => entries(m, (k) => to("joints", k), (e) => joint(e, to)));
  change("bodies", (m) => entries(m, (k) => to("bodies", k)));
  change("frames", (m) => entries(m, (k) => to("frames", k), (e) => (isMap(e) && e.body !== undefined ? within(e, "body", body(e.body)) : e)));
  change("close", (m) => filled(entries(m, (k) => to("close", k), (e) => closure(e, to))));
  change("gears", (m) => filled(entries(m, (k) => to("gears", k), (e) => gear(e, to))));
  change("couplings", (m) => filled(entries(m, (k) => to("joints", k), (e) => coupling(e, to))));
  change("tendons", (m) => filled(entries(m, (k) => to("tendons", k), (e) => tendon(e, to))));
  change("wrenches", (x) => filledList(names(x, (n) => place(n, to))));
  change("actuated", (x) => (Array.isArray(x) ? names(x, (n) => to("joints", n)) : x));
  change("start", (m) => filled(entries(m, (k) => coordinate(k, to))));
  change("alike", (x) => (Array.isArray(x) ? filledList(x.map((g) => names(g, (n) => to("bodies", n))).filter((g) => !Array.isArray(g) || g.length > 1)) : x));
  change("root", (x) => body(x));
  change("platform", (x) => (typeof x === "string" ? body(x) : x));
  return made;
}

function inStudio(studio: JsonMap, to: NewName): JsonMap {
  const made: JsonMap = { ...studio };
  const map = (key: string, f: (k: string) => string | null) => {
    if (isMap(made[key])) made[key] = entries(made[key], f);
  };
  map("positions", (k) => part(k, to));
  map("shapes", (k) => to("bodies", k));
  map("mass_from", (k) => to("bodies", k));
  if (isMap(made.groups)) made.groups = entries(made.groups, (k) => k, (g) => (isMap(g) ? { ...g, members: names(g.members ?? [], (m) => part(m, to)) } : g));
  if (Array.isArray(made.probes)) made.probes = made.probes.flatMap((p) => (isMap(p) ? probe(p, to) : [p]));
  if (isMap(made.start)) made.start = entries(made.start, (k) => k, (m) => entries(m, (k) => coordinate(k, to)));
  if (isMap(made.run) && isMap(made.run.inputs)) made.run = { ...made.run, inputs: entries(made.run.inputs, (k) => coordinate(k, to)) };
  if (isMap(made.camera) && typeof made.camera.follow === "string") {
    const { follow, ...rest } = made.camera;
    const now = place(follow, to);
    made.camera = now === null ? rest : { ...rest, follow: now };
  }
  return made;
}

function probe(p: JsonMap, to: NewName): Json[] {
  const of = typeof p.of === "string" ? part(p.of, to) : p.of;
  return of === null || of === undefined ? [] : [{ ...p, of }];
}

/** "joints/elbow", "studio/loose/bodies/b1": the name in it replaced. */
export function part(text: string, to: NewName): string | null {
  const path = pathOf(text);
  const [section, old] = path.slice(-2);
  if (path.length < 2 || section === undefined || old === undefined) return text;
  const now = to((section === "couplings" ? "joints" : section) as Named, old);
  return now === null ? null : partOf([...path.slice(0, -1), now]);
}

/** Names that stand for a frame or, where there is none of that name, for a body or a joint. */
function place(old: string, to: NewName): string | null {
  for (const section of ["frames", "bodies", "joints"] as const) {
    const now = to(section, old);
    if (now !== old) return now;
  }
  return old;
}

/** "ball.x" is a coordinate of the joint ball. */
function coordinate(key: string, to: NewName): string | null {
  const whole = to("joints", key);
  if (whole !== key) return whole;
  const dot = key.lastIndexOf(".");
  if (dot < 0) return key;
  const now = to("joints", key.slice(0, dot));
  return now === null ? null : now + key.slice(dot);
}

function joint(entry: Json, to: NewName): Json | undefined {
  if (!isMap(entry)) return entry;
  const made: JsonMap = { ...entry };
  for (const key of ["parent", "child"] as const) {
    if (made[key] === undefined) continue;
    const now = name(to, "bodies", made[key]);
    if (now === undefined) delete made[key];
    else made[key] = now;
  }
  for (const key of ["mimic", "transmission"]) {
    const value = made[key];
    const old = isMap(value) ? value.joint : value;
    if (typeof old !== "string") continue;
    const now = to("joints", old);
    if (now === null) delete made[key];
    else made[key] = isMap(value) ? { ...value, joint: now } : now;
  }
  return made;
}

function closure(entry: Json, to: NewName): Json | undefined {
  if (!isMap(entry)) return entry;
  const made: JsonMap = { ...entry };
  for (const key of ["first", "second"]) {
    const end = made[key];
    if (end === undefined) continue;
    const now = isMap(end) ? (typeof end.body === "string" ? place(end.body, to) : "") : place(String(end), to);
    if (now === null) return undefined;
    made[key] = isMap(end) ? (typeof end.body === "string" ? { ...end, body: now } : end) : now;
  }
  return made;
}

function gear(entry: Json, to: NewName): Json | undefined {
  if (!isMap(entry) || !Array.isArray(entry.joints)) return entry;
  const joints = names(entry.joints, (n) => to("joints", n));
  return Array.isArray(joints) && joints.length === entry.joints.length ? { ...entry, joints } : undefined;
}

function tendon(entry: Json, to: NewName): Json | undefined {
  if (!isMap(entry) || !isMap(entry.joints)) return entry;
  const joints = entries(entry.joints, (k) => to("joints", k));
  return Object.keys(joints).length > 0 ? { ...entry, joints } : undefined;
}

function coupling(entry: Json, to: NewName): Json | undefined {
  if (isMap(entry)) {
    if (Array.isArray(entry.joints)) return waiting(entry, to);
    const old = mapAt(entry, ["joints"]);
    const joints = Object.fromEntries(Object.entries(old).flatMap(([k, v]) => (to("joints", String(v)) === null ? [] : [[k, to("joints", String(v))!]])));
    return Object.keys(joints).length === Object.keys(old).length ? { ...entry, joints } : undefined;
  }
  return typeof entry === "string" ? formula(entry, to) : entry;
}

/** A coupling that is not connected: its joints, and the law that it had. */
function waiting(entry: JsonMap, to: NewName): Json | undefined {
  const made = gear(entry, to);
  if (!isMap(made) || made.law === undefined || made.law === null) return made;
  const law = coupling(made.law, to);
  return law === undefined ? undefined : { ...made, law };
}

/** A formula with the names of joints in it replaced; undefined where one is gone. */
function formula(text: string, to: NewName): string | undefined {
  let gone = false;
  const made = text.replace(/[A-Za-z_]\w*/g, (word) => {
    const now = to("joints", word);
    gone ||= now === null;
    return now ?? word;
  });
  return gone ? undefined : made;
}

function name(to: NewName, section: Named, old: Json): Json | undefined {
  return typeof old === "string" ? (to(section, old) ?? undefined) : old;
}

function names(list: Json, to: (old: string) => string | null): Json {
  if (!Array.isArray(list)) return list;
  return list.map((x) => (typeof x === "string" ? to(x) : x)).filter((x) => x !== null);
}

function within(map: JsonMap, key: string, value: Json | undefined): JsonMap | undefined {
  return value === undefined ? undefined : { ...map, [key]: value };
}

function entries(map: Json, key: (k: string) => string | null, make: (entry: Json) => Json | undefined = (e) => e): JsonMap {
  if (!isMap(map)) return map as never;
  return Object.fromEntries(
    Object.entries(map).flatMap(([k, v]) => {
      const now = key(k);
      const entry = now === null ? undefined : make(v);
      return now === null || entry === undefined ? [] : [[now, entry]];
    }),
  );
}

const filled = (m: JsonMap): JsonMap | undefined => (!isMap(m) || Object.keys(m).length > 0 ? m : undefined);
const filledList = (x: Json): Json | undefined => (Array.isArray(x) && x.length === 0 ? undefined : x);

/** The section of a part that can be renamed, or null. */
export function sectionOf(text: string): Named | null {
  const section = pathOf(text).at(-2);
  return (["bodies", "joints", "frames", ...LINKS] as string[]).includes(section ?? "") ? (section as Named) : null;
}
