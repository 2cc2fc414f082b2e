/** Bodies, joints, frames and parameters are added: connected to what they are dropped on, or beside the robot until they are. */
import { at, type Json, type JsonMap, mapAt, partOf } from "../data";
import { isSingle, type JointType, JOINTS } from "../joints";
import { withAt } from "./at";
import { bodyOf, freshName, graphOf, hanging, nodeOf } from "./graph";
import { placeOf, settled } from "./loose";
import { type Outcome, step } from "./outcome";

export type Position = readonly [number, number];

/** Where a part stands in the diagram, remembered in the document. */
export function positioned(data: JsonMap, part: string, position: Position | null): JsonMap {
  return position ? withAt(data, ["studio", "positions", part], [Math.round(position[0]), Math.round(position[1])]) : data;
}

/** The part of a name in a section, whether it is connected or not. */
export function partNamed(data: JsonMap, section: string, name: string): string {
  return partOf(placeOf(section, name, mapAt(data, ["studio", "loose", section])[name] !== undefined));
}

/** A body; on a joint without one it becomes the body that this joint moves. */
export function addBody(data: JsonMap, target: string | null, position: Position | null = null): Outcome {
  const graph = graphOf(data);
  const name = freshName(data, "body");
  const joint = graph.joints.find((j) => j.part === target && j.child === null);
  const entry: JsonMap = { mass: 1, com: [0, 0.5, 0] };
  if (joint && !isSingle(joint.type)) entry.inertia = [0.1, 0.1, 0.1];
  let made = positioned(withAt(data, placeOf("bodies", name, true), entry), partOf(placeOf("bodies", name, true)), position);
  if (joint) made = settled(withAt(made, [...placeOf("joints", joint.name, joint.loose), "child"], name));
  return step(`add body ${name}`, data, made, [partNamed(made, "bodies", name)]);
}

/** What a new joint starts with: it turns about z, slides along x, has its two axes along x and y. */
function startOf(type: JointType): JsonMap {
  const { axes, unit, pitch } = JOINTS[type];
  const along = axes === 2 || unit === "m" ? [1, 0, 0] : [0, 0, 1];
  return { ...(axes ? { axis: along } : {}), ...(axes === 2 ? { axis2: [0, 1, 0] } : {}), ...(pitch ? { pitch: "5 mm/rev" } : {}) };
}

/** A chain goes on where its last link ends: as far behind the centre of mass as the link's own joint is before it. */
function farEnd(data: JsonMap, body: string): JsonMap {
  const com = at(data, ["bodies", body, "com"]) ?? at(data, ["studio", "loose", "bodies", body, "com"]);
  const plain = Array.isArray(com) && com.length === 3 && com.every((x): x is number => typeof x === "number") && com.some((x) => x !== 0);
  return plain ? { xyz: com.map((x) => 2 * x) } : {};
}

/** A joint; on a body (or the world) it hangs there, on another joint it hangs on that joint's body. */
export function addJoint(data: JsonMap, type: JointType, target: string | null, position: Position | null = null): Outcome {
  const graph = graphOf(data);
  const name = freshName(data, "joint");
  const parent = target === null ? null : bodyOf(graph, target);
  const part = partOf(placeOf("joints", name, true));
  const entry: JsonMap = { type, ...(parent ? { parent, ...farEnd(data, parent) } : {}), ...startOf(type) };
  const made = positioned(withAt(data, placeOf("joints", name, true), entry), part, position);
  return step(`add ${type} joint ${name}`, data, made, [part]);
}

/** A frame, fixed to the body that it is dropped on. */
export function addFrame(data: JsonMap, target: string | null, position: Position | null = null): Outcome {
  const name = freshName(data, "frame");
  const body = target === null ? null : bodyOf(graphOf(data), target);
  const entry: JsonMap = body ? { body, xyz: [0, 0, 0] } : { xyz: [0, 0, 0] };
  const made = settled(positioned(withAt(data, placeOf("frames", name, true), entry), partOf(placeOf("frames", name, true)), position));
  return step(`add frame ${name}`, data, made, [partNamed(made, "frames", name)]);
}

/** A parameter with a value. */
export function addParameter(data: JsonMap, value: Json = 1): Outcome {
  const name = freshName(data, "p");
  const old = data.parameters;
  const parameters: JsonMap = Array.isArray(old) ? Object.fromEntries(old.map((n) => [String(n), null])) : mapAt(data, ["parameters"]);
  return step(`add parameter ${name}`, data, { ...data, parameters: { ...parameters, [name]: value } }, [partOf(["parameters", name])]);
}

/** What something that is added without a place goes to: the selected joint without a body, the last body without joints, ... */
export function usualTarget(data: JsonMap, selection: readonly string[]): string | null {
  const graph = graphOf(data);
  const last = selection.at(-1);
  if (last !== undefined && (last === "world" || nodeOf(graph, last))) return last;
  return graph.joints.length === 0 && hanging(graph, "world").length === 0 ? "world" : null;
}
