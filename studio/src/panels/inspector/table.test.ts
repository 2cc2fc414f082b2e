import { expect, test } from "vitest";
import { apply, at, hashOf, inverse, type JsonMap } from "@/document/data";
import { parameterValues } from "@/document/formula";
import { type Change, type Group, placeOfGroup, removed, type Row, type RowOf, valueOf, written } from "./row";
import { groupsOf } from "./table";

const DATA: JsonMap = {
  linkwright: 1,
  parameters: { L: 1 },
  actuated: ["crank"],
  joints: {
    crank: { type: "revolute", child: "a", spring: 3, damper: 1, limits: ["-90 deg", "90 deg"] },
    rocker: { type: "revolute", parent: "a", child: "b", mimic: "crank" },
  },
  bodies: { a: { mass: 1 }, b: { mass: 2 } },
  close: { tip: { kind: "pin", first: { body: "a", xyz: ["L", 0, 0] }, second: "b" } },
};

/** A row by its label, and the place that its group speaks of. */
function find(data: JsonMap, part: string[], label: string) {
  for (const group of groupsOf(data, part)) {
    const x = placeOfGroup(data, part, group as Group, parameterValues(data));
    const row = group.rows.find((r: Row) => r.label === label && (r.when?.(x) ?? true));
    if (row) return { x, row };
  }
  throw new Error(`no row ${label}`);
}
function become(data: JsonMap, part: string[], label: string, form: string): JsonMap {
  const { x, row } = find(data, part, label);
  const made: Change = (row as RowOf<"form">).become(x, form);
  if ("refused" in made) throw new Error(made.refused);
  return apply(data, made.patches);
}
function typedInto(data: JsonMap, part: string[], label: string, value: string | number | undefined): JsonMap {
  const { x, row } = find(data, part, label);
  return apply(data, written(x, (row as RowOf<"scalar">).path, value));
}

test("limits written short stay short, and become longer where they must", () => {
  const crank = ["joints", "crank"];
  expect(valueOf(find(DATA, crank, "lower").x, ["limits", "lower"])).toBe("-90 deg");
  expect(at(typedInto(DATA, crank, "upper", "80 deg"), [...crank, "limits"])).toEqual(["-90 deg", "80 deg"]);
  expect(at(typedInto(DATA, crank, "force", 50), [...crank, "limits"])).toEqual({ lower: "-90 deg", upper: "90 deg", effort: 50 });
});

test("another type keeps what fits", () => {
  const made = become(DATA, ["joints", "crank"], "type", "spherical");
  expect(at(made, ["joints", "crank"])).toEqual({ type: "spherical", child: "a", damper: 1 });
  expect(at(become(DATA, ["joints", "crank"], "type", "helical"), ["joints", "crank", "pitch"])).toBe("10 mm/rev");
});

test("motors are said where the document says them", () => {
  expect(find(DATA, ["joints", "crank"], "motor").row.kind).toBe("form");
  expect(become(DATA, ["joints", "crank"], "motor", "none").actuated).toBeUndefined();
  expect(become(DATA, ["joints", "rocker"], "motor", "actuated").actuated).toEqual(["crank", "rocker"]);
  const passive = become(DATA, ["joints", "crank"], "motor", "passive");
  expect([passive.actuated, at(passive, ["joints", "crank", "passive"])]).toEqual([undefined, true]);
});

test("a joint that no longer follows has no mimic at all; one that does keeps its factor", () => {
  expect(at(become(DATA, ["joints", "rocker"], "joint", "none"), ["joints", "rocker", "mimic"])).toBeUndefined();
  expect(at(typedInto(DATA, ["joints", "rocker"], "multiplier", 2), ["joints", "rocker", "mimic"])).toEqual({ joint: "crank", multiplier: 2 });
});

test("the end of a loop becomes a frame of its own, and a place again", () => {
  const named = become(DATA, ["close", "tip"], "is", "name");
  expect(at(named, ["close", "tip", "first"])).toBe("tip_first");
  expect(at(named, ["frames", "tip_first"])).toEqual({ body: "a", xyz: ["L", 0, 0] });
  expect(at(become(named, ["close", "tip"], "is", "place"), ["close", "tip", "first"])).toEqual({ body: "a", xyz: ["L", 0, 0] });
});

test("clearing the last key of a part leaves the part", () => {
  const data = typedInto({ ...DATA, bodies: { a: { mass: 1 }, b: {} } }, ["bodies", "a"], "mass", undefined);
  expect(data.bodies).toEqual({ a: {}, b: {} });
});

test("a solid is removed and returns to its place", () => {
  const data: JsonMap = { ...DATA, studio: { shapes: { a: [{ solid: "box", size: [1, 1, 1] }, { solid: "sphere", radius: 1 }] } } };
  const group = groupsOf(data, ["bodies", "a"]).find((g) => g.title === "Solid 1")!;
  const patches = removed(placeOfGroup(data, ["bodies", "a"], group, {}));
  const without = apply(data, patches);
  expect(at(without, ["studio", "shapes", "a"])).toEqual([{ solid: "sphere", radius: 1 }]);
  expect(hashOf(apply(without, inverse(patches)))).toBe(hashOf(data));
  const none = removed(placeOfGroup(without, ["bodies", "a"], group, {}));
  expect(apply(without, none).studio).toBeUndefined();
});
