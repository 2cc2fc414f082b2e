/** The ellipsoid of uniform density that has a body's mass and inertia: what its numbers look like. */
import type { Tree } from "@/backend/protocol";
import { evaluate, type Names } from "@/document/formula";
import { cross, type Pose, type Vec } from "./rigid";

export interface Ellipsoid {
  /** In the body's frame: its axes are the principal axes, its origin the centre of mass. */
  pose: Pose;
  /** Semi-axes in metres; what no rigid body can have is zero. */
  radii: Vec;
}

type Symmetric = [Vec, Vec, Vec];

/** Of a body as `check` reports it (ten parameters at the body's frame); null where it has no mass or no numbers. */
export function ellipsoidOf(body: Tree["bodies"][number], names: Names): Ellipsoid | null {
  const value = (x: number | string) => evaluate(x, names) ?? NaN;
  const m = value(body.mass);
  const c = body.first_moment.map((x) => value(x) / m) as Vec;
  const [xx, xy, yy, xz, yz, zz] = body.inertia.map(value) as [number, number, number, number, number, number];
  if (!(m > 0) || ![...c, xx, xy, yy, xz, yz, zz].every(Number.isFinite)) return null;
  const far = c[0] ** 2 + c[1] ** 2 + c[2] ** 2;
  const about: Symmetric = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]];
  const central = about.map((row, i) => row.map((x, j) => x - m * ((i === j ? far : 0) - c[i]! * c[j]!))) as Symmetric;
  const { values, axes } = principal(central);
  const [a, b, d] = values;
  const radius = (mine: number, one: number, other: number) => Math.sqrt(Math.max(0, (2.5 * (one + other - mine)) / m));
  const z = cross(axes[0], axes[1]);
  const [x, y] = axes;
  return { pose: [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2], ...c], radii: [radius(a, b, d), radius(b, a, d), radius(d, a, b)] };
}

/** Eigenvalues and orthonormal eigenvectors of a symmetric matrix, by Jacobi's rotations. */
export function principal(matrix: Symmetric): { values: Vec; axes: [Vec, Vec, Vec] } {
  const A = matrix.map((row) => [...row]) as number[][];
  const V = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  for (let sweep = 0; sweep < 30; sweep++)
    for (const [p, q] of [[0, 1], [0, 2], [1, 2]] as const) {
      if (Math.abs(A[p]![q]!) < 1e-300) continue;
      const theta = (A[q]![q]! - A[p]![p]!) / (2 * A[p]![q]!);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      const s = t * c;
      for (const M of [A, V])
        for (const row of M) [row[p], row[q]] = [c * row[p]! - s * row[q]!, s * row[p]! + c * row[q]!];
      for (let k = 0; k < 3; k++) [A[p]![k], A[q]![k]] = [c * A[p]![k]! - s * A[q]![k]!, s * A[p]![k]! + c * A[q]![k]!];
    }
  const column = (k: number): Vec => [V[0]![k]!, V[1]![k]!, V[2]![k]!];
  return { values: [A[0]![0]!, A[1]![1]!, A[2]![2]!], axes: [column(0), column(1), column(2)] };
}
