import { expect, test } from "vitest";
import { pendulum } from "./pendulum.fixture";
import { setupOf } from "./setup";
import { gridOf, SCALARS, sweep, sweepCsv, valuesOf } from "./sweep";

test("ranges hold both ends, grids all combinations", () => {
  expect(valuesOf({ name: "L", from: 1, to: 2, count: 3 })).toEqual([1, 1.5, 2]);
  expect(gridOf([{ name: "a", from: 0, to: 1, count: 2 }, { name: "b", from: 5, to: 5, count: 1 }])).toEqual([[0, 5], [1, 5]]);
});

test("a sweep of length and mass: the least height of a pendulum's tip is -L, whatever its mass", async () => {
  const program = pendulum({ q: 1, v: 0 });
  const asked = { ranges: [{ name: "L", from: 0.5, to: 1.5, count: 3 }, { name: "m", from: 1, to: 2, count: 2 }], probe: { of: "frames/tip", what: "position" }, curve: 2 };
  const setup = setupOf({ studio: { run: { time: 3 } } });
  const parts: number[] = [];
  const runs = await sweep(program, Float64Array.of(1, 2, 9.81, 0), setup, asked, (part) => parts.push(part) > 0);
  expect(runs.map((r) => r.values)).toEqual([[0.5, 1], [0.5, 2], [1, 1], [1, 2], [1.5, 1], [1.5, 2]]);
  for (const run of runs) {
    expect(SCALARS.min!(run.y)).toBeCloseTo(-run.values[0]!, 3);
    expect(run.y[0]).toBeCloseTo(-run.values[0]! * Math.cos(1), 12);
  }
  expect(parts.at(-1)).toBe(1);
  expect(sweepCsv(asked, runs, "tip z").split("\r\n")[0]).toBe("L,m,tip z max,tip z min,tip z final,tip z rms");
});

test("a sweep ends when it is told to", async () => {
  const asked = { ranges: [{ name: "L", from: 0.5, to: 1.5, count: 30 }], probe: { of: "joints/pivot", what: "position" }, curve: 0 };
  let heard = 0;
  const runs = await sweep(pendulum(), Float64Array.of(1, 2, 9.81, 0), setupOf({ studio: { run: { time: 0.1 } } }), asked, () => ++heard < 5);
  expect(runs.length).toBeLessThan(6);
});

test("a start that depends on what is swept is told, not taken as it was", async () => {
  const asked = { ranges: [{ name: "L", from: 0.5, to: 1.5, count: 2 }], probe: { of: "joints/pivot", what: "position" }, curve: 0 };
  const setup = setupOf({ studio: { run: { time: 0.1 }, start: { q: { pivot: "L/2" } } } });
  const runs = await sweep(pendulum(), Float64Array.of(1, 2, 9.81, 0), setup, asked, () => true);
  expect(runs.map((r) => [r.y.length, r.stuck.includes("start depends on L")])).toEqual([[0, true], [0, true]]);
});
