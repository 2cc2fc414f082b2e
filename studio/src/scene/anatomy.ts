/** What a mechanism is made of, for the eye: bodies with the points at which something is attached, joints, frames. */
import type { Layout } from "@/backend/protocol";
import { add, compose, inverse, length, origin, type Pose, poseAt, scale, sub, turned, unit, type Vec, vec } from "./rigid";

export interface BodyParts {
  name: string;
  /** Its place among the layout's poses and bodies. */
  pose: number;
  index: number;
  parent: string;
  joint: string;
  mass: number;
  /** In the body's frame: where joints and frames are attached. */
  points: Vec[];
  center: Vec;
}

export interface JointParts {
  name: string;
  type: string;
  pose: number;
  /** In the joint's frame; zero where it has none. */
  axis: Vec;
  parent: string;
  child: string;
}

export interface FrameParts {
  name: string;
  pose: number;
  body: string;
}

export interface Anatomy {
  bodies: BodyParts[];
  joints: JointParts[];
  frames: FrameParts[];
  /** Of the whole, in metres: what thicknesses are measured by. */
  size: number;
}

/** Poses and centres as `place` gives them. */
export interface Placed {
  poses: ArrayLike<number>;
  centers: ArrayLike<number>;
}

/** The parts and their attachments, from one pose of the mechanism (which one does not matter: attachments do not move on their bodies). unseen: joints that are only coordinates. */
export function anatomy(layout: Layout, at: Placed, unseen: ReadonlySet<string> = new Set()): Anatomy {
  const pose = (kind: string, name: string) => layout.poses.findIndex((p) => p.kind === kind && p.name === name);
  const parentOf = new Map(layout.bodies.map((b) => [b.joint, b]));
  const joints: JointParts[] = [];
  const frames: FrameParts[] = [];
  layout.poses.forEach((p, k) => {
    if (p.kind === "frame") frames.push({ name: p.name, pose: k, body: p.body ?? "world" });
    if (p.kind !== "joint" || unseen.has(p.name)) return;
    const below = parentOf.get(p.name);
    joints.push({ name: p.name, type: p.type ?? "revolute", pose: k, axis: axisOf(p), parent: below?.parent ?? "world", child: below?.name ?? p.body ?? "" });
  });
  const bodies = layout.bodies.map((b, index) => {
    const own = pose("body", b.name);
    const back = inverse(poseAt(at.poses, own));
    const attached = [...joints.filter((j) => j.parent === b.name), ...frames.filter((f) => f.body === b.name)];
    const points = attached.map((x) => origin(compose(back, poseAt(at.poses, x.pose))));
    return { name: b.name, pose: own, index, parent: b.parent, joint: b.joint, mass: b.mass, points, center: move(back, vec(at.centers, 3 * index)) };
  });
  return { bodies, joints, frames, size: sizeOf(bodies, joints, at) };
}

/** Of a universal joint the first axis counts; the document knows the second. */
const axisOf = (p: Layout["poses"][number]): Vec => (p.axis && length(vec(p.axis)) > 0 ? unit(vec(p.axis)) : ["revolute", "continuous", "prismatic", "helical", "cylindrical", "universal"].includes(p.type ?? "") ? [0, 0, 1] : [0, 0, 0]);

const move = (X: Pose, p: Vec): Vec => add(turned(X, p), origin(X));

function sizeOf(bodies: readonly BodyParts[], joints: readonly JointParts[], at: Placed): number {
  const spots = [...joints.map((j) => origin(poseAt(at.poses, j.pose))), ...bodies.flatMap((b) => [...b.points, b.center].map((p) => move(poseAt(at.poses, b.pose), p)))].filter(finite);
  const reach = bodies.reduce((sum, b) => Math.max(sum, ...[...b.points, b.center].filter(finite).map(length)), 0);
  return Math.max(diagonal(spots), reach) || 1;
}

export const finite = (p: Vec): boolean => p.every(Number.isFinite);

function diagonal(points: readonly Vec[]): number {
  const first = points[0];
  if (!first) return 0;
  const low: Vec = [...first];
  const high: Vec = [...first];
  for (const p of points) for (const k of [0, 1, 2] as const) [low[k], high[k]] = [Math.min(low[k], p[k]), Math.max(high[k], p[k])];
  return length(sub(high, low));
}

/** A rod of a body that has no shapes: between two points of its frame. */
export interface Rod {
  from: Vec;
  to: Vec;
}

/**
 * Rods from the body's origin to what is attached; to the centre of mass where nothing else is, or where the centre is off all rods.
 * Points nearer than `thin` to the origin, or to one that has a rod, get none.
 */
export function rodsOf(body: BodyParts, thin: number): Rod[] {
  const ends: Vec[] = [];
  for (const p of body.points) if (finite(p) && length(p) > thin && ends.every((e) => length(sub(e, p)) > thin)) ends.push(p);
  if (body.mass > 0 && finite(body.center) && length(body.center) > thin && ends.every((e) => beside(body.center, e) > thin)) ends.push(body.center);
  return ends.map((to) => ({ from: [0, 0, 0], to }));
}

/** Distance of a point from the rod between the origin and an end. */
function beside(p: Vec, end: Vec): number {
  const along = Math.min(1, Math.max(0, (p[0] * end[0] + p[1] * end[1] + p[2] * end[2]) / (length(end) ** 2 || 1)));
  return length(sub(p, scale(end, along)));
}
