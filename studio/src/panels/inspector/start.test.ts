import { expect, test } from "vitest";
import type { Coordinate } from "@/backend/protocol";
import { apply, hashOf, type JsonMap, mapAt } from "@/document/data";
import { matrixOfRpy, matrixOfQuaternion, type Four } from "@/document/turns";
import { changedStarts, doubt, poseParts, quaternions, rotationPatches, startPatch, startRpy } from "./start";

const c = (name: string, more: Partial<Coordinate> = {}): Coordinate => ({ name, joint: name.split(".")[0]!, index: 0, unit: "rad", free: true, why: "", start: 0, lower: null, upper: null, ...more });
const DATA: JsonMap = { linkwright: 1 };

test("a start is put and taken away without a trace", () => {
  const set = apply(DATA, [startPatch(DATA, "q", "elbow", "60 deg")]);
  expect(changedStarts(set)).toEqual(["elbow"]);
  expect(hashOf(apply(set, [startPatch(set, "q", "elbow", undefined)]))).toBe(hashOf(DATA));
});

test("values beyond the limits are told", () => {
  const elbow = c("elbow", { lower: -1, upper: 1 });
  expect(doubt(elbow, "60 deg", {})).toContain("above the upper limit, 1 rad (57.296 deg)");
  expect(doubt(elbow, "-L", { L: 2 })).toContain("below the lower limit");
  expect(doubt(elbow, 0.5, {})).toBe("");
  expect(doubt(elbow, "nonsense", {})).toBe("");
});

test("a rotation is started by roll, pitch, yaw", () => {
  const ball = ["ball.qx", "ball.qy", "ball.qz", "ball.qw"].map((n, k) => c(n, { unit: "", start: k === 3 ? 1 : 0 }));
  expect([...quaternions([c("elbow"), ...ball]).keys()]).toEqual(["ball"]);
  const rpy = [0.2, -0.4, 1.1] as [number, number, number];
  const set = apply(DATA, rotationPatches(DATA, ball, rpy));
  const q = ball.map((x) => mapAt(set, ["studio", "start", "q"])[x.name]) as Four;
  matrixOfQuaternion(q).flat().forEach((x, k) => expect(x).toBeCloseTo(matrixOfRpy(rpy).flat()[k]!, 8));
  startRpy(set, ball, {}).forEach((x, k) => expect(x).toBeCloseTo((rpy[k]! * 180) / Math.PI, 4));
  expect(mapAt(apply(set, poseParts(set, [["elbow", 1 / 3]])), ["studio", "start", "q"]).elbow).toBe(0.333333333);
});
