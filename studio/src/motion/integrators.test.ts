import { expect, test } from "vitest";
import { accountOf } from "./account";
import { columnsOf } from "./columns";
import { dopri5, type Flow, type Moment, rk4, Stuck } from "./integrators";
import { moverOf, tidier, unitGroups } from "./mover";
import { pendulum } from "./pendulum.fixture";
import { type Watch, watchOf } from "./probes";
import { Session } from "./session";

/** x'' = -x: x = cos t. */
const oscillator: Flow = {
  slope: (_t, q, v) => ({ dq: v, a: Float64Array.of(-q[0]!), power: 0 }),
  tidy: () => undefined,
};
const begin = (): Moment => ({ t: 0, q: Float64Array.of(1), v: Float64Array.of(0), work: 0 });

test("Runge-Kutta converges with order 4 to the cosine", () => {
  const errors = [0.1, 0.05, 0.025, 0.0125].map((h) => Math.abs(rk4(oscillator, h)(begin(), 10).q[0]! - Math.cos(10)));
  for (let k = 1; k < errors.length; k++) expect(Math.log2(errors[k - 1]! / errors[k]!)).toBeCloseTo(4, 0);
  expect(rk4(oscillator, 1e-3)(begin(), 10).t).toBe(10);
});

test("Dormand-Prince keeps its tolerance, and errors fall with it", () => {
  const error = (tolerance: number) => Math.abs(dopri5(oscillator, tolerance)(begin(), 10).q[0]! - Math.cos(10));
  expect(error(1e-6)).toBeLessThan(1e-4);
  expect(error(1e-10)).toBeLessThan(1e-8);
  expect(error(1e-10)).toBeLessThan(error(1e-6) / 100);
});

test("Dormand-Prince is of order 5: its work for a tolerance grows as the fifth root", () => {
  let calls = 0;
  const counted: Flow = { ...oscillator, slope: (t, q, v) => (calls++, oscillator.slope(t, q, v)) };
  const cost = (tolerance: number) => {
    calls = 0;
    dopri5(counted, tolerance)(begin(), 100);
    return calls;
  };
  const ratio = cost(1e-11) / cost(1e-6);
  expect(ratio).toBeGreaterThan(10 ** 0.8);
  expect(ratio).toBeLessThan(10 ** 1.2);
});

test("both land on instants asked for, however many steps a call may make", () => {
  for (const way of [rk4(oscillator, 1e-3), dopri5(oscillator, 1e-9)]) {
    let now = begin();
    let calls = 0;
    while (now.t < 0.37) {
      now = way(now, 0.37, 3);
      calls++;
    }
    expect(now.t).toBe(0.37);
    expect(calls).toBeGreaterThan(1);
    expect(now.q[0]).toBeCloseTo(Math.cos(0.37), 9);
  }
});

test("an explosion is a Stuck with its time", () => {
  const wild: Flow = { slope: (_t, q, v) => ({ dq: v, a: Float64Array.of(1e9 * q[0]! ** 3), power: 0 }), tidy: () => undefined };
  for (const way of [rk4(wild, 1e-2), dopri5(wild, 1e-6)]) {
    expect(() => way(begin(), 100)).toThrow(Stuck);
  }
});

test("a pendulum keeps its energy, and its period is the elliptic integral's", () => {
  const program = pendulum({ q: 1, v: 0 });
  const around = { parameters: Float64Array.of(1, 2, 9.81, 0), push: null, signals: () => new Float64Array(0) };
  for (const method of ["rk4", "dopri5"] as const) {
    const mover = moverOf(program, { step: 1e-3, tolerance: 1e-10, method }, around);
    const session = Session.begin(program, mover, { t: 0, q: Float64Array.of(1), v: Float64Array.of(0), work: 0 }, 100);
    session.compute(10, 10, Infinity);
    expect(session.tape.t.length).toBe(1001);
    expect(session.tape.t[137]).toBe(137 / 100);
    expect(session.account.error).toBeLessThan(1e-9);
    expect(accountOf(session.tape).error).toBe(session.account.error);
    // T = 4 sqrt(L/g) K(sin(1/2)); K by the arithmetic-geometric mean
    let [a, b] = [1, Math.cos(0.5)];
    for (let k = 0; k < 20; k++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
    const period = (4 / Math.sqrt(9.81)) * (Math.PI / 2 / a);
    const at = session.tape.v.findIndex((v, k) => k > 100 && v[0]! < 0 && session.tape.v[k - 1]![0]! >= 0);
    const [v0, v1] = [session.tape.v[at - 1]![0]!, session.tape.v[at]![0]!];
    expect((at - 1 + v0 / (v0 - v1)) / 100).toBeCloseTo(period, 5);
  }
});

test("damping goes to the work, a change of a parameter too: the account stays balanced", () => {
  const program = pendulum({ q: 1, v: 0 }, 0.5);
  const around = { parameters: Float64Array.of(1, 2, 9.81, 0.5), push: null, signals: () => new Float64Array(0) };
  const mover = () => moverOf(program, { step: 1e-3, tolerance: 1e-9, method: "rk4" }, around);
  const first = Session.begin(program, mover(), { t: 0, q: Float64Array.of(1), v: Float64Array.of(0), work: 0 }, 100);
  first.compute(3, 10, Infinity);
  expect(first.tape.work.at(-1)).toBeLessThan(-0.5);
  around.parameters = Float64Array.of(1.5, 2, 9.81, 0.5);
  const then = Session.resume(program, mover(), first.tape, 2, 100);
  expect(then.tape.t.at(-1)).toBe(2);
  then.compute(10, 10, Infinity);
  expect(then.tape.t.length).toBe(1001);
  expect(then.account.error).toBeLessThan(1e-9);
  expect(first.tape.t.length).toBe(301);
});

test("a fork keeps the columns before it and makes those from it on anew", () => {
  const program = pendulum({ q: 1, v: 0 }, 0.5);
  const around = { parameters: Float64Array.of(1, 2, 9.81, 0.5), push: null, signals: () => new Float64Array(0) };
  const mover = () => moverOf(program, { step: 1e-3, tolerance: 1e-9, method: "rk4" }, around);
  const first = Session.begin(program, mover(), { t: 0, q: Float64Array.of(1), v: Float64Array.of(0), work: 0 }, 100);
  first.compute(3, 10, Infinity);
  const watch = watchOf({ of: "frames/tip", what: "position" }, program.layout) as Watch;
  const before = columnsOf(first.tape, watch)[2]!;
  around.parameters = Float64Array.of(2, 2, 9.81, 0.5);
  const then = Session.resume(program, mover(), first.tape, 2, 100);
  then.compute(3, 10, Infinity);
  const after = columnsOf(then.tape, watch)[2]!;
  expect(after.length).toBe(301);
  expect([...after.subarray(0, 200)]).toEqual([...before.subarray(0, 200)]);
  expect(after[200]).toBeCloseTo(2 * before[200]!, 12);
});

test("quaternions are found by their units and brought back to length one", () => {
  const { layout } = pendulum();
  const ball = ["qx", "qy", "qz", "qw"].map((name, k) => ({ ...layout.coordinates[0]!, name: `ball.${name}`, joint: "ball", index: k + 1, unit: "" as const }));
  const mixed = { ...layout, coordinates: [...layout.coordinates, ...ball] };
  expect(unitGroups(mixed)).toEqual([[1, 2, 3, 4]]);
  const q = Float64Array.of(5, 0, 3, 0, 4);
  tidier(mixed)(q);
  expect([...q]).toEqual([5, 0, 0.6000000000000001, 0, 0.8]);
});
