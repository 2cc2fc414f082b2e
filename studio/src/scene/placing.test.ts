import { expect, test } from "vitest";
import { apply, at } from "@/document/data";
import { nudged, placeInWords, snapped, written } from "./placing";
import { compose, fromXyzRpy, IDENTITY, origin } from "./rigid";

const data = { parameters: { L1: 1 }, joints: { elbow: { type: "revolute", xyz: [0, "L1", "250 mm"], rpy: [0, "30 deg", 0] }, turned: { quaternion: [0, 0, 0, 1] } } };
const before = fromXyzRpy([0, 1, 0.25], [0, Math.PI / 6, 0]);

test("only what changed is written; a formula that goes is told, a number with a unit is none", () => {
  const up = written(data, ["joints", "elbow"], before, nudged(before, 2, 0.05, false));
  expect(up.replaced).toEqual([]);
  expect(at(apply(data, up.patches), ["joints", "elbow"])).toEqual({ type: "revolute", xyz: [0, "L1", 0.3], rpy: [0, "30 deg", 0] });
  const aside = written(data, ["joints", "elbow"], before, nudged(before, 1, 0.5, false));
  expect(aside.replaced).toEqual(["xyz L1"]);
  expect(at(apply(data, aside.patches), ["joints", "elbow", "xyz"])).toEqual([0, 1.5, "250 mm"]);
});

test("turns are written in degrees, a quaternion gives way to them", () => {
  const turned = written(data, ["joints", "elbow"], before, nudged(before, 1, Math.PI / 12, true));
  expect(at(apply(data, turned.patches), ["joints", "elbow", "rpy"])).toEqual([0, "45 deg", 0]);
  const made = written(data, ["joints", "turned"], IDENTITY, fromXyzRpy([0, 0, 0], [0, 0, -Math.PI / 2]));
  expect(made.replaced).toEqual(["quaternion [0,0,0,1]"]);
  expect(at(apply(data, made.patches), ["joints", "turned"])).toEqual({ rpy: [0, 0, "-90 deg"] });
  expect(written(data, ["joints", "turned"], IDENTITY, IDENTITY).patches).toEqual([]);
});

test("snapping: to whole steps in the parent's frame, before that to an origin that is near", () => {
  const parent = fromXyzRpy([1, 0, 0], [0, 0, Math.PI / 2]);
  const world = compose(parent, fromXyzRpy([0.23, 0.41, 0], [0, 0, 0]));
  const whole = snapped(world, parent, { step: 0.1, origins: [[5, 5, 5]] });
  expect(placeInWords(compose(fromXyzRpy([0, 0, 0], [0, 0, 0]), whole))).toContain("xyz 0.6 0.2 0 m");
  const other: [number, number, number] = [0.61, 0.21, 0.02];
  expect(origin(snapped(world, parent, { step: 0.1, origins: [other] }))).toEqual(other);
  expect(snapped(world, parent, { step: 0, origins: [other] })).toBe(world);
});
