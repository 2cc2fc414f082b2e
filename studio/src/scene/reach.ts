/**
 * A point of a body is drawn to a place: inverse kinematics by damped least squares (Wampler 1986; Buss 2004), a step of which is
 * dv = J' (J J' + damping^2 1)^-1 error. Rows of J come from unit forces at the point.
 */
import { add, length, scale, sub, type Vec } from "./rigid";

/** What can be moved. q: coordinates; v: its rates, as many as the rows of J have entries. */
export interface Movable {
  /** Where the point is. */
  point(q: Float64Array): Vec;
  /** Three rows: dx/dv, dy/dv, dz/dv of the point. */
  rows(q: Float64Array): readonly ArrayLike<number>[];
  /** q after a small motion dv; null where the mechanism cannot go there. */
  moved(q: Float64Array, dv: Float64Array): Float64Array | null;
  /** How far each entry of v may still go, down and up, at q. */
  room(q: Float64Array): { down: ArrayLike<number>; up: ArrayLike<number> };
}

const ITERATIONS = 40;
const LARGEST = 0.25; // rad or m per step: beyond it the Jacobian says little

/** Coordinates with the point as near to the goal as it comes. size: of the mechanism, for damping and for what counts as there. */
export function reach(arm: Movable, start: Float64Array, goal: Vec, size: number): Float64Array {
  let q = start;
  let error = sub(goal, arm.point(q));
  let part = 0.02;
  for (let k = 0; k < ITERATIONS && length(error) > 1e-5 * size; k++) {
    const damping = Math.sqrt(part * size * length(error)); // vanishes with the error (Sugihara 2011), holds where the goal is out of reach
    const dv = step(arm, q, error, damping);
    const next = dv && arm.moved(q, dv);
    const left = next ? sub(goal, arm.point(next)) : error;
    if (next && length(left) < length(error)) [q, error, part] = [next, left, Math.max(part / 2, 1e-3)];
    else if ((part *= 4) > 1e4) break;
  }
  return q;
}

/** One step; what would leave its limits stands still, and the others are asked again. */
function step(arm: Movable, q: Float64Array, error: Vec, damping: number): Float64Array | null {
  const rows = arm.rows(q);
  const { down, up } = arm.room(q);
  const n = rows[0]?.length ?? 0;
  const held = new Set<number>();
  for (let round = 0; round <= n; round++) {
    const dv = leastSquares(rows, error, damping, held);
    const longest = dv.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    if (longest === 0) return null;
    if (longest > LARGEST) dv.forEach((x, k) => (dv[k] = (x * LARGEST) / longest));
    const blocked = [...dv.keys()].filter((k) => !held.has(k) && ((dv[k]! > 0 && up[k]! <= 1e-9) || (dv[k]! < 0 && down[k]! <= 1e-9)));
    if (blocked.length === 0) return dv.map((x, k) => Math.min(up[k]!, Math.max(-down[k]!, x)));
    for (const k of blocked) held.add(k);
  }
  return null;
}

function leastSquares(rows: readonly ArrayLike<number>[], error: Vec, damping: number, held: ReadonlySet<number>): Float64Array {
  const n = rows[0]?.length ?? 0;
  const free = [...Array(n).keys()].filter((k) => !held.has(k));
  const A = [0, 1, 2].map((r) => [0, 1, 2].map((c) => free.reduce((sum, k) => sum + rows[r]![k]! * rows[c]![k]!, r === c ? damping * damping : 0)));
  const y = solve3(A, error);
  const dv = new Float64Array(n);
  for (const k of free) dv[k] = rows[0]![k]! * y[0] + rows[1]![k]! * y[1] + rows[2]![k]! * y[2];
  return dv;
}

/** Three equations, symmetric and positive definite: by Cramer's rule. */
function solve3(A: number[][], b: Vec): Vec {
  const [[a, d, e], [, f, g], [, , h]] = A as [Vec, Vec, Vec];
  const c0: Vec = [f * h - g * g, e * g - d * h, d * g - e * f];
  const det = a * c0[0] + d * c0[1] + e * c0[2];
  const c1: Vec = [c0[1], a * h - e * e, d * e - a * g];
  const c2: Vec = [c0[2], c1[2], a * f - d * d];
  return scale(add(add(scale(c0, b[0]), scale(c1, b[1])), scale(c2, b[2])), 1 / det);
}
