/** Initial conditions: what the document says of coordinates and speeds, and what is wrong with it. */
import type { Coordinate } from "@/backend/protocol";
import { cut, type Json, type JsonMap, mapAt, type Patch, put } from "@/document/data";
import { evaluate, type Names } from "@/document/formula";
import { type Four, quaternionOfRpy, rpyOfQuaternion, type Three, tidy } from "@/document/turns";

export type Which = "q" | "v";
const placeOf = (which: Which, name: string) => ["studio", "start", which, name];

/** What was typed for a coordinate (q) or a speed (v). */
export const givenStart = (data: JsonMap, which: Which, name: string): Json | undefined => mapAt(data, ["studio", "start", which])[name];

/** Names with a start of their own. */
export const changedStarts = (data: JsonMap): string[] => (["q", "v"] as const).flatMap((w) => Object.keys(mapAt(data, ["studio", "start", w])).map((n) => (w === "q" ? n : `speed of ${n}`)));

export const startPatch = (data: JsonMap, which: Which, name: string, value: Json | undefined): Patch =>
  value === undefined ? cut(data, placeOf(which, name), 0) : put(data, placeOf(which, name), value);

/** Why a start is doubtful; "" where it is not. */
export function doubt(c: Coordinate, typed: Json | undefined, names: Names): string {
  const value = evaluate(typed, names);
  if (value === null) return "";
  const shown = (x: number) => (c.unit === "rad" ? `${tidy(x)} rad (${Number(((x * 180) / Math.PI).toPrecision(5))} deg)` : `${tidy(x)} ${c.unit}`.trim());
  if (c.lower !== null && value < c.lower - 1e-12) return `below the lower limit, ${shown(c.lower)}`;
  if (c.upper !== null && value > c.upper + 1e-12) return `above the upper limit, ${shown(c.upper)}`;
  return "";
}

/** Coordinates of one joint that are a rotation together: x y z w. */
export function quaternions(coordinates: readonly Coordinate[]): Map<string, Coordinate[]> {
  const found = new Map<string, Coordinate[]>();
  for (const c of coordinates) if (c.unit === "" && c.free) found.set(c.joint, [...(found.get(c.joint) ?? []), c]);
  return new Map([...found].filter(([, group]) => group.length === 4));
}

/** Patches that set a rotation by roll, pitch, yaw in radians. */
export function rotationPatches(data: JsonMap, group: readonly Coordinate[], rpy: Three): Patch[] {
  const q = quaternionOfRpy(rpy).map(tidy);
  return poseParts(data, group.map((c, k) => [c.name, q[k]!]));
}

/** Roll, pitch, yaw of a rotation as the document starts it. */
export function startRpy(data: JsonMap, group: readonly Coordinate[], names: Names): Three {
  const q = group.map((c) => evaluate(givenStart(data, "q", c.name), names) ?? c.start) as Four;
  return rpyOfQuaternion(q).map((x) => tidy(Number(((x * 180) / Math.PI).toPrecision(7)))) as Three;
}

/** Patches that start free coordinates at given values. */
export function poseParts(data: JsonMap, values: readonly (readonly [string, number])[]): Patch[] {
  const before = mapAt(data, ["studio", "start", "q"]);
  return [put(data, ["studio", "start", "q"], { ...before, ...Object.fromEntries(values.map(([name, x]) => [name, Number(x.toPrecision(9))])) })];
}
