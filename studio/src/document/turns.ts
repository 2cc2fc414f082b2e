/** Rotations as the document writes them: roll-pitch-yaw (Rz Ry Rx), quaternion x y z w, matrix. */
export type Three = [number, number, number];
export type Four = [number, number, number, number];
export type Matrix = [Three, Three, Three];

/** A number without the dust of floating point. */
export const tidy = (x: number): number => {
  const rounded = Number(x.toPrecision(13));
  return Math.abs(rounded) < 1e-15 ? 0 : rounded;
};

export function matrixOfRpy([r, p, y]: Three): Matrix {
  const [cr, sr, cp, sp, cy, sy] = [Math.cos(r), Math.sin(r), Math.cos(p), Math.sin(p), Math.cos(y), Math.sin(y)];
  return [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
}

/** Where the pitch is a right angle, the yaw is taken as zero. */
export function rpyOfMatrix(m: Matrix): Three {
  const pitch = Math.atan2(-m[2][0], Math.hypot(m[0][0], m[1][0]));
  if (Math.hypot(m[0][0], m[1][0]) < 1e-9) return [Math.atan2(-m[1][2], m[1][1]), pitch, 0];
  return [Math.atan2(m[2][1], m[2][2]), pitch, Math.atan2(m[1][0], m[0][0])];
}

export function matrixOfQuaternion(q: Four): Matrix {
  const length = Math.hypot(...q) || 1;
  const [x, y, z, w] = q.map((v) => v / length) as Four;
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

export function quaternionOfRpy([r, p, y]: Three): Four {
  const [cr, sr, cp, sp, cy, sy] = [r, p, y].flatMap((a) => [Math.cos(a / 2), Math.sin(a / 2)]) as [number, number, number, number, number, number];
  return [sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy, cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy];
}

export const rpyOfQuaternion = (q: Four): Three => rpyOfMatrix(matrixOfQuaternion(q));
