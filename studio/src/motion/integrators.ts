/** Steps of time: classical Runge-Kutta with one length of step, and Dormand-Prince 5(4), which chooses its steps. */

/** A state and what forces and losses have put in since the start. */
export interface Moment {
  t: number;
  q: Float64Array;
  v: Float64Array;
  work: number;
}

/** Equations of motion under all that acts: dq/dt, dv/dt, and the power of what is not in the energy. */
export interface Flow {
  slope(t: number, q: Float64Array, v: Float64Array): { dq: Float64Array; a: Float64Array; power: number };
  /** Put coordinates back where they belong (unit quaternions), in place. */
  tidy(q: Float64Array): void;
}

/** Goes from a moment towards `end` and lands on it, or stops on the way after `most` steps. */
export type Method = (from: Moment, end: number, most?: number) => Moment;

/** An integration that cannot go on; t: where. */
export class Stuck extends Error {
  constructor(
    readonly t: number,
    what: string,
  ) {
    super(what);
  }
}

type Slope = ReturnType<Flow["slope"]>;

/** Runge-Kutta of order 4 with steps of at most `step`, equal between two instants. */
export function rk4(flow: Flow, step: number): Method {
  return (from, end, most = Infinity) => {
    let now = from;
    const count = Math.max(1, Math.ceil((end - from.t) / step - 1e-9));
    for (let n = 0; n < Math.min(count, most); n++) {
      const h = (end - from.t) / count;
      now = rk4Step(flow, now, h);
      now.t = n + 1 === count ? end : from.t + (n + 1) * h;
      need(now);
    }
    return now;
  };
}

function rk4Step(flow: Flow, { t, q, v, work }: Moment, h: number): Moment {
  const k1 = flow.slope(t, q, v);
  const k2 = flow.slope(t + h / 2, moved(q, k1.dq, h / 2), moved(v, k1.a, h / 2));
  const k3 = flow.slope(t + h / 2, moved(q, k2.dq, h / 2), moved(v, k2.a, h / 2));
  const k4 = flow.slope(t + h, moved(q, k3.dq, h), moved(v, k3.a, h));
  const mean = (x: Float64Array, a: Float64Array, b: Float64Array, c: Float64Array, d: Float64Array) => {
    const out = new Float64Array(x.length);
    for (let k = 0; k < out.length; k++) out[k] = x[k]! + (h / 6) * (a[k]! + 2 * (b[k]! + c[k]!) + d[k]!);
    return out;
  };
  const made = mean(q, k1.dq, k2.dq, k3.dq, k4.dq);
  flow.tidy(made);
  return {
    t: t + h,
    q: made,
    v: mean(v, k1.a, k2.a, k3.a, k4.a),
    work: work + (h / 6) * (k1.power + 2 * (k2.power + k3.power) + k4.power),
  };
}

function moved(x: Float64Array, dx: Float64Array, h: number): Float64Array {
  const out = new Float64Array(x.length);
  for (let k = 0; k < out.length; k++) out[k] = x[k]! + h * dx[k]!;
  return out;
}

// Dormand & Prince 1980, table 2: a family of embedded Runge-Kutta formulae, RK5(4)7M
const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const A = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const B = [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0];
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
const TRIES = 50; // a step that is refused as often does not get better

/** Dormand-Prince 5(4): steps such that the error of each is below the tolerance; they land on the ends asked for. */
export function dopri5(flow: Flow, tolerance: number, first = 1e-3): Method {
  let wanted = first;
  return (from, end, most = Infinity) => {
    let now = from;
    for (let n = 0; now.t < end && n < most; n++) {
      const left = end - now.t;
      const whole = wanted >= left * 0.999999;
      let h = whole ? left : Math.min(wanted, left / 2);
      for (let k = 0; ; k++) {
        const { made, error } = dopriStep(flow, now, h, tolerance);
        const factor = Number.isFinite(error) ? Math.min(5, Math.max(0.2, 0.9 * Math.max(error, 1e-10) ** -0.2)) : 0.1;
        if (error <= 1) {
          made.t = h === left ? end : now.t + h;
          wanted = whole ? Math.max(wanted, h * factor) : h * factor;
          if (k > 0) wanted = h * Math.min(1, factor);
          now = made;
          break;
        }
        h *= Math.min(0.9, factor);
        wanted = h;
        if (k > TRIES || h < 1e-13 * Math.max(1, Math.abs(now.t))) throw new Stuck(now.t, `steps shrink below ${h.toExponential(1)} s`);
      }
      need(now);
    }
    return now;
  };
}

function dopriStep(flow: Flow, { t, q, v, work }: Moment, h: number, tolerance: number): { made: Moment; error: number } {
  const k: Slope[] = [];
  for (let s = 0; s < 7; s++) k.push(flow.slope(t + C[s]! * h, summed(q, k, A[s]!, h, "dq"), summed(v, k, A[s]!, h, "a")));
  const made = { t: t + h, q: summed(q, k, B, h, "dq"), v: summed(v, k, B, h, "a"), work };
  let sum = 0;
  for (const [x, y, name] of [[q, made.q, "dq"], [v, made.v, "a"]] as const) {
    for (let i = 0; i < x.length; i++) {
      let e = 0;
      for (let s = 0; s < 7; s++) e += E[s]! * k[s]![name][i]!;
      sum += ((h * e) / (tolerance * (1 + Math.max(Math.abs(x[i]!), Math.abs(y[i]!))))) ** 2;
    }
  }
  for (let s = 0; s < 7; s++) made.work += h * B[s]! * k[s]!.power;
  flow.tidy(made.q);
  return { made, error: Math.sqrt(sum / Math.max(1, q.length + v.length)) };
}

function summed(x: Float64Array, k: Slope[], weights: number[], h: number, name: "dq" | "a"): Float64Array {
  const out = Float64Array.from(x);
  for (let s = 0; s < weights.length; s++) {
    const w = h * weights[s]!;
    if (w === 0) continue;
    const slope = k[s]![name];
    for (let i = 0; i < out.length; i++) out[i]! += w * slope[i]!;
  }
  return out;
}

/** Numbers, or the end of the integration. */
export function need(now: Moment): void {
  if (now.q.every(Number.isFinite) && now.v.every(Number.isFinite) && Number.isFinite(now.work)) return;
  throw new Stuck(now.t, "positions or speeds are no numbers any more");
}
