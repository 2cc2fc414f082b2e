import { expect, test } from "vitest";
import { apply, at, type JsonMap, type Patch } from "@/document/data";
import { madeSymbol, numberFor, removeParameter, renameParameter, suggestedName, usesOf } from "./parameters";

const DATA: JsonMap = {
  linkwright: 1,
  name: "L",
  gravity: [0, "g", 0],
  parameters: { L: 1, h: "L/2", g: 9.8, m1: "250 g", k: null },
  joints: { L: { type: "revolute", parent: "world", child: "m1", xyz: [0, "L", 0], spring: "k" } },
  bodies: { m1: { mass: "m1", com: [0, "L/2 + h", 0] } },
  tendons: { t: { joints: { L: "L" }, spring: 1 } },
  studio: { start: { q: { L: "L*1 rad" } }, positions: { "joints/L": [1, 2] }, shapes: { m1: [{ solid: "box", size: ["L", 0.1, 0.1], material: "m1" }] } },
};
const applied = (patches: Patch[] | string): JsonMap => apply(DATA, patches as Patch[]);

test("uses are formulas, not names of parts", () => {
  expect(usesOf(DATA, "L").map((p) => p.join("/"))).toEqual(["parameters/h", "joints/L/xyz/1", "bodies/m1/com/1", "tendons/t/joints/L", "studio/start/q/L", "studio/shapes/m1/0/size/0"]);
  expect(usesOf(DATA, "m1").map((p) => p.join("/"))).toEqual(["bodies/m1/mass"]);
});

test("renaming changes formulas only, and keeps the order", () => {
  const made = applied(renameParameter(DATA, "L", "L1"));
  expect(Object.keys(made.parameters as JsonMap)).toEqual(["L1", "h", "g", "m1", "k"]);
  expect(at(made, ["parameters", "h"])).toBe("L1/2");
  expect(at(made, ["bodies", "m1", "com", 1])).toBe("L1/2 + h");
  expect(at(made, ["joints", "L", "child"])).toBe("m1");
  expect(renameParameter(DATA, "L", "sin")).toContain("cannot name");
  expect(renameParameter(DATA, "L", "g")).toContain("already");
});

test("a used parameter is removed by its value only", () => {
  expect(removeParameter(DATA, "g")).toContain("1 place");
  expect(at(applied(removeParameter(DATA, "g", true)), ["gravity", 1])).toBe(9.8);
  const made = applied(removeParameter(DATA, "m1", true));
  expect(at(made, ["bodies", "m1", "mass"])).toBe("250 g");
  expect(removeParameter(DATA, "k", true)).toContain("no value");
  expect(at(applied(removeParameter(DATA, "L", true)), ["bodies", "m1", "com", 1])).toBe("1/2 + h");
});

test("numbers become symbols and symbols numbers, with the value as it was typed", () => {
  const made = applied(madeSymbol(DATA, ["joints", "L", "damper"], "d_L", "20 N*m/rad"));
  expect(at(made, ["joints", "L", "damper"])).toBe("d_L");
  expect(at(made, ["parameters", "d_L"])).toBe("20 N*m/rad");
  expect(numberFor(made, "d_L")).toBe("20 N*m/rad");
  expect(numberFor(DATA, "L/2 + h")).toBe(1);
  expect(numberFor(DATA, "k")).toBeNull();
  expect(suggestedName(DATA, ["bodies", "upper"], ["mass"])).toBe("m_upper");
  expect(suggestedName({ parameters: { m_upper: 1 } }, ["bodies", "upper"], ["mass"])).toBe("m_upper2");
});

test("constants of Lagrangians are parameters", () => {
  const data: JsonMap = { linkwright: 1, manifold: { x: "R" }, constants: { m: 2, R: 1 }, lagrangian: "m*dx**2/2 - R*x" };
  expect(usesOf(data, "R").map((p) => p.join("/"))).toEqual(["lagrangian"]);
  const made = apply(data, renameParameter(data, "m", "mass") as Patch[]);
  expect(made.constants).toEqual({ mass: 2, R: 1 });
  expect(made.lagrangian).toBe("mass*dx**2/2 - R*x");
});
