/** Parts as a text that can be pasted here or into another document: names are made fresh, parameters come along. */
import { isMap, type Json, type JsonMap, mapAt } from "../data";
import { withAt } from "./at";
import { below, carrier, freshName, graphOf, kindOf, nodeOf } from "./graph";
import { settled } from "./loose";
import { renamed, type Named } from "./names";
import { type Outcome, step } from "./outcome";

const MARK = "linkwright-parts";
const LARGEST = 2_000_000;
const SECTIONS: Named[] = ["bodies", "joints", "frames", "close", "gears", "couplings", "tendons"];

/** The bodies of a selection with all below them (and their joints, frames, links, shapes, probes), as a text for the clipboard. */
export function copied(data: JsonMap, parts: readonly string[], subtree = true): { text: string; count: number } | null {
  const graph = graphOf(data);
  const chosen = parts.flatMap((p) => {
    const kind = kindOf(graph, p);
    const node = nodeOf(graph, p);
    if (kind === "body" && node) return subtree ? below(graph, node.name) : [node.name];
    return kind === "joint" && node && "child" in node && node.child ? (subtree ? below(graph, node.child) : [node.child]) : [];
  });
  const bodies = new Set(chosen);
  const joints = new Set(graph.joints.filter((j) => parts.includes(j.part) || (j.child !== null && bodies.has(j.child))).map((j) => j.name));
  const frames = new Set(graph.frames.filter((f) => parts.includes(f.part) || (f.body !== null && bodies.has(f.body))).map((f) => f.name));
  if (bodies.size + joints.size + frames.size === 0) return null;
  const own = (section: Named, name: string) => ({ bodies, joints, frames })[section as "bodies"]?.has(name) ?? true;
  const robot = flattened(renamed(data, (section, name) => (own(section, name) ? name : section === "bodies" ? `@${name}` : null)));
  const kept: JsonMap = {};
  for (const section of SECTIONS) {
    const map = mapAt(robot, [section]);
    const entries = Object.entries(map).filter(([name, e]) => !name.startsWith("@") && inside(section, e, name, bodies, joints));
    if (entries.length > 0) kept[section] = Object.fromEntries(entries);
  }
  const shapes = Object.entries(mapAt(data, ["studio", "shapes"])).filter(([b]) => bodies.has(b));
  if (shapes.length > 0) kept.shapes = Object.fromEntries(shapes);
  const used = parametersIn(kept, mapAt(data, ["parameters"]));
  return { text: JSON.stringify({ [MARK]: 1, parameters: used, ...kept }, null, 1), count: bodies.size + joints.size };
}

/** The robot with what is beside it, as one. */
function flattened(data: JsonMap): JsonMap {
  const made: JsonMap = { ...data };
  for (const [section, map] of Object.entries(mapAt(data, ["studio", "loose"]))) made[section] = { ...mapAt(made, [section]), ...(isMap(map) ? map : {}) };
  return made;
}

function inside(section: Named, entry: Json, name: string, bodies: Set<string>, joints: Set<string>): boolean {
  if (section === "joints") return joints.has(name);
  if (section === "bodies") return bodies.has(name);
  if (section === "frames") return isMap(entry) && !String(entry.body).startsWith("@");
  if (section === "close") return isMap(entry) && [entry.first, entry.second].every((e) => bodies.has(String(isMap(e) ? e.body : e)) || mentions(e, bodies));
  return true;
}

const mentions = (end: Json | undefined, bodies: Set<string>): boolean => typeof end === "string" && !end.startsWith("@") && !bodies.has(end);

/** The parameters that formulas of some entries use, with those that these use in turn. */
function parametersIn(entries: Json, all: JsonMap): JsonMap {
  const used = new Set<string>();
  const look = (value: Json): void => {
    if (typeof value === "string") {
      for (const word of value.match(/[A-Za-z_]\w*/g) ?? []) {
        if (!Object.hasOwn(all, word) || used.has(word)) continue;
        used.add(word);
        look(all[word]!);
      }
    } else if (Array.isArray(value)) value.forEach(look);
    else if (isMap(value)) Object.values(value).forEach(look);
  };
  look(entries);
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

/** Parts from a text that `copied` made, or null. */
export function fragmentOf(text: string): JsonMap | null {
  if (text.length > LARGEST || !text.includes(MARK)) return null;
  try {
    const found = JSON.parse(text) as Json;
    return isMap(found) && found[MARK] === 1 ? found : null;
  } catch {
    return null;
  }
}

/** Put parts into a document with fresh names; joints whose parent did not come along hang on the target, or on nothing. */
export function pasted(data: JsonMap, text: string, target: string | null, label = "paste"): Outcome {
  const fragment = fragmentOf(text);
  if (!fragment) return { refused: "the clipboard holds no parts of a mechanism" };
  const fresh = freshNames(data, fragment);
  const named = renamed(fragment, (section, name) => fresh.get(`${section} ${name}`) ?? name);
  const body = target === null ? null : target === "world" ? "world" : (nodeOf(graphOf(data), target)?.name ?? null);
  let made = withParameters(data, mapAt(fragment, ["parameters"]));
  for (const section of SECTIONS) {
    for (const [name, entry] of Object.entries(mapAt(named, [section]))) made = withAt(made, ["studio", "loose", section, name], hung(section, entry, body));
  }
  for (const [old, shapes] of Object.entries(mapAt(fragment, ["shapes"]))) made = withAt(made, ["studio", "shapes", fresh.get(`bodies ${old}`) ?? old], shapes);
  made = settled(withCouplings(made));
  const names = Object.keys(mapAt(named, ["joints"])).concat(Object.keys(mapAt(named, ["bodies"])));
  const graph = graphOf(made);
  const select = [...graph.joints, ...graph.bodies].filter((n) => names.includes(n.name)).map((n) => n.part);
  return step(`${label} ${names.length === 1 ? names[0] : `${names.length} parts`}`, data, made, select);
}

function hung(section: Named, entry: Json, body: string | null): Json {
  if (section === "couplings") return isMap(entry) && Array.isArray(entry.joints) ? entry : { law: entry };
  if (section !== "joints" || !isMap(entry)) return entry;
  const { type, parent, ...rest } = entry;
  if (parent !== undefined && !String(parent).startsWith("@")) return entry;
  const on = body ?? (parent === "@world" || parent === undefined ? "world" : null);
  return { type: type ?? null, ...(on === null ? {} : { parent: on }), ...rest };
}

/** Couplings are known by their follower: as a list of joints until they settle. */
function withCouplings(data: JsonMap): JsonMap {
  let made = data;
  const known = new Set(graphOf(data).joints.map((j) => j.name));
  for (const [name, entry] of Object.entries(mapAt(data, ["studio", "loose", "couplings"]))) {
    if (!isMap(entry) || entry.joints !== undefined) continue;
    const leaders = isMap(entry.law) ? Object.values(mapAt(entry.law, ["joints"])).map(String) : (String(entry.law).match(/[A-Za-z_]\w*/g) ?? []);
    made = withAt(made, ["studio", "loose", "couplings", name], { joints: [...new Set(leaders.filter((w) => known.has(w))), name], law: entry.law ?? null });
  }
  return made;
}

function freshNames(data: JsonMap, fragment: JsonMap): Map<string, string> {
  const fresh = new Map<string, string>();
  const taken = new Set<string>();
  for (const section of SECTIONS) {
    if (section === "couplings") continue;
    for (const name of Object.keys(mapAt(fragment, [section]))) {
      const made = freshName(data, name, taken);
      taken.add(made);
      fresh.set(`${section} ${name}`, made);
    }
  }
  return fresh;
}

function withParameters(data: JsonMap, wanted: JsonMap): JsonMap {
  const here = mapAt(data, ["parameters"]);
  const more = Object.entries(wanted).filter(([name]) => !Object.hasOwn(here, name));
  return more.length > 0 ? { ...data, parameters: { ...here, ...Object.fromEntries(more) } } : data;
}

/** A second one of the selected parts with all below them, hung on the same body. */
export function duplicate(data: JsonMap, parts: readonly string[]): Outcome {
  const graph = graphOf(data);
  const found = copied(data, parts);
  if (!found) return { refused: "select a body or a joint to duplicate" };
  const last = nodeOf(graph, parts.at(-1) ?? "");
  const joint = last && "child" in last ? last : last ? carrier(graph, last.name) : undefined;
  const parent = joint?.parent ?? null;
  const target = parent === null ? null : parent === "world" ? "world" : (graph.bodies.find((b) => b.name === parent)?.part ?? null);
  return pasted(data, found.text, target, "duplicate");
}

