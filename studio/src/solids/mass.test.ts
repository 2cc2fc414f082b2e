import { describe, expect, test } from "vitest";
import type { JsonMap } from "@/document/data";
import { valueOf } from "./amount";
import { massFromShapes } from "./mass";
import { applied, rotation } from "./rotation";
import { outlineOf, startOf } from "./shape";

type Inside = (p: readonly number[]) => boolean;
interface Case {
  name: string;
  shape: JsonMap;
  half: [number, number, number];
  inside: Inside;
}

const polygon: [number, number][] = [[0, 0], [0.4, 0], [0.4, 0.1], [0.1, 0.1], [0.1, 0.3], [0, 0.3]];

/** Even-odd rule. */
function within(p: readonly number[], outline: readonly [number, number][]): boolean {
  let found = false;
  outline.forEach(([x, y], k) => {
    const [u, v] = outline[(k + 1) % outline.length]!;
    if (y > p[1]! !== v > p[1]! && p[0]! < x + ((u - x) * (p[1]! - y)) / (v - y)) found = !found;
  });
  return found;
}

const CASES: Case[] = [
  { name: "box", shape: { solid: "box", size: [0.2, 0.4, 0.6] }, half: [0.1, 0.2, 0.3], inside: () => true },
  { name: "cylinder", shape: { solid: "cylinder", radius: 0.2, length: 0.5 }, half: [0.2, 0.2, 0.25], inside: ([x, y]) => Math.hypot(x!, y!) < 0.2 },
  { name: "sphere", shape: { solid: "sphere", radius: 0.3 }, half: [0.3, 0.3, 0.3], inside: (p) => Math.hypot(...p) < 0.3 },
  { name: "tube", shape: { solid: "tube", radius: 0.2, inner: 0.1, length: 0.3 }, half: [0.2, 0.2, 0.15], inside: ([x, y]) => Math.hypot(x!, y!) < 0.2 && Math.hypot(x!, y!) > 0.1 },
  { name: "capsule", shape: { solid: "capsule", radius: 0.1, length: 0.4 }, half: [0.1, 0.1, 0.3], inside: ([x, y, z]) => Math.hypot(x!, y!, Math.max(0, Math.abs(z!) - 0.2)) < 0.1 },
  { name: "ellipsoid", shape: { solid: "ellipsoid", radii: [0.1, 0.2, 0.3] }, half: [0.1, 0.2, 0.3], inside: ([x, y, z]) => (x! / 0.1) ** 2 + (y! / 0.2) ** 2 + (z! / 0.3) ** 2 < 1 },
  { name: "extrusion", shape: { solid: "extrusion", outline: polygon, length: 0.2 }, half: [0.6, 0.6, 0.1], inside: (p) => within(p, polygon) },
];

/** mass, com, inertia about com (xx, xy, yy, xz, yz, zz) by counting small cubes. */
function counted(parts: { of: Case; xyz: number[]; rpy: number[]; density: number }[]) {
  const n = 60;
  const sums = Array.from({ length: 10 }, () => 0);
  for (const { of, xyz, rpy, density } of parts) {
    const R = rotation(rpy);
    const cell = of.half.reduce((v, h) => (v * 2 * h) / n, density);
    for (let i = 0; i < n ** 3; i++) {
      const p = [i % n, Math.floor(i / n) % n, Math.floor(i / n / n)].map((k, j) => of.half[j]! * ((2 * (k + 0.5)) / n - 1));
      if (!of.inside(p)) continue;
      const [x, y, z] = applied(R, p).map((v, j) => v + xyz[j]!) as [number, number, number];
      [1, x, y, z, y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y].forEach((v, k) => (sums[k]! += cell * v));
    }
  }
  const m = sums[0]!;
  const [x, y, z] = sums.slice(1, 4).map((s) => s / m) as [number, number, number];
  const shift = [y * y + z * z, -x * y, x * x + z * z, -x * z, -y * z, x * x + y * y];
  return { mass: m, com: [x, y, z], inertia: sums.slice(4).map((s, k) => s - m * shift[k]!) };
}

const six = (inertia: (number | string)[]): number[] => {
  const v = inertia.map(Number);
  return v.length === 6 ? v : [v[0]!, 0, v[1]!, 0, 0, v[2]!];
};

function near(found: ReturnType<typeof massFromShapes>, wanted: ReturnType<typeof counted>): void {
  const part = 6e-3; // of 60 cubes across
  expect(Math.abs(Number(found.mass) - wanted.mass) / wanted.mass).toBeLessThan(part);
  const size = Math.max(...wanted.inertia);
  found.com.forEach((x, k) => expect(Math.abs(Number(x) - wanted.com[k]!)).toBeLessThan(2e-3));
  six(found.inertia).forEach((x, k) => expect(Math.abs(x - wanted.inertia[k]!) / size).toBeLessThan(part));
}

describe("against small cubes", () => {
  test.each(CASES)("$name", (of) => {
    const [xyz, rpy] = [[0.1, -0.2, 0.3], [0.4, -0.7, 1.1]];
    near(massFromShapes([{ ...of.shape, xyz, rpy, density: 700 }], {}), counted([{ of, xyz, rpy, density: 700 }]));
  });

  test("several shapes of a body add up", () => {
    const parts = CASES.map((of, k) => ({ of, xyz: [0.3 * k, 0.1 * k * k, -0.2 * k], rpy: [k, 2 * k, 0.5], density: 500 + 100 * k }));
    near(massFromShapes(parts.map((p) => ({ ...p.of.shape, xyz: p.xyz, rpy: p.rpy, density: p.density })), {}), counted(parts));
  });
});

describe("closed formulas", () => {
  test("a steel rod and a ball", () => {
    const rod = massFromShapes([{ solid: "cylinder", radius: 0.01, length: 1, material: "steel" }], {});
    const m = 7850 * Math.PI * 1e-4;
    expect(rod.mass).toBeCloseTo(m, 10);
    expect(rod.inertia.map(Number)).toEqual([(m * (3e-4 + 1)) / 12, (m * (3e-4 + 1)) / 12, (m * 1e-4) / 2].map((x) => Number(x.toPrecision(12))));
    const ball = massFromShapes([{ solid: "sphere", radius: 0.1, density: 1000 }], {});
    expect(Number(ball.inertia[0])).toBeCloseTo(0.4 * Number(ball.mass) * 0.01, 12);
  });

  test("a quarter turn swaps axes exactly", () => {
    const found = massFromShapes([{ solid: "box", size: [1, 2, 3], density: 12, rpy: [0, 0, "90 deg"] }], {});
    expect(found.inertia).toEqual([60, 78, 30]);
  });
});

describe("formulas of parameters", () => {
  const other = { L: 0.7, r: 0.03, w: 0.2 };
  const shapes: JsonMap[][] = [
    [{ solid: "box", size: ["w", "L", "w/2"], xyz: [0, "L/2", 0], material: "aluminium" }],
    [{ solid: "cylinder", radius: "r", length: "L + 100 mm", rpy: [0, "90 deg", 0], xyz: ["L/2", 0, 0], material: "steel" }],
    [{ solid: "sphere", radius: "r" , density: 500 }],
    [{ solid: "tube", radius: "2*r", inner: "r", length: "L", material: "ABS" }],
    [{ solid: "capsule", radius: "r", length: "L", material: "PLA" }],
    [{ solid: "ellipsoid", radii: ["L", "w", "r"], material: "PLA" }],
    [{ solid: "box", size: ["L", 0.1, 0.1], xyz: ["L/2", 0, 0], material: "steel" }, { solid: "sphere", radius: 0.1, xyz: ["L", 0, 0], material: "steel" }],
  ];
  test.each(shapes.map((s) => [s] as const))("%j", (several) => {
    const made = massFromShapes(several, { L: 1, r: 0.05, w: 0.1 });
    const direct = massFromShapes(several, other);
    expect(made.parametric).toBe(true);
    const at = (x: number | string, y: number | string) => expect(valueOf(x, other)).toBeCloseTo(valueOf(y, other), 12);
    at(made.mass, direct.mass);
    made.com.forEach((x, k) => at(x, direct.com[k]!));
    made.inertia.forEach((x, k) => at(x, direct.inertia[k]!));
  });

  test("one bar reads as a person would write it", () => {
    const found = massFromShapes([{ solid: "box", size: [0.1, "L1", 0.1], xyz: [0, "L1/2", 0], density: 1000 }], { L1: 1 });
    expect([found.mass, found.com]).toEqual(["10*L1", [0, "L1/2", 0]]);
  });

  test("a slanted solid is in numbers, and says so", () => {
    const found = massFromShapes([{ solid: "box", size: ["L", 1, 1], rpy: [0.3, 0, 0], density: 1 }], { L: 2 });
    expect([found.parametric, typeof found.mass]).toEqual([false, "number"]);
    expect(found.notes.join()).toMatch(/present values/);
  });
});

/** A box as twelve triangles, from the corner at the origin. */
function boxMesh(a: number, b: number, c: number): number[] {
  const v = (i: number) => [i & 1 ? a : 0, i & 2 ? b : 0, i & 4 ? c : 0];
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
  return faces.flatMap(([p, q, r, s]) => [p, q, r, p, r, s].flatMap((i) => v(i!)));
}

describe("meshes", () => {
  const mesh: JsonMap = { solid: "mesh", file: "a.stl", density: 12, scale: [0.5, 0.5, 0.5] };
  const load = (triangles: number[]) => () => triangles;
  test("a box as triangles is the box, inside out too", () => {
    const triangles = boxMesh(2, 4, 6);
    const flipped = triangles.map((_, k) => triangles[k - (k % 9) + ((((k % 9) / 3) | 0) === 0 ? 0 : (((k % 9) / 3) | 0) === 1 ? 6 : 3) + (k % 3)]!);
    for (const t of [triangles, flipped]) {
      const found = massFromShapes([mesh], {}, load(t));
      expect([found.mass, found.com]).toEqual([72, [0.5, 1, 1.5]]);
      found.inertia.forEach((x, k) => expect(x).toBeCloseTo([78, 60, 30][k]!, 10));
    }
  });
  test("an open one is refused", () => expect(() => massFromShapes([mesh], {}, load(boxMesh(2, 4, 6).slice(0, -9)))).toThrow(/shape 1: the mesh is not closed: 3 edges/));
  test("a missing one is named", () => expect(() => massFromShapes([mesh], {})).toThrow(/'a.stl' is not loaded/));
});

describe("what is wrong is said", () => {
  test.each<[JsonMap[], RegExp]>([
    [[], /no shapes/],
    [[{ solid: "cone" }], /'cone' is no solid/],
    [[{ solid: "box", size: [1, 2] }], /three numbers/],
    [[{ solid: "sphere", radius: -1 }], /greater than 0/],
    [[{ solid: "tube", radius: 1, inner: 2, length: 1 }], /less than radius/],
    [[{ solid: "sphere", radius: 1, material: "unobtainium" }], /not in the table/],
    [[{ solid: "sphere", radius: "x" }], /'x' has no value/],
    [[{ solid: "extrusion", outline: [[0, 0], [1, 1], [1, 0], [0, 1]], length: 1 }], /crosses itself/],
    [[{ solid: "extrusion", outline: [[0, 0], [1, 1], [2, 2]], length: 1 }], /no area/],
  ])("%j", (shapes, said) => expect(() => massFromShapes(shapes, {})).toThrow(said));
  test("an outline is read with parameters", () => expect(outlineOf({ outline: [[0, 0], ["a", 0], [0, "a"]] }, { a: 2 })).toEqual([[0, 0], [2, 0], [0, 2]]));
});

test("a new box is the link: about its centre of mass, as long as twice the way there", () => {
  expect(startOf("box", [0, "L1/2", 0])).toEqual({ solid: "box", size: [0.1, "L1", 0.1], xyz: [0, "L1/2", 0] });
  expect(startOf("box", [-0.5, 0, 0])).toEqual({ solid: "box", size: [1, 0.1, 0.1], xyz: [-0.5, 0, 0] });
  expect(startOf("box", [0, 0, "a + b"])).toEqual({ solid: "box", size: [0.1, 0.1, "2*(a + b)"], xyz: [0, 0, "a + b"] });
  expect(startOf("sphere", [0, 0, "-l/2"])).toEqual({ solid: "sphere", radius: 0.05, xyz: [0, 0, "-l/2"] });
  expect(startOf("box", undefined)).toEqual({ solid: "box", size: [0.1, 0.1, 0.1] });
  expect(startOf("box", [0, 0, "-l/2"]).size).toEqual([0.1, 0.1, "l"]);
});
