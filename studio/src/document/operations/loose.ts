/**
 * What is not connected yet. A joint of a robot file has a parent and a child, a closure two ends: until they have them they
 * are kept in studio.loose, section by section, and move into the robot as soon as they are complete and hang on the world.
 * So the rest of the document is a whole robot at every step.
 */
import { isMap, type Json, type JsonMap, mapAt, partOf } from "../data";
import { below, carrier, graphOf, hasTable, LOOSE, type Graph } from "./graph";
import { renamed } from "./names";

const SECTIONS = ["joints", "bodies", "frames", "close", "gears", "couplings", "tendons"] as const;

/** A value at a path of a copy; empty maps that only the studio needs go. */
export function withAt(data: JsonMap, path: readonly string[], value: Json | undefined, kept = KEPT): JsonMap {
  const [key, ...rest] = path;
  if (key === undefined) return data;
  const made: JsonMap = { ...data };
  const after = rest.length > 0 ? withAt(isMap(made[key]) ? made[key] : {}, rest, value, NONE) : value;
  if (after === undefined || (rest.length > 0 && value === undefined && isMap(after) && Object.keys(after).length === 0 && !kept.has(key))) delete made[key];
  else made[key] = after;
  return made;
}
const KEPT: ReadonlySet<string> = new Set(["joints", "bodies", "parameters"]);
const NONE: ReadonlySet<string> = new Set();

/** Where an entry of a section is to be put: in the robot, or beside it. */
export const placeOf = (section: string, name: string, loose: boolean): string[] => (loose ? [...LOOSE, section, name] : [section, name]);

/** Move an entry, and where it stands in the diagram, between the robot and studio.loose. */
function moved(data: JsonMap, section: string, name: string, loose: boolean, entry?: Json, to = name): JsonMap {
  const from = placeOf(section, name, !loose);
  const into = placeOf(section, to, loose);
  const value = entry ?? mapAt(data, from.slice(0, -1))[name] ?? {};
  let made = withAt(withAt(data, from, undefined), into, value);
  const key = partOf(from);
  const position = mapAt(made, ["studio", "positions"])[key];
  if (position !== undefined) made = withAt(withAt(made, ["studio", "positions", key], undefined), ["studio", "positions", partOf(into)], position);
  for (const [group, g] of Object.entries(mapAt(made, ["studio", "groups"]))) {
    if (!isMap(g) || !Array.isArray(g.members) || !g.members.includes(key)) continue;
    made = withAt(made, ["studio", "groups", group, "members"], g.members.map((m) => (m === key ? partOf(into) : m)));
  }
  return made;
}

/** Take into the robot all that is complete and hangs on the world. */
export function settled(data: JsonMap): JsonMap {
  let made = data;
  while (isMap(mapAt(made, ["studio"]).loose)) {
    const next = settleOne(made);
    if (next === null) return made;
    made = next;
  }
  return made;
}

function settleOne(data: JsonMap): JsonMap | null {
  const graph = graphOf(data);
  const bodies = new Set(["world", ...graph.bodies.filter((b) => !b.loose).map((b) => b.name)]);
  const loose = new Set(graph.bodies.filter((b) => b.loose).map((b) => b.name));
  const there = { has: (name: string) => bodies.has(name) || (hasTable(data) && !loose.has(name)) };
  for (const joint of graph.joints) {
    if (!joint.loose || !joint.parent || !joint.child || !there.has(joint.parent)) continue;
    if (graph.joints.some((j) => j !== joint && j.child === joint.child)) continue;
    const made = loose.has(joint.child) ? moved(data, "bodies", joint.child, false) : data;
    return moved(made, "joints", joint.name, false);
  }
  const joints = new Set(graph.joints.filter((j) => !j.loose).map((j) => j.name));
  const frames = new Set(graph.frames.filter((f) => !f.loose).map((f) => f.name));
  for (const frame of graph.frames) if (frame.loose && frame.body && there.has(frame.body)) return moved(data, "frames", frame.name, false);
  for (const link of graph.links) {
    if (!link.loose) continue;
    const known = link.section === "close" ? (x: string) => there.has(x) || frames.has(x) || joints.has(x) : (x: string) => joints.has(x);
    if (link.ends.length < 2 || !link.ends.every(known)) continue;
    if (link.section !== "couplings") return moved(data, link.section, link.name, false);
    const [leader, follower] = link.ends as [string, string];
    if (mapAt(data, ["couplings"])[follower] !== undefined) continue;
    const entry = mapAt(data, [...LOOSE, "couplings", link.name]).formula;
    return moved(data, "couplings", link.name, false, typeof entry === "string" ? entry : leader, follower);
  }
  return null;
}

/** Take a joint's body with all that hangs on it, and what names them, out of the robot; the joint stays beside it, too. */
export function loosened(data: JsonMap, joint: string): JsonMap {
  const graph = graphOf(data);
  const child = graph.joints.find((j) => j.name === joint)?.child;
  const bodies = new Set(child ? below(graph, child) : []);
  const joints = new Set([joint, ...[...bodies].map((b) => carrier(graph, b)?.name ?? "")]);
  let made = data;
  for (const link of graph.links) if (!link.loose && touches(graph, link.ends, bodies, joints)) made = looseLink(made, link.section, link.name, link.ends);
  for (const frame of graph.frames) if (!frame.loose && frame.body && bodies.has(frame.body)) made = moved(made, "frames", frame.name, true);
  for (const j of graph.joints) if (!j.loose && joints.has(j.name)) made = moved(made, "joints", j.name, true);
  for (const b of graph.bodies) if (!b.loose && bodies.has(b.name)) made = moved(made, "bodies", b.name, true);
  return withoutMentions(made, bodies, joints, new Set(graph.frames.filter((f) => f.body && bodies.has(f.body)).map((f) => f.name)));
}

function touches(graph: Graph, ends: string[], bodies: Set<string>, joints: Set<string>): boolean {
  const frames = new Map(graph.frames.map((f) => [f.name, f.body]));
  return ends.some((e) => bodies.has(e) || joints.has(e) || bodies.has(frames.get(e) ?? ""));
}

function looseLink(data: JsonMap, section: string, name: string, ends: string[]): JsonMap {
  if (section !== "couplings") return moved(data, section, name, true);
  const formula = mapAt(data, ["couplings"])[name];
  return moved(data, section, name, true, typeof formula === "string" ? { joints: ends, formula } : { joints: ends });
}

/** Lists of the robot (wrenches, actuated, start, alike) do not name what is not part of it. */
function withoutMentions(data: JsonMap, bodies: Set<string>, joints: Set<string>, frames: Set<string>): JsonMap {
  const gone = { bodies, joints, frames } as Record<string, Set<string>>;
  const without = renamed(data, (section, name) => (gone[section]?.has(name) ? null : name));
  const made: JsonMap = { ...data };
  for (const key of ["wrenches", "actuated", "start", "alike", "platform", "root"]) {
    if (made[key] === undefined) continue;
    if (without[key] === undefined) delete made[key];
    else made[key] = without[key];
  }
  return made;
}

/** What of studio.loose is there, for tests and messages. */
export const looseNames = (data: JsonMap): string[] => SECTIONS.flatMap((s) => Object.keys(mapAt(data, [...LOOSE, s])));
