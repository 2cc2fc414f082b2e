/** `studio.shapes` of the document in numbers, to be drawn. A shape that cannot be read is told, and stops nothing. */
import type { JsonMap } from "@/document/data";
import type { Names } from "@/document/formula";
import { valueOf } from "@/solids/amount";
import { outlineOf, row, shapedBodies, shapesOf as written, solidOf } from "@/solids/shape";
import { fromXyzRpy, type Pose, type Vec } from "./rigid";

export type Size =
  | { solid: "box"; size: Vec }
  | { solid: "cylinder" | "capsule"; radius: number; length: number }
  | { solid: "sphere"; radius: number }
  | { solid: "tube"; radius: number; inner: number; length: number }
  | { solid: "ellipsoid"; radii: Vec }
  | { solid: "extrusion"; outline: [number, number][]; length: number }
  | { solid: "mesh"; file: string; scale: Vec };

export interface Shape {
  body: string;
  /** Its place in studio.shapes[body]. */
  index: number;
  size: Size;
  pose: Pose;
  /** "#8899aa", or null: the body's colour. */
  color: string | null;
}

export interface Shapes {
  byBody: ReadonlyMap<string, Shape[]>;
  /** Sentences about those that are left out. */
  wrong: string[];
}

/** All shapes, by body. names: values of parameters. */
export function shapesOf(data: JsonMap, names: Names): Shapes {
  const byBody = new Map<string, Shape[]>();
  const wrong: string[] = [];
  for (const body of shapedBodies(data)) {
    const found: Shape[] = [];
    written(data, body).forEach((entry, index) => {
      try {
        found.push(shapeOf(body, index, entry, names));
      } catch (error) {
        wrong.push(`shape ${index + 1} of '${body}' is not drawn: ${error instanceof Error ? error.message : String(error)}`);
      }
    });
    byBody.set(body, found);
  }
  return { byBody, wrong };
}

function shapeOf(body: string, index: number, entry: JsonMap, names: Names): Shape {
  const three = (key: string): Vec => row(entry, key, 3, names, [0, 0, 0]) as Vec;
  const color = typeof entry.color === "string" && /^#[0-9a-f]{6}$/i.test(entry.color) ? entry.color : null;
  return { body, index, size: sizeOf(entry, names), pose: fromXyzRpy(three("xyz"), three("rpy")), color };
}

function sizeOf(entry: JsonMap, names: Names): Size {
  const positive = (key: string): number => {
    const value = valueOf(entry[key] ?? null, names);
    if (!(value > 0)) throw new Error(`${key} is not above zero`);
    return value;
  };
  const solid = solidOf(entry);
  switch (solid) {
    case "box":
      return { solid, size: row(entry, "size", 3, names) as Vec };
    case "cylinder":
    case "capsule":
      return { solid, radius: positive("radius"), length: positive("length") };
    case "sphere":
      return { solid, radius: positive("radius") };
    case "tube":
      return { solid, radius: positive("radius"), inner: Math.min(positive("inner"), positive("radius")), length: positive("length") };
    case "ellipsoid":
      return { solid, radii: row(entry, "radii", 3, names) as Vec };
    case "extrusion":
      return { solid, outline: outlineOf(entry, names), length: positive("length") };
    case "mesh":
      if (typeof entry.file !== "string" || !entry.file) throw new Error("it names no file");
      return { solid, file: entry.file, scale: row(entry, "scale", 3, names, [1, 1, 1]) as Vec };
    case null:
      throw new Error(`'${String(entry.solid)}' is no solid`);
  }
}
