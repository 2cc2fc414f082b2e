import { expect, test } from "vitest";
import type { Coordinate } from "@/backend/protocol";
import { apply, type JsonMap, mapAt, put } from "@/document/data";
import { durationSaid, FIELDS, firstTexts, moveAsked, movePatches, moveUnit } from "./move";
import type { Place } from "./row";

const DATA: JsonMap = {
  joints: { slide: { type: "prismatic", limits: { velocity: "200 mm/s" } }, elbow: { type: "revolute" } },
  studio: { start: { q: { slide: "250 mm" } }, run: { inputs: { slide: { kind: "motion", position: 0 } } } },
};
const place = (joint: string): Place => {
  const base = ["studio", "run", "inputs", joint];
  return { data: DATA, part: ["joints", joint], base, map: mapAt(DATA, base), values: { L: 2 } };
};
const ELBOW: Coordinate = { name: "elbow", joint: "elbow", index: 1, unit: "rad", free: true, why: "", start: 0.25, lower: null, upper: null };

test("fields begin with the joint's start and its limit, as they were typed", () => {
  expect(firstTexts(place("slide"), [])).toMatchObject({ from: "250 mm", velocity: "200 mm/s", start: "0" });
  expect(firstTexts(place("elbow"), [ELBOW])).toMatchObject({ from: "0.25", velocity: "1" });
});

test("what is typed becomes numbers; an empty bound is none", () => {
  const texts = { ...firstTexts(place("slide"), []), to: "L/2 + 0.5", jerk: " " };
  expect(moveAsked(texts, { L: 2 })).toEqual({ asked: { from: 0.25, to: 1.5, start: 0, velocity: 0.2, acceleration: 5, jerk: null } });
});

test("what is wrong is said of its field", () => {
  const found = moveAsked({ from: "", to: "far", start: "-1", velocity: "0", acceleration: "5", jerk: "-2" }, {});
  expect("wrong" in found && Object.keys(found.wrong)).toEqual(["from", "to", "start", "velocity", "jerk"]);
  expect("wrong" in found && found.wrong.to).toContain("'far' is no number");
});

test("the formula goes into the document as it is now, and nowhere else", () => {
  const later = apply(DATA, [put(DATA, ["name"], "later")]);
  const made = apply(later, movePatches(place("slide"), later, "50/6*t**3"));
  expect(mapAt(made, ["studio", "run", "inputs", "slide"])).toEqual({ kind: "motion", position: "50/6*t**3" });
  expect(mapAt(apply(DATA, movePatches(place("slide"), DATA, "0.25")), ["studio", "run", "inputs", "slide"]).position).toBe(0.25);
  expect(movePatches(place("elbow"), DATA, "t")).toEqual([]);
});

test("units and the duration in words", () => {
  expect(FIELDS.map((f) => moveUnit(f, "rad"))).toEqual(["rad", "rad", "s", "rad/s", "rad/s²", "rad/s³"]);
  expect(durationSaid(1.3000000001, 0.5)).toBe("takes 1.3 s, at rest from 1.8 s on");
  expect(durationSaid(0, 0)).toBe("nothing to move");
});
