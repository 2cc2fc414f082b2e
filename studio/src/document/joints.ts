/** Types of joints, as far as the page must know them: how many coordinates, what they measure, which keys they have. */
import type { Json } from "./data";

export interface JointKind {
  nq: number;
  nv: number;
  /** Of the one coordinate; "" where there are several or none. */
  unit: "rad" | "m" | "";
  axes: 0 | 1 | 2;
  pitch: boolean;
}

const kind = (nq: number, nv: number, unit: JointKind["unit"], axes: JointKind["axes"], pitch = false): JointKind => ({ nq, nv, unit, axes, pitch });

export const JOINTS: Readonly<Record<string, JointKind>> = {
  revolute: kind(1, 1, "rad", 1),
  continuous: kind(1, 1, "rad", 1),
  prismatic: kind(1, 1, "m", 1),
  helical: kind(1, 1, "rad", 1, true),
  universal: kind(2, 2, "", 2),
  cylindrical: kind(2, 2, "", 1),
  gimbal: kind(3, 3, "", 0),
  planar: kind(4, 3, "", 0),
  spherical: kind(4, 3, "", 0),
  floating: kind(7, 6, "", 0),
  fixed: kind(0, 0, "", 0),
};

/** A joint's kind; of an unknown type that of a revolute joint. */
export const jointKind = (type: Json | undefined): JointKind => JOINTS[typeof type === "string" ? type : ""] ?? JOINTS.revolute!;

/** Units of what acts along a joint's coordinate. */
export function unitsOf(type: Json | undefined): { position: string; speed: string; force: string; stiffness: string; damping: string } {
  return jointKind(type).unit === "m"
    ? { position: "m", speed: "m/s", force: "N", stiffness: "N/m", damping: "N s/m" }
    : { position: "rad", speed: "rad/s", force: "N m", stiffness: "N m/rad", damping: "N m s/rad" };
}
