import { describe, expect, test } from "vitest";
import type { Layout } from "@/backend/protocol";
import type { Json } from "@/document/data";
import { anatomy, rodsOf } from "./anatomy";
import { ellipsoidOf, principal } from "./ellipsoid";
import { litParts } from "./lit";
import { along, compose, fromQuaternion, fromXyzRpy, IDENTITY, inverse, placed, rpyOf, type Vec } from "./rigid";
import { shapesOf } from "./shapes";
import { gravityOf, gridStep, isFlat, screenOf, towardsCamera } from "./view";
import { pictureName, picturesOf, refusal } from "./recording";
import { poseInWords } from "./words";

const near = (a: readonly number[], b: readonly number[]) => a.forEach((x, k) => expect(x).toBeCloseTo(b[k]!, 12));

describe("poses", () => {
  test("a pose and its inverse are nothing; roll, pitch and yaw come back", () => {
    const X = fromXyzRpy([1, 2, 3], [0.3, -0.7, 2.1]);
    near(compose(X, inverse(X)), IDENTITY);
    near(rpyOf(X), [0.3, -0.7, 2.1]);
    const steep = fromXyzRpy([0, 0, 0], [0.4, Math.PI / 2, 0.1]);
    near(compose(inverse(steep), fromXyzRpy([0, 0, 0], rpyOf(steep))), IDENTITY);
  });
  test("a quaternion turns as it should; a rod's frame points along it", () => {
    near(placed(fromQuaternion([0, 0, Math.SQRT1_2, Math.SQRT1_2]), [1, 0, 0]), [0, 1, 0]);
    near(placed(along([1, 1, 1], [0, -2, 0]), [0, 0, 1]), [1, 0, 1]);
  });
});

describe("which way is up", () => {
  test("against gravity; x to the right; the view looks along z where gravity is along y", () => {
    const hanging = screenOf(gravityOf({ gravity: [0, "g", 0], parameters: { g: 9.8 } }));
    expect(hanging).toEqual({ up: [0, -1, 0], right: [1, 0, 0], into: [0, 0, 1] });
    const usual = screenOf(gravityOf({}));
    expect(usual.up).toEqual([0, 0, 1]);
    expect(usual.right).toEqual([1, 0, 0]);
    expect(screenOf([0, 0, 0]).up).toEqual([0, 0, 1]);
    expect(screenOf([-9.81, 0, 0]).up).toEqual([1, 0, 0]);
  });
  test("planar mechanisms are seen straight, from the front", () => {
    const screen = screenOf([0, 9.8, 0]);
    expect(isFlat(screen, [[0, 0, 1], [0, 0, -1]])).toBe(true);
    expect(isFlat(screen, [[0, 0, 1], [1, 0, 0]])).toBe(false);
    expect(towardsCamera(screen, "front").map((x) => x + 0)).toEqual([0, 0, -1]);
  });
  test("steps of the grid are round", () => expect([0.07, 1, 2, 45].map(gridStep).map((x) => Number(x.toPrecision(6)))).toEqual([0.005, 0.1, 0.2, 5]));
});

/** Two links of length one in the plane, as `place` would give them. */
const LAYOUT = {
  name: "arm", kind: "open",
  coordinates: [{ name: "shoulder", joint: "shoulder", index: 0, unit: "rad" }, { name: "slide", joint: "slide", index: 1, unit: "m" }],
  freedoms: [],
  bodies: [{ name: "upper", joint: "shoulder", parent: "world", mass: 1 }, { name: "lower", joint: "slide", parent: "upper", mass: 2 }],
  poses: [
    { name: "upper", kind: "body" }, { name: "lower", kind: "body" }, { name: "tip", kind: "frame", body: "lower" },
    { name: "shoulder", kind: "joint", axis: [0, 0, 1], type: "revolute", body: "upper" }, { name: "slide", kind: "joint", axis: [2, 0, 0], type: "prismatic", body: "lower" },
  ],
} as unknown as Layout;

function arm(angle: number) {
  const upper = fromXyzRpy([0, 0, 0], [0, 0, angle]);
  const joint = compose(upper, fromXyzRpy([1, 0, 0], [0, 0, 0.5]));
  const tip = compose(joint, fromXyzRpy([0, 1, 0], [0, 0, 0]));
  return { poses: [upper, joint, tip, IDENTITY, joint].flat(), centers: [...placed(upper, [0.5, 0, 0]), ...placed(joint, [0, 0.5, 0.3])] };
}

describe("the parts of a mechanism", () => {
  test("attachments do not depend on the pose; rods go to them, and to a centre of mass beside them", () => {
    const parts = anatomy(LAYOUT, arm(0.3));
    near(parts.bodies[0]!.points.flat(), [1, 0, 0]);
    near(anatomy(LAYOUT, arm(-1.2)).bodies[1]!.points.flat(), [0, 1, 0]);
    expect(parts.joints[1]).toMatchObject({ parent: "upper", child: "lower", axis: [1, 0, 0] });
    expect(rodsOf(parts.bodies[0]!, 0.02)).toHaveLength(1);
    expect(rodsOf(parts.bodies[1]!, 0.02)).toHaveLength(2);
    expect(parts.size).toBeGreaterThan(1);
  });
  test("the pose in words", () => expect(poseInWords(LAYOUT, [Math.PI / 3, -0.25])).toBe("arm: shoulder 60 deg, slide -0.25 m"));
  test("a parameter lights up the parts that mention it, a coordinate its joint", () => {
    const data = { joints: { shoulder: { type: "revolute", xyz: [0, "L1/2", 0] }, slide: { damper: "d" } }, bodies: { upper: { mass: "m1", com: [0, "2*L1", 0] }, lower: { mass: 3 } } };
    expect([...litParts(["L1"], data, LAYOUT)]).toEqual(["joints/shoulder", "bodies/upper"]);
    expect([...litParts(["slide"], data, LAYOUT)]).toEqual(["joints/slide"]);
  });
});

test("shapes: formulas, units, what is wrong is told and left out", () => {
  const list: Json = [
    { solid: "box", size: ["L", "50 mm", 0.1], xyz: [0, "L/2", 0] },
    { solid: "cylinder", radius: -1, length: 1 },
    { solid: "wedge" },
    { solid: "extrusion", outline: [[0, 0], ["L", 0], [0, 1]], length: 1, color: "#8899aa" },
    { solid: "mesh", file: "a.stl" },
  ];
  const { byBody, wrong } = shapesOf({ studio: { shapes: { upper: list } } }, { L: 2 });
  const found = byBody.get("upper")!;
  expect(found.map((s) => [s.size.solid, s.index])).toEqual([["box", 0], ["extrusion", 3], ["mesh", 4]]);
  expect(found[0]!.size).toEqual({ solid: "box", size: [2, 0.05, 0.1] });
  near(found[0]!.pose.slice(9) as Vec, [0, 1, 0]);
  expect(wrong).toHaveLength(2);
  expect(wrong[0]).toMatch(/shape 2 of 'upper'.*radius/);
});

test("a recording has the samples nearest to its pictures; what is too long is refused in words", () => {
  const tape = { t: Array.from({ length: 101 }, (_, k) => k / 100) };
  expect(picturesOf(tape, 10)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  expect(picturesOf(tape, 30).slice(0, 4)).toEqual([0, 3, 7, 10]);
  expect(refusal(null, 10)).toMatch(/play it first/);
  expect(refusal(tape, 1e4)).toMatch(/10001 pictures/);
  expect(pictureName(42)).toBe("0042.png");
});

describe("the ellipsoid of a body's inertia", () => {
  test("a ball of radius 0.2 beside the origin is a ball there", () => {
    const [m, r, y] = [3, 0.2, 0.5];
    const own = 0.4 * m * r * r;
    const body = { name: "ball", mass: "m", first_moment: [0, "m*y", 0], inertia: [own + m * y * y, 0, own, 0, 0, own + m * y * y] };
    const found = ellipsoidOf(body, { m, y })!;
    near(found.radii, [r, r, r]);
    near(found.pose.slice(9), [0, y, 0]);
    expect(ellipsoidOf({ ...body, mass: 0 }, { m, y })).toBeNull();
  });
  test("principal axes of a turned tensor", () => {
    const X = fromXyzRpy([0, 0, 0], [0.4, -0.9, 1.3]);
    const wanted = [1, 2, 4];
    const A = [0, 1, 2].map((i) => [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, k) => sum + X[3 * i + k]! * wanted[k]! * X[3 * j + k]!, 0)));
    const { values, axes } = principal(A as [Vec, Vec, Vec]);
    near([...values].sort(), wanted);
    axes.forEach((a, n) => near(A.map((row) => row[0]! * a[0] + row[1]! * a[1] + row[2]! * a[2]), a.map((x) => values[n]! * x)));
  });
});
