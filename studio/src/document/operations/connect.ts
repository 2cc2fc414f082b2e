/** Parts are joined: joints to bodies, frames to bodies, closures and gears to their ends. A body hangs on one joint; no body hangs on itself. */
import { isMap, type Json, type JsonMap, mapAt } from "../data";
import { isSingle } from "../joints";
import { withAt } from "./at";
import { partNamed } from "./add";
import { below, bodyOf, carrier, type FrameNode, type Graph, graphOf, type JointNode, kindOf, type LinkNode, LOOSE, nodeOf } from "./graph";
import { loosened, placeOf, settled } from "./loose";
import { type Outcome, step } from "./outcome";

/** Which end of a joint is meant. */
export type End = "parent" | "child";

/** Connect one part to another; from a joint to a body: its child; from a body to a joint: its parent. */
export function connect(data: JsonMap, from: string, to: string): Outcome {
  const graph = graphOf(data);
  const [a, b] = [kindOf(graph, from), kindOf(graph, to)];
  const isBody = (k: string) => k === "body" || k === "world";
  if (a === "joint" && isBody(b)) return attach(data, from, to, to === "world" ? "parent" : "child");
  if (isBody(a) && b === "joint") return attach(data, to, from, freeEnd(graph, to, from));
  if (a === "joint" && b === "joint") return between(data, graph, from, to);
  if (a === "link") return attachLink(data, graph, from, to);
  if (b === "link") return attachLink(data, graph, to, from);
  if (a === "frame" && isBody(b)) return attachFrame(data, graph, from, to);
  if (b === "frame" && isBody(a)) return attachFrame(data, graph, to, from);
  if (isBody(a) && isBody(b)) return { refused: "a joint goes between two bodies: add one to the first, then connect it to the second" };
  return { refused: "these two cannot be connected" };
}

/** Connect two parts in the way that is possible: a joint that moves a body already hangs itself on another. */
export function connectEither(data: JsonMap, from: string, to: string): Outcome {
  const first = connect(data, from, to);
  const graph = graphOf(data);
  if (!("refused" in first) || kindOf(graph, from) !== "joint" || kindOf(graph, to) !== "body") return first;
  const second = attach(data, from, to, "parent");
  return "refused" in second ? first : second;
}

/** A body that is dragged to a joint is its parent, but for a joint that has one and lacks a child. */
function freeEnd(graph: Graph, joint: string, body: string): End {
  const node = nodeOf(graph, joint) as JointNode;
  return body !== "world" && node.parent !== null && node.child === null && node.parent !== bodyOf(graph, body) ? "child" : "parent";
}

function between(data: JsonMap, graph: Graph, from: string, to: string): Outcome {
  const first = nodeOf(graph, from) as JointNode;
  if (first.child === null) return { refused: `joint ${first.name} moves no body yet: a body goes between two joints` };
  return attach(data, to, partNamed(data, "bodies", first.child), "parent");
}

/** Give a joint its parent or its child. A joint that had another gets the new one: re-parenting. */
export function attach(data: JsonMap, joint: string, body: string, end: End): Outcome {
  const graph = graphOf(data);
  const node = nodeOf(graph, joint) as JointNode | undefined;
  const name = bodyOf(graph, body);
  if (!node || !("child" in node) || name === null) return { refused: "a joint connects two bodies" };
  if (node[end] === name) return { refused: `${name} is the ${end} of joint ${node.name} already` };
  return end === "parent" ? reparent(data, graph, node, name) : adopt(data, graph, node, name);
}

function reparent(data: JsonMap, graph: Graph, joint: JointNode, parent: string): Outcome {
  if (joint.child !== null && below(graph, joint.child).includes(parent)) {
    return { refused: `${parent} hangs on ${joint.child} itself: a joint cannot hang on a body that it moves. Close a loop instead` };
  }
  const onLoose = graph.bodies.some((b) => b.name === parent && b.loose);
  let made = onLoose && !joint.loose ? loosened(data, joint.name) : data;
  const path = placeOf("joints", joint.name, joint.loose || onLoose);
  made = settled(withAt(made, path, ordered({ ...mapAt(made, path), parent })));
  return step(`connect joint ${joint.name} to ${parent}`, data, made, [partNamed(made, "joints", joint.name)]);
}

function adopt(data: JsonMap, graph: Graph, joint: JointNode, child: string): Outcome {
  if (child === "world") return { refused: "the world moves on no joint: it can be a parent only" };
  const other = carrier(graph, child);
  if (other && other.name !== joint.name) return { refused: `${child} hangs on joint ${other.name} already: every body hangs on one joint. Close a loop with a closure instead` };
  if (joint.parent !== null && below(graph, child).includes(joint.parent)) return { refused: `joint ${joint.name} hangs on ${child} itself` };
  let made = joint.loose ? data : loosened(data, joint.name);
  const path = [...LOOSE, "joints", joint.name];
  made = settled(withAt(made, path, ordered({ ...mapAt(made, path), child })));
  return step(`connect joint ${joint.name} to ${child}`, data, made, [partNamed(made, "bodies", child)]);
}

/** Keys of a joint in the order in which people write them. */
function ordered(entry: JsonMap): JsonMap {
  const { type, parent, child, ...rest } = entry;
  const first = Object.entries({ type, parent, child }).filter(([, v]) => v !== undefined) as [string, Json][];
  return { ...Object.fromEntries(first), ...rest };
}

/** Take a joint off its parent or its child; what hangs on it stays with it, beside the robot. */
export function detach(data: JsonMap, joint: string, end: End): Outcome {
  const node = nodeOf(graphOf(data), joint) as JointNode | undefined;
  if (!node || node[end] === null) return { refused: "there is nothing to take off" };
  const made = node.loose ? data : loosened(data, node.name);
  const after = withAt(made, [...LOOSE, "joints", node.name, end], undefined);
  return step(`take joint ${node.name} off ${node[end]}`, data, after, [partNamed(after, "joints", node.name)]);
}

function attachFrame(data: JsonMap, graph: Graph, frame: string, body: string): Outcome {
  const node = nodeOf(graph, frame) as FrameNode;
  const name = bodyOf(graph, body)!;
  const path = placeOf("frames", node.name, node.loose);
  const onLoose = graph.bodies.some((b) => b.name === name && b.loose);
  if (onLoose && !node.loose) return { refused: `${name} is not connected to the world yet: connect it first` };
  const { body: _, ...rest } = mapAt(data, path);
  const made = settled(withAt(data, path, { body: name, ...rest }));
  return step(`fix frame ${node.name} to ${name}`, data, made, [partNamed(made, "frames", node.name)]);
}

function attachLink(data: JsonMap, graph: Graph, link: string, to: string): Outcome {
  const node = nodeOf(graph, link) as LinkNode;
  const target = nodeOf(graph, to);
  const kind = kindOf(graph, to);
  const name = to === "world" ? "world" : target?.name;
  if (node.section === "close" ? !["body", "world", "frame"].includes(kind) : kind !== "joint") {
    return { refused: node.section === "close" ? "a closure holds two bodies or frames together" : `a ${node.kind} links joints` };
  }
  if (!node.loose && target?.loose) return { refused: `${name} is not connected to the world yet: connect it first` };
  if (!mayLink(node, target)) return { refused: `a ${node.kind} links joints with one degree of freedom; ${name} has another type` };
  if (name === undefined || node.ends.includes(name)) return { refused: `${node.name} is connected to ${name} already` };
  const path = placeOf(node.section, node.name, node.loose);
  const entry = linkedTo(mapAt(data, path), node, name, kind === "frame");
  if (entry === null) return { refused: `${node.name} has both of its ends: drag an end to move it` };
  const made = settled(withAt(data, path, entry));
  const part = node.section === "couplings" ? (mapAt(made, ["couplings"])[name] === undefined ? link : `couplings/${name}`) : partNamed(made, node.section, node.name);
  return step(`connect ${node.name} to ${name}`, data, made, [part]);
}

const mayLink = (link: LinkNode, target: ReturnType<typeof nodeOf>): boolean => link.section === "close" || !target || !("type" in target) || isSingle(target.type);

/** The end of a closure: a frame by its name, a body with the place on it. */
export const closureEnd = (name: string, isFrame: boolean): Json => (isFrame ? name : { body: name, xyz: [0, 0, 0] });

function linkedTo(entry: JsonMap, node: LinkNode, name: string, isFrame: boolean): JsonMap | null {
  if (node.section === "tendons") return { ...entry, joints: { ...mapAt(entry, ["joints"]), [name]: node.ends.length % 2 ? -1 : 1 } };
  if (node.ends.length >= 2) return null;
  if (node.section !== "close") return { ...entry, joints: [...node.ends, name] };
  const end = closureEnd(name, isFrame);
  return entry.first === undefined ? { ...entry, first: end } : { ...entry, second: end };
}

/** Move one end of a closure, gear, coupling or tendon to another part. */
export function moveEnd(data: JsonMap, link: string, old: string, to: string): Outcome {
  const graph = graphOf(data);
  const node = nodeOf(graph, link) as LinkNode;
  const kind = kindOf(graph, to);
  const name = to === "world" ? "world" : nodeOf(graph, to)?.name;
  if (name === undefined || node.section === "couplings" || (node.section === "close" ? !["body", "world", "frame"].includes(kind) : kind !== "joint" || !mayLink(node, nodeOf(graph, to)) || node.ends.includes(name))) return { refused: "this end cannot go there" };
  if (nodeOf(graph, to)?.loose && !node.loose) return { refused: `${name} is not connected to the world yet: connect it first` };
  const path = placeOf(node.section, node.name, node.loose);
  const entry = mapAt(data, path);
  const swap = (x: Json | undefined): Json | undefined => {
    if (x !== old && !(isMap(x) && x.body === old)) return x;
    if (node.section !== "close") return name;
    return isMap(x) && kind !== "frame" ? { ...x, body: name } : closureEnd(name, kind === "frame");
  };
  let made: JsonMap;
  if (node.section === "close") {
    const end = swap(entry.first) === entry.first ? "second" : "first";
    made = { ...entry, [end]: swap(entry[end])! };
  } else if (Array.isArray(entry.joints)) made = { ...entry, joints: entry.joints.map((j) => swap(j)!) };
  else made = { ...entry, joints: Object.fromEntries(Object.entries(mapAt(entry, ["joints"])).map(([k, v]) => [k === old ? name : k, v])) };
  return step(`connect ${node.name} to ${name}`, data, settled(withAt(data, path, made)), [link]);
}

/** Parts that something can be connected to, with the outcome of trying: for the list of the key C. */
export function targetsFor(data: JsonMap, from: string): string[] {
  const graph = graphOf(data);
  const all = ["world", ...[...graph.bodies, ...graph.joints, ...graph.frames, ...graph.links].map((n) => n.part)];
  return all.filter((to) => to !== from && !("refused" in connectEither(data, from, to)));
}
