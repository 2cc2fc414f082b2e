import { expect, test } from "vitest";
import type { JsonMap } from "./data";
import { symbolsOf, usersOf } from "./symbols";

const PENDULUM: JsonMap = {
  gravity: [0, "g", 0],
  parameters: { L1: 1, L2: 1, half: "L2/2", m1: 1, m2: 1, g: 9.8, c: 1, type: 2 },
  joints: {
    shoulder: { type: "revolute", axis: [0, 0, 1], parent: "world", child: "upper", spring: "c" },
    elbow: { type: "revolute", parent: "upper", child: "lower", xyz: [0, "L1", 0] },
  },
  bodies: { upper: { mass: "m1", com: [0, "L1/2", 0] }, lower: { mass: "m2", com: [0, "half", 0] } },
  frames: { tip: { body: "lower", xyz: [0, "2*half", 0] } },
};

test("a part's symbols are those of its formulas, through parameters that are formulas; a joint's coordinate is its name", () => {
  expect([...symbolsOf(PENDULUM, "bodies/lower")].sort()).toEqual(["L2", "half", "m2"]);
  expect([...symbolsOf(PENDULUM, "joints/shoulder")].sort()).toEqual(["c", "shoulder"]);
  expect([...symbolsOf(PENDULUM, "parameters/L1")]).toEqual(["L1"]);
  expect([...symbolsOf(PENDULUM, "gravity")]).toEqual(["g"]);
});

test("a symbol's users are the parts whose formulas need it; words that are no formulas do not count", () => {
  expect(usersOf(PENDULUM, "L1")).toEqual(["joints/elbow", "bodies/upper"]);
  expect(usersOf(PENDULUM, "L2")).toEqual(["bodies/lower", "frames/tip"]);
  expect(usersOf(PENDULUM, "shoulder")).toEqual(["joints/shoulder"]);
  expect(usersOf(PENDULUM, "type")).toEqual([]);
  expect(usersOf(PENDULUM, "nothing")).toEqual([]);
});
