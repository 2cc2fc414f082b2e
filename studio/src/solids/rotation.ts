/** Rotations of shapes: rpy as everywhere in the document, R = Rz(yaw) Ry(pitch) Rx(roll). */
export type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** The matrix of roll, pitch and yaw. */
export function rotation([roll, pitch, yaw]: readonly number[]): Matrix {
  const [cr, sr, cp, sp, cy, sy] = [Math.cos(roll!), Math.sin(roll!), Math.cos(pitch!), Math.sin(pitch!), Math.cos(yaw!), Math.sin(yaw!)];
  return clean([
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ]);
}

/** Entries that mean 0, 1 or -1 are that. */
const clean = (m: Matrix): Matrix => m.map((r) => r.map((x) => (Math.abs(x - Math.round(x)) < 1e-9 ? Math.round(x) + 0 : x))) as Matrix;

/** Whether it turns axes into axes: quarter turns only. */
export const isQuarterTurn = (m: Matrix): boolean => m.every((r) => r.every((x) => Number.isInteger(x)));

/** a b. */
export const multiplied = (a: Matrix, b: Matrix): Matrix => a.map((r) => [0, 1, 2].map((j) => r[0] * b[0]![j]! + r[1] * b[1]![j]! + r[2] * b[2]![j]!)) as Matrix;
/** a turned over its diagonal. */
export const transposed = (a: Matrix): Matrix => [0, 1, 2].map((i) => [a[0][i], a[1][i], a[2][i]]) as Matrix;
/** a v. */
export const applied = (a: Matrix, v: readonly number[]): [number, number, number] => a.map((r) => r[0] * v[0]! + r[1] * v[1]! + r[2] * v[2]!) as [number, number, number];
