/** Where joints, frames and shapes are put by hand: what can be put, how it snaps, and what is written into the document. */
import { at, isMap, type Json, type JsonMap, partOf, type Patch, type Path, pathOf, put } from "@/document/data";
import { evaluate } from "@/document/formula";
import type { Anatomy, Placed } from "./anatomy";
import { compose, fromXyzRpy, IDENTITY, inverse, length, origin, type Pose, poseAt, rpyOf, sub, type Vec } from "./rigid";
import type { Shapes } from "./shapes";

/** Something with xyz and rpy in the document. */
export interface Placeable {
  path: Path;
  /** "joint elbow", "frame tip", "shape 1 of upper". */
  title: string;
  /** World pose of what xyz and rpy are given in. */
  parent(placed: Placed): Pose;
  /** World pose of the thing itself. */
  pose(placed: Placed): Pose;
}

const bodyPose = (a: Anatomy, name: string, placed: Placed): Pose => {
  const found = a.bodies.find((b) => b.name === name);
  return found ? poseAt(placed.poses, found.pose) : IDENTITY;
};

/** What handles can be put on for a selected part; the reason where there is nothing. shape: which of a body's. */
export function placeable(part: string, data: JsonMap, a: Anatomy, shapes: Shapes, shape = 0): Placeable | string {
  const [section, name = ""] = pathOf(part);
  if (section === "bodies" || part === "world") return placeableBody(part === "world" ? "world" : name, data, a, shapes, shape);
  const entry = at(data, [section!, name]);
  if (section !== "joints" && section !== "frames") return "joints, frames and shapes have a place; this has none";
  if (!isMap(entry)) return `${name} is no entry of the document (it comes from a table): its numbers are changed there`;
  if (entry.home !== undefined) return `${name} is given by its home position in the world: change it in the inspector`;
  const things = section === "joints" ? a.joints : a.frames;
  const found = things.find((x) => x.name === name);
  if (!found) return `${name} is not in the picture yet`;
  const carrier = "parent" in found ? found.parent : found.body;
  return { path: [section, name], title: `${section === "joints" ? "joint" : "frame"} ${name}`, parent: (p) => bodyPose(a, carrier, p), pose: (p) => poseAt(p.poses, found.pose) };
}

function placeableBody(name: string, data: JsonMap, a: Anatomy, shapes: Shapes, shape: number): Placeable | string {
  const list = shapes.byBody.get(name) ?? [];
  const found = list[Math.min(shape, list.length - 1)];
  const parent = (p: Placed) => bodyPose(a, name, p);
  if (found) return { path: ["studio", "shapes", name, found.index], title: `shape ${found.index + 1} of ${name}`, parent, pose: (p) => compose(parent(p), found.pose) };
  const joint = a.bodies.find((b) => b.name === name)?.joint;
  return joint ? placeable(partOf(["joints", joint]), data, a, shapes) : "the world stays where it is";
}

export interface Snap {
  /** Metres; 0: none. */
  step: number;
  /** Origins that draw what comes near, in the world. */
  origins: readonly Vec[];
}

/** A pose drawn to origins that are near, else its xyz (in the parent's frame) to whole steps. */
export function snapped(world: Pose, parent: Pose, { step, origins }: Snap): Pose {
  if (step <= 0) return world;
  const here = origin(world);
  const near = origins.map((o) => ({ o, far: length(sub(o, here)) })).sort((x, y) => x.far - y.far)[0];
  if (near && near.far < 0.75 * step) return [...world.slice(0, 9), ...near.o];
  const local = compose(inverse(parent), world);
  const whole = [9, 10, 11].map((k) => Math.round(local[k]! / step) * step);
  return compose(parent, [...local.slice(0, 9), ...whole]);
}

/** Changes of the document that put a thing at a local pose, and the formulas that they replace. */
export interface Written {
  patches: Patch[];
  replaced: string[];
}

const SAME = 1e-9;
const tidy = (x: number, digits: number): number => Number(x.toFixed(digits)) + 0;

/** Entries that did not change stay as they were typed. before, after: in the parent's frame. */
export function written(data: JsonMap, path: Path, before: Pose, after: Pose): Written {
  const made: Written = { patches: [], replaced: [] };
  const [xyz, rpy] = [origin(after), rpyOf(after)];
  list(made, data, [...path, "xyz"], origin(before), xyz, (x) => tidy(x, 6));
  const turned = compose(inverse(before), after).slice(0, 9).some((x, k) => Math.abs(x - IDENTITY[k]!) > 1e-7);
  if (!turned) return made;
  for (const key of ["quaternion", "rotation"]) {
    const given = at(data, [...path, key]);
    if (given === undefined) continue;
    made.replaced.push(`${key} ${JSON.stringify(given)}`);
    made.patches.push(put(data, [...path, key], undefined));
  }
  list(made, data, [...path, "rpy"], rpyOf(before), rpy, degrees);
  return made;
}

/** An angle as people write it: "30 deg". */
function degrees(angle: number): Json {
  const value = tidy((angle * 180) / Math.PI, 3);
  return value === 0 ? 0 : `${value} deg`;
}

function list(made: Written, data: JsonMap, path: Path, before: Vec, after: Vec, write: (x: number) => Json): void {
  const given = at(data, path);
  const old: Json[] = Array.isArray(given) && given.length === 3 ? given : [0, 0, 0];
  const next = old.map((typed, k) => {
    if (Math.abs(after[k as 0] - before[k as 0]) < SAME) return typed;
    if (typeof typed === "string" && evaluate(typed, {}) === null) made.replaced.push(`${String(path.at(-1))} ${typed}`);
    return write(after[k as 0]);
  });
  if (next.some((x, k) => x !== old[k])) made.patches.push(put(data, path, next));
}

/** "xyz 0 1 0 m, rpy 0 0 30 deg", of a local pose. */
export function placeInWords(local: Pose): string {
  const xyz = origin(local).map((x) => tidy(x, 4));
  const rpy = rpyOf(local).map((x) => tidy((x * 180) / Math.PI, 2));
  return `xyz ${xyz.join(" ")} m, rpy ${rpy.join(" ")} deg`;
}

/** A local pose moved along, or turned about, an axis of the parent's frame. */
export function nudged(local: Pose, axis: 0 | 1 | 2, by: number, turn: boolean): Pose {
  const along: Vec = [0, 0, 0];
  along[axis] = by;
  if (!turn) return [...local.slice(0, 9), ...[0, 1, 2].map((k) => local[9 + k]! + along[k as 0])];
  const R = compose(fromXyzRpy([0, 0, 0], along), local);
  return [...R.slice(0, 9), ...local.slice(9)];
}
