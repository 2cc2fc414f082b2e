/**
 * What is not connected yet. A joint of a robot file has a parent and a child, a closure two ends: until they have them they
 * are kept in studio.loose, section by section, and move into the robot as soon as they are complete and hang on the world.
 * So the rest of the document is a whole robot at every step.
 */
import { isMap, type Json, type JsonMap, mapAt, partOf } from "../data";
import { withAt } from "./at";
import { below, carrier, graphOf, hasTable, LOOSE, type Graph, type JointNode } from "./graph";
import { mentionsAside, mentionsBack } from "./mentions";

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
    if (leadersOf(joint).some((name) => graph.joints.some((j) => j.name === name && j.loose))) continue;
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
    const follower = link.ends.at(-1)!;
    if (mapAt(data, ["couplings"])[follower] !== undefined) continue;
    return moved(data, "couplings", link.name, false, mapAt(data, [...LOOSE, "couplings", link.name]).law ?? link.ends[0], follower);
  }
  const back = mentionsBack(data, (name) => bodies.has(name) || joints.has(name) || frames.has(name));
  return back === data ? null : back;
}

/** Joints that a joint cannot be without: the one that it mimics, the one that its motor drives. */
function leadersOf(joint: JointNode): string[] {
  return [joint.entry.mimic, joint.entry.transmission].map((x) => (isMap(x) ? x.joint : x)).filter((x) => typeof x === "string");
}

/** Take a joint's body with all that hangs on it, and what names them, out of the robot; the joint stays beside it, too. */
export function loosened(data: JsonMap, joint: string): JsonMap {
  const graph = graphOf(data);
  const { bodies, joints } = hangingTogether(graph, joint);
  let made = data;
  for (const link of graph.links) if (!link.loose && touches(graph, link.ends, bodies, joints)) made = looseLink(made, link.section, link.name, link.ends);
  for (const frame of graph.frames) if (!frame.loose && frame.body && bodies.has(frame.body)) made = moved(made, "frames", frame.name, true);
  for (const j of graph.joints) if (!j.loose && joints.has(j.name)) made = moved(made, "joints", j.name, true);
  for (const b of graph.bodies) if (!b.loose && bodies.has(b.name)) made = moved(made, "bodies", b.name, true);
  const frames = new Set(graph.frames.filter((f) => f.body && bodies.has(f.body)).map((f) => f.name));
  return mentionsAside(made, (name) => bodies.has(name) || joints.has(name) || frames.has(name));
}

/** A joint with all below it, and the joints that mimic one of them with all below those. */
function hangingTogether(graph: Graph, joint: string): { bodies: Set<string>; joints: Set<string> } {
  const [bodies, joints] = [new Set<string>(), new Set<string>()];
  const take = (name: string): void => {
    if (joints.has(name)) return;
    joints.add(name);
    const child = graph.joints.find((j) => j.name === name)?.child;
    for (const body of child ? below(graph, child) : []) {
      bodies.add(body);
      const on = carrier(graph, body);
      if (on) take(on.name);
    }
    for (const j of graph.joints) if (leadersOf(j).includes(name)) take(j.name);
  };
  take(joint);
  return { bodies, joints };
}

function touches(graph: Graph, ends: string[], bodies: Set<string>, joints: Set<string>): boolean {
  const frames = new Map(graph.frames.map((f) => [f.name, f.body]));
  return ends.some((e) => bodies.has(e) || joints.has(e) || bodies.has(frames.get(e) ?? ""));
}

function looseLink(data: JsonMap, section: string, name: string, ends: string[]): JsonMap {
  if (section !== "couplings") return moved(data, section, name, true);
  return moved(data, section, name, true, { joints: ends, law: mapAt(data, ["couplings"])[name] ?? null });
}
