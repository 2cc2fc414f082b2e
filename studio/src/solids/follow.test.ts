import { expect, test } from "vitest";
import { apply, at, hashOf, inverse, type JsonMap, put } from "@/document/data";
import { massPatches, massSaid } from "./follow";

const DATA: JsonMap = {
  linkwright: 1,
  parameters: { L: 2 },
  bodies: { rod: { mass: 1 }, other: { mass: 5 } },
  studio: { shapes: { rod: [{ solid: "box", size: [1, "L", 0.1], material: "water" }] }, mass_from: { rod: "solid" } },
};

test("the mass follows the solids in the same step, and returns with it", () => {
  const edit = put(DATA, ["studio", "shapes", "rod", 0, "size"], [1, 1, 0.1]);
  const after = apply(DATA, [edit]);
  const more = massPatches(DATA, after);
  const whole = apply(after, more);
  expect(at(whole, ["bodies", "rod", "mass"])).toBeCloseTo(100, 9);
  expect(at(whole, ["bodies", "other", "mass"])).toBe(5);
  expect(hashOf(apply(whole, inverse([edit, ...more])))).toBe(hashOf(DATA));
  expect(massPatches(whole, { ...whole, name: "x" })).toEqual([]);
});

test("solids that cannot be weighed leave the body as it is, and say why", () => {
  const edit = apply(DATA, [put(DATA, ["studio", "shapes", "rod", 0, "size"], ["unknown", 1, 1])]);
  expect(massPatches(DATA, edit)).toEqual([]);
  expect(massSaid(edit, "rod").wrong).toContain("shape 1");
});
