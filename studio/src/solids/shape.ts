/** A shape as the document's `studio.shapes` has it, and its numbers. */
import { isMap, type Json, type JsonMap, mapAt } from "@/document/data";
import type { Names } from "@/document/formula";
import { valueOf } from "./amount";

/** Kinds of shapes. */
export const SOLIDS = ["box", "cylinder", "sphere", "tube", "capsule", "ellipsoid", "extrusion", "mesh"] as const;
/** One of them. */
export type Solid = (typeof SOLIDS)[number];

/** Fields by solid, each with how many numbers it holds (0: one, not in a list). */
export const FIELDS: Record<Solid, Record<string, number>> = {
  box: { size: 3 },
  cylinder: { radius: 0, length: 0 },
  sphere: { radius: 0 },
  tube: { radius: 0, inner: 0, length: 0 },
  capsule: { radius: 0, length: 0 },
  ellipsoid: { radii: 3 },
  extrusion: { length: 0 },
  mesh: {},
};

/** What a new shape of a kind starts with, in metres. */
export const START: Record<Solid, JsonMap> = {
  box: { solid: "box", size: [0.1, 0.1, 0.1] },
  cylinder: { solid: "cylinder", radius: 0.05, length: 0.2 },
  sphere: { solid: "sphere", radius: 0.05 },
  tube: { solid: "tube", radius: 0.05, inner: 0.04, length: 0.2 },
  capsule: { solid: "capsule", radius: 0.05, length: 0.2 },
  ellipsoid: { solid: "ellipsoid", radii: [0.1, 0.06, 0.04] },
  extrusion: { solid: "extrusion", outline: [[0, 0], [0.1, 0], [0.1, 0.02], [0.02, 0.02], [0.02, 0.1], [0, 0.1]], length: 0.1 },
  mesh: { solid: "mesh", file: "" },
};

/** A new shape of a body: about its centre of mass; a box is as long as the link, from its joint to as far behind the centre. */
export function startOf(kind: Solid, com: Json | undefined): JsonMap {
  const start = START[kind];
  if (!Array.isArray(com) || com.length !== 3 || com.every(isNone)) return start;
  const along = com.findIndex((x) => !isNone(x));
  const straight = kind === "box" && com.every((x, k) => k === along || isNone(x));
  return { ...start, ...(straight ? { size: com.map((x, k) => (k === along ? twice(x) : 0.1)) } : {}), xyz: com };
}

const isNone = (x: Json): boolean => x === 0 || x === "0";

/** Twice a length that is a number or a formula, without its sign. */
function twice(x: Json): Json {
  if (typeof x === "number") return Math.abs(2 * x);
  const text = String(x).trim().replace(/^-\s*(?=[\w.]+(\/2)?$)/, "");
  return /^[\w.]+\/2$/.test(text) ? text.slice(0, -2) : `2*(${text})`;
}

/** Shapes of a body, as written. */
export function shapesOf(data: JsonMap, body: string): JsonMap[] {
  const found = mapAt(data, ["studio", "shapes"])[body];
  return Array.isArray(found) ? found.filter((x): x is JsonMap => isMap(x)) : [];
}

/** Bodies that have shapes. */
export const shapedBodies = (data: JsonMap): string[] => Object.keys(mapAt(data, ["studio", "shapes"]));

/** The kind of a shape; null: none that is known. */
export const solidOf = (shape: JsonMap): Solid | null => SOLIDS.find((s) => s === shape.solid) ?? null;

/** A list of numbers at a key of a shape; `otherwise` where it is absent. */
export function row(shape: JsonMap, key: string, count: number, names: Names, otherwise?: number[]): number[] {
  const found: Json | undefined = shape[key];
  if (found === undefined || found === null) {
    if (otherwise) return otherwise;
    throw new Error(`${key} is missing`);
  }
  if (!Array.isArray(found) || found.length !== count) throw new Error(`${key} needs ${count} numbers in brackets`);
  return found.map((x) => valueOf(x, names));
}

/** The points of an extrusion's outline. */
export function outlineOf(shape: JsonMap, names: Names): [number, number][] {
  const found = shape.outline;
  if (!Array.isArray(found) || found.length < 3) throw new Error("outline needs three points or more: [[x, y], ...]");
  return found.map((p) => {
    if (!Array.isArray(p) || p.length !== 2) throw new Error("a point of the outline is [x, y]");
    return [valueOf(p[0], names), valueOf(p[1], names)];
  });
}
