/** Vectors, rotations and poses in plain numbers: what the 3D view computes with before anything is drawn. */
export type Vec = [number, number, number];
/** Rotation row by row, then position: as `place` of the generated program gives poses. */
export type Pose = readonly number[];

export const ZERO: Vec = [0, 0, 0];
export const IDENTITY: Pose = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec, s: number): Vec => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec, b: Vec): Vec => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a: Vec): number => Math.hypot(a[0], a[1], a[2]);
/** A direction of length one; `otherwise` where there is none. */
export const unit = (a: Vec, otherwise: Vec = [0, 0, 1]): Vec => (length(a) > 1e-12 ? scale(a, 1 / length(a)) : otherwise);
export const vec = (x: ArrayLike<number>, at = 0): Vec => [x[at] ?? 0, x[at + 1] ?? 0, x[at + 2] ?? 0];

/** The k-th pose of `place`. */
export const poseAt = (poses: ArrayLike<number>, k: number): Pose => Array.from({ length: 12 }, (_, n) => poses[12 * k + n] ?? 0);
export const origin = (X: Pose): Vec => vec(X, 9);
/** A direction of a frame in the axes that its pose is given in. */
export const turned = (X: Pose, a: Vec): Vec => [dot(vec(X, 0), a), dot(vec(X, 3), a), dot(vec(X, 6), a)];
/** A point of a frame, where its pose is given. */
export const placed = (X: Pose, a: Vec): Vec => add(turned(X, a), origin(X));

const column = (X: Pose, k: number): Vec => [X[k]!, X[3 + k]!, X[6 + k]!];

/** The pose the other way round. */
export function inverse(X: Pose): Pose {
  const rows = [column(X, 0), column(X, 1), column(X, 2)] as const;
  const p = origin(X);
  return [...rows[0], ...rows[1], ...rows[2], -dot(rows[0], p), -dot(rows[1], p), -dot(rows[2], p)];
}

/** X_a_b, X_b_c -> X_a_c. */
export function compose(a: Pose, b: Pose): Pose {
  const columns = [0, 1, 2].map((k) => turned(a, column(b, k)));
  const rows = [0, 1, 2].flatMap((r) => columns.map((c) => c[r]!));
  return [...rows, ...placed(a, origin(b))];
}

/** Rz(yaw) Ry(pitch) Rx(roll), and a position. */
export function fromXyzRpy(xyz: Vec, rpy: Vec): Pose {
  const [cr, cp, cy] = rpy.map(Math.cos) as Vec;
  const [sr, sp, sy] = rpy.map(Math.sin) as Vec;
  return [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, -sp, cp * sr, cp * cr, ...xyz];
}

/** Roll, pitch and yaw of a rotation; where the pitch is a right angle, roll is zero. */
export function rpyOf(X: Pose): Vec {
  const pitch = Math.atan2(-X[6]!, Math.hypot(X[0]!, X[3]!));
  if (Math.hypot(X[0]!, X[3]!) < 1e-9) return [0, pitch, Math.atan2(-X[1]!, X[4]!)];
  return [Math.atan2(X[7]!, X[8]!), pitch, Math.atan2(X[3]!, X[0]!)];
}

/** A rotation from a quaternion x y z w (any length but zero), and a position. */
export function fromQuaternion([x, y, z, w]: readonly [number, number, number, number], p: Vec = ZERO): Pose {
  const s = 2 / (x * x + y * y + z * z + w * w || 1);
  return [
    1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w),
    s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w),
    s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y),
    ...p,
  ];
}

/** A frame at p with z along a direction. */
export function along(p: Vec, direction: Vec): Pose {
  const z = unit(direction);
  const x = unit(cross(Math.abs(z[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0], z), [1, 0, 0]);
  const y = cross(z, x);
  return [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2], ...p];
}
