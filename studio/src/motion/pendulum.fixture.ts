/** A planar pendulum written by hand, in the shape of a generated program: the tests' own mechanism. */
import type { Layout } from "@/backend/protocol";
import type { Program, ProgramFunctions } from "./state";

/** theta'' = -(g/L) sin(theta) - d/(m L^2) theta' + push; parameters: L, m, g, d. */
export function pendulum(start = { q: 1, v: 0 }, damping = 0): Program {
  const layout: Layout = {
    kind: "open",
    name: "pendulum",
    nq: 1,
    nv: 1,
    tree: { nq: 1, nv: 1 },
    coordinates: [{ name: "pivot", joint: "pivot", index: 0, unit: "rad", free: true, why: "", start: 0, lower: null, upper: null }],
    freedoms: [{ name: "pivot", joint: "pivot", index: 0, unit: "rad/s" }],
    start: { q: [start.q], v: [start.v] },
    parameters: [
      { name: "L", value: 1 },
      { name: "m", value: 2 },
      { name: "g", value: 9.81 },
      { name: "d", value: damping },
    ],
    poses: [{ name: "tip", kind: "frame" }],
    bodies: [{ name: "rod", joint: "pivot", parent: "world", mass: 2 }],
    signals: [],
    stops: {},
    variables: [],
    notes: [],
  };
  const functions = {
    slope(_t: number, q: Float64Array, v: Float64Array, _s: Float64Array, push: Float64Array, [L, m, g, d]: [number, number, number, number]) {
      const a = (-m * g * L * Math.sin(q[0]!) - d * v[0]! + push[0]!) / (m * L * L);
      return { dq: Float64Array.of(v[0]!), a: Float64Array.of(a), power: v[0]! * (push[0]! - d * v[0]!) };
    },
    observe(_t: number, q: Float64Array, v: Float64Array, _a: Float64Array, _s: Float64Array, _p: Float64Array, [L, m, g, d]: [number, number, number, number]) {
      return { tau: Float64Array.of(0), acting: Float64Array.of(-d * v[0]!), kinetic: (m * L * L * v[0]! ** 2) / 2, potential: -m * g * L * Math.cos(q[0]!) };
    },
    place: (q: Float64Array, [L]: number[]) => ({ poses: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, L! * Math.sin(q[0]!), 0, -L! * Math.cos(q[0]!)) }),
    speeds: (q: Float64Array, v: Float64Array, [L]: number[]) => ({ twists: Float64Array.of(L! * Math.cos(q[0]!) * v[0]!, 0, L! * Math.sin(q[0]!) * v[0]!, 0, 0, 0) }),
    pull: () => ({ push: Float64Array.of(0) }),
  };
  return { hash: "", layout, functions: functions as unknown as ProgramFunctions };
}
