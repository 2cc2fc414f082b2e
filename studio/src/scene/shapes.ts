/** `studio.shapes` of the document in numbers: how bodies look. A shape that cannot be read is told, and stops nothing. */
import { at, isMap, type Json, type JsonMap } from "@/document/data";
import { evaluate, type Names } from "@/document/formula";
import { fromXyzRpy, type Pose, type Vec, ZERO } from "./rigid";

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

class Unreadable extends Error {}

/** All shapes, by body. names: values of parameters. */
export function shapesOf(data: JsonMap, names: Names): Shapes {
  const byBody = new Map<string, Shape[]>();
  const wrong: string[] = [];
  const given = at(data, ["studio", "shapes"]);
  for (const [body, list] of Object.entries(isMap(given) ? given : {})) {
    if (!Array.isArray(list)) continue;
    const found: Shape[] = [];
    list.forEach((entry, index) => {
      try {
        found.push(shapeOf(body, index, entry, names));
      } catch (error) {
        if (!(error instanceof Unreadable)) throw error;
        wrong.push(`shape ${index + 1} of '${body}' is not drawn: ${error.message}`);
      }
    });
    byBody.set(body, found);
  }
  return { byBody, wrong };
}

function shapeOf(body: string, index: number, entry: Json, names: Names): Shape {
  if (!isMap(entry)) throw new Unreadable("it is no mapping");
  const list = (key: string, otherwise: Vec): Vec => (entry[key] === undefined ? otherwise : vector(key, entry[key], names));
  const color = typeof entry.color === "string" && /^#[0-9a-f]{6}$/i.test(entry.color) ? entry.color : null;
  return { body, index, size: sizeOf(entry, names), pose: fromXyzRpy(list("xyz", ZERO), list("rpy", ZERO)), color };
}

function sizeOf(entry: JsonMap, names: Names): Size {
  const positive = (key: string): number => {
    const value = number(key, entry[key], names);
    if (value <= 0) throw new Unreadable(`${key} is not above zero`);
    return value;
  };
  const solid = entry.solid;
  switch (solid) {
    case "box":
      return { solid, size: vector("size", entry.size, names) };
    case "cylinder":
    case "capsule":
      return { solid, radius: positive("radius"), length: positive("length") };
    case "sphere":
      return { solid, radius: positive("radius") };
    case "tube":
      return { solid, radius: positive("radius"), inner: Math.min(positive("inner"), positive("radius")), length: positive("length") };
    case "ellipsoid":
      return { solid, radii: vector("radii", entry.radii, names) };
    case "extrusion":
      return { solid, outline: outlineOf(entry.outline, names), length: positive("length") };
    case "mesh":
      if (typeof entry.file !== "string" || !entry.file) throw new Unreadable("it names no file");
      return { solid, file: entry.file, scale: entry.scale === undefined ? [1, 1, 1] : vector("scale", entry.scale, names) };
    default:
      throw new Unreadable(`'${String(solid)}' is no solid`);
  }
}

function number(key: string, value: Json | undefined, names: Names): number {
  const found = evaluate(value, names);
  if (found === null) throw new Unreadable(`${key} has no value`);
  return found;
}

function vector(key: string, value: Json | undefined, names: Names): Vec {
  if (!Array.isArray(value) || value.length !== 3) throw new Unreadable(`${key} is no list of three`);
  return value.map((v) => number(key, v, names)) as Vec;
}

function outlineOf(value: Json | undefined, names: Names): [number, number][] {
  if (!Array.isArray(value) || value.length < 3) throw new Unreadable("outline has fewer than three points");
  return value.map((p) => {
    if (!Array.isArray(p) || p.length !== 2) throw new Unreadable("a point of the outline is no pair");
    return [number("outline", p[0], names), number("outline", p[1], names)];
  });
}
