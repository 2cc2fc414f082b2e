/** What moves a program: its equations with all that acts at present, whatever kind of mechanism it is. */
import type { Layout, RunSetup } from "@/backend/protocol";
import { dopri5, type Flow, type Method, type Moment, need, rk4 } from "./integrators";
import type { MotionState, Program, ProgramFunctions } from "./state";
import type { Seen } from "./tape";

/** What acts from outside the document; asked for again at every step. */
export interface Surroundings {
  parameters: Float64Array;
  push: MotionState["push"];
  signals: (t: number) => Float64Array;
}

export interface Mover {
  /** Towards an instant, at most so many steps; lands on it. */
  to: Method;
  observe(now: Moment): Seen;
  /** Values of the parameters that act now. */
  parameters(): Float64Array;
}

type Numbers = { step: number; tolerance: number; method: RunSetup["method"] };

/** Of a program that the page can integrate: open trees and Lagrangians. */
export function moverOf(program: Program, numbers: Numbers, around: Surroundings): Mover {
  return program.layout.kind === "lagrangian" ? lagrangianMover(program, numbers.step, around) : treeMover(program, numbers, around);
}

function treeMover({ functions, layout }: Program, { step, tolerance, method }: Numbers, around: Surroundings): Mover {
  const [slope, observe] = [required(functions, "slope"), required(functions, "observe")];
  let push: Float64Array = new Float64Array(layout.nv);
  const flow: Flow = {
    slope(t, q, v) {
      const { dq, a, power } = slope(t, q, v, around.signals(t), push, around.parameters);
      return { dq: dq!, a: a!, power: scalar(power) };
    },
    tidy: tidier(layout),
  };
  const way = method === "dopri5" ? dopri5(flow, tolerance, Math.min(step, 1e-3)) : rk4(flow, step);
  return {
    parameters: () => around.parameters,
    to(from, end, most) {
      push = pushed(functions, layout, from.q, around);
      return way(from, end, most);
    },
    observe({ t, q, v }) {
      push = pushed(functions, layout, q, around);
      const { a } = flow.slope(t, q, v);
      const seen = observe(t, q, v, a, around.signals(t), push, around.parameters);
      return { a, tau: seen.tau!, acting: seen.acting!, kinetic: scalar(seen.kinetic), potential: scalar(seen.potential) };
    },
  };
}

/** Joint forces of a body that is pulled, held from one sample to the next. */
function pushed(functions: ProgramFunctions, layout: Layout, q: Float64Array, { push, parameters }: Surroundings): Float64Array {
  const index = push ? layout.bodies.findIndex((b) => b.name === push.body) : -1;
  if (!push || index < 0 || !functions.pull) return new Float64Array(layout.nv);
  const points = new Float64Array(3 * layout.bodies.length);
  const forces = new Float64Array(3 * layout.bodies.length);
  points.set(push.point, 3 * index);
  forces.set(push.force, 3 * index);
  return functions.pull(q, points, forces, parameters).push!;
}

/** Steps that stay on the manifold come with the program; the work is integrated by Simpson's rule over pairs of them. */
function lagrangianMover({ functions }: Program, h: number, around: Surroundings): Mover {
  const [step, observe] = [required(functions, "step"), required(functions, "observe")];
  const power = (now: Moment) => scalar(observe(now.t, now.q, now.v, around.signals(now.t), around.parameters).power);
  const advance = (now: Moment, d: number): Moment => {
    const made = step(now.t, now.q, now.v, around.signals(now.t), d, around.parameters);
    return { t: now.t + d, q: made.q!, v: made.v!, work: now.work };
  };
  return {
    parameters: () => around.parameters,
    to(from, end, most = Infinity) {
      let now = from;
      const pairs = Math.max(1, Math.ceil((end - from.t) / (2 * h) - 1e-9));
      const d = (end - from.t) / (2 * pairs);
      for (let n = 0; n < Math.min(pairs, most); n++) {
        const middle = advance(now, d);
        const next = advance(middle, d);
        next.work = now.work + (d / 3) * (power(now) + 4 * power(middle) + power(next));
        next.t = n + 1 === pairs ? end : from.t + 2 * d * (n + 1);
        need(next);
        now = next;
      }
      return now;
    },
    observe(now) {
      const seen = observe(now.t, now.q, now.v, around.signals(now.t), around.parameters);
      return { a: seen.a!, tau: seen.tau!, acting: seen.tau!, kinetic: scalar(seen.kinetic), potential: scalar(seen.potential) };
    },
  };
}

function required(functions: ProgramFunctions, name: string): ProgramFunctions[string] {
  const found = functions[name];
  if (!found) throw new Error(`the generated program has no function '${name}'`);
  return found;
}

/** A number that a generated function gave: bare, or as a vector of one. */
export const scalar = (x: unknown): number => (typeof x === "number" ? x : ((x as Float64Array | undefined)?.[0] ?? 0));

/** Groups of coordinates whose squares sum to one (quaternions; cosine and sine): those of one joint that have no unit. */
export function unitGroups(layout: Layout): number[][] {
  if (layout.kind === "lagrangian") return [];
  const groups = new Map<string, number[]>();
  for (const c of layout.coordinates) if (c.unit === "") groups.set(c.joint, [...(groups.get(c.joint) ?? []), c.index]);
  return [...groups.values()].filter((g) => g.length > 1);
}

/** Brings unit quaternions, cosines and sines back to length one, in place. */
export function tidier(layout: Layout): (q: Float64Array) => void {
  const groups = unitGroups(layout);
  return (q) => {
    for (const group of groups) {
      let sum = 0;
      for (const k of group) sum += q[k]! * q[k]!;
      const scale = 1 / Math.sqrt(sum);
      if (Number.isFinite(scale)) for (const k of group) q[k]! *= scale;
    }
  };
}
