import { describe, expect, test } from "vitest";
import { type Movable, reach } from "./reach";
import { cross, length, sub, type Vec } from "./rigid";

/** Turns about axes through points, one after the other: exponentials of screws (Rodrigues), independent of the generated programs. */
function arm(axes: Vec[], through: Vec[], tip: Vec, limit = Infinity): Movable {
  const turn = (p: Vec, axis: Vec, at: Vec, q: number): Vec => {
    const r = sub(p, at);
    const k = cross(axis, r);
    const d = axis[0] * r[0] + axis[1] * r[1] + axis[2] * r[2];
    return [0, 1, 2].map((n) => at[n as 0] + r[n as 0] * Math.cos(q) + k[n as 0] * Math.sin(q) + axis[n as 0] * d * (1 - Math.cos(q))) as Vec;
  };
  const point = (q: Float64Array): Vec => axes.reduceRight<Vec>((p, axis, k) => turn(p, axis, through[k]!, q[k]!), tip);
  const h = 1e-6;
  return {
    point,
    rows: (q) => {
      const columns = axes.map((_, k) => sub(point(q.map((x, n) => (n === k ? x + h : x))), point(q.map((x, n) => (n === k ? x - h : x)))).map((x) => x / (2 * h)));
      return [0, 1, 2].map((r) => columns.map((c) => c[r]!));
    },
    moved: (q, dv) => q.map((x, k) => x + dv[k]!),
    room: (q) => ({ down: q.map((x) => x + limit), up: q.map((x) => limit - x) }),
  };
}

const Z: Vec = [0, 0, 1];
const planar = (limit?: number) => arm([Z, Z], [[0, 0, 0], [1, 0, 0]], [2, 0, 0], limit);

describe("a point drawn to a place", () => {
  test("two links in the plane: the closed form of the elbow", () => {
    const q = reach(planar(), Float64Array.of(0.2, 0.4), [1, 1, 0], 2);
    expect(length(sub(planar().point(q), [1, 1, 0]))).toBeLessThan(1e-4);
    expect(Math.abs(q[1]!)).toBeCloseTo(Math.PI / 2, 3);
  });
  test("a place beyond reach: stretched towards it, and nothing flies off", () => {
    const q = reach(planar(), Float64Array.of(0.2, 0.4), [3, 3, 0], 2);
    expect(length(sub(planar().point(q), [Math.SQRT2, Math.SQRT2, 0]))).toBeLessThan(0.02);
    const beside = reach(planar(), Float64Array.of(0.2, 0.4), [1, 1, 5], 2);
    expect(beside.every((x) => Math.abs(x) < 4)).toBe(true);
  });
  test("limits hold", () => {
    const q = reach(planar(0.5), Float64Array.of(0.2, 0.4), [0, 1.8, 0], 2);
    expect(Math.max(...q.map(Math.abs))).toBeLessThanOrEqual(0.5 + 1e-12);
    expect([...q].map((x) => Number(x.toFixed(3)))).toEqual([0.5, 0.5]);
  });
  test("six axes in space: hundred random places are reached", () => {
    const six = arm([Z, [0, 1, 0], [0, 1, 0], Z, [0, 1, 0], Z], [[0, 0, 0], [0, 0, 0.4], [0, 0, 0.9], [0, 0, 1], [0, 0, 1.3], [0, 0, 1.4]], [0.05, 0, 1.5]);
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let reached = 0;
    for (let k = 0; k < 100; k++) {
      const goal = six.point(Float64Array.from({ length: 6 }, () => 2 * random() - 1));
      let q: Float64Array = Float64Array.from({ length: 6 }, () => 0.6 * random() + 0.2);
      for (let move = 0; move < 6; move++) q = reach(six, q, goal, 1.5);
      if (length(sub(six.point(q), goal)) < 1e-3) reached++;
    }
    expect(reached).toBe(100);
  });
});
