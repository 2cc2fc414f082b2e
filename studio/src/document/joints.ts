/** Types of joints, as far as the page must know them. Their rows in Python are written to joint-types.json by docs/make_tables.py. */
import type { Json } from "./data";
import types from "./joint-types.json";

export type JointType = keyof typeof types;

/** How many coordinates, what they measure, which keys they have, what people are told. */
export interface JointKind {
  nq: number;
  nv: number;
  /** Of the one coordinate; "" where there are several or none. */
  unit: "rad" | "m" | "";
  axes: 0 | 1 | 2;
  pitch: boolean;
  /** One sentence. */
  tip: string;
  /** Its sign in pictures of trees: a shape about the origin, ten wide to each side, and a path on it. */
  outline: string;
  path: string;
}

export const JOINTS = types as Readonly<Record<JointType, JointKind>>;
/** In the order of the manual. */
export const JOINT_TYPES = Object.keys(types) as readonly JointType[];

/** A joint's kind; of an unknown type that of a revolute joint. */
export const jointKind = (type: Json | undefined): JointKind => JOINTS[isType(type) ? type : "revolute"];
const isType = (type: Json | undefined): type is JointType => typeof type === "string" && Object.hasOwn(JOINTS, type);

/** Whether it has one degree of freedom: springs, drives, gears and tendons belong to these. */
export const isSingle = (type: Json | undefined): boolean => isType(type) && JOINTS[type].nv === 1;

/** Units of what acts along a joint's coordinate. */
export function unitsOf(type: Json | undefined): { position: string; speed: string; force: string; stiffness: string; damping: string } {
  return jointKind(type).unit === "m"
    ? { position: "m", speed: "m/s", force: "N", stiffness: "N/m", damping: "N s/m" }
    : { position: "rad", speed: "rad/s", force: "N m", stiffness: "N m/rad", damping: "N m s/rad" };
}
