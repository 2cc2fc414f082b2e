/** Bodies whose mass is made from their shapes (`studio.mass_from`), kept so by every edit: it is part of the same step. */
import { at, isMap, type Json, type JsonMap, mapAt, same } from "@/document/data";
import { parameterValues } from "@/document/formula";
import { withAt } from "@/document/operations/loose";
import { massFromShapes, type MassFromShapes } from "./mass";
import { shapesOf } from "./shape";

/** Triangles of meshes that were loaded, by file: whoever loads one puts it here. */
export const triangles = new Map<string, ArrayLike<number>>();

const KEYS = ["mass", "com", "inertia", "parameters"] as const;

/** Where a body's entry stands: in the robot, or among what is not connected yet; null: nowhere. */
export function bodyPath(data: JsonMap, body: string): string[] | null {
  const paths = [["bodies", body], ["studio", "loose", "bodies", body]];
  return paths.find((path) => at(data, path) !== undefined) ?? null;
}

export const isFromShapes = (data: JsonMap, body: string): boolean => mapAt(data, ["studio", "mass_from"])[body] === "solid";

/** What the shapes of a body give, or why they give nothing. */
export function massOf(data: JsonMap, body: string): MassFromShapes | { wrong: string } {
  try {
    return massFromShapes(shapesOf(data, body), parameterValues(data), (file) => triangles.get(file) ?? null);
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
}

/** The document with masses as the shapes say. A mass that was typed by hand in this edit is no longer made from them. */
export function massed(before: JsonMap, after: JsonMap): JsonMap {
  const names = Object.keys(mapAt(after, ["studio", "mass_from"]));
  if (names.length === 0 || before === after) return after;
  return names.reduce((data, body) => one(before, data, body), after);
}

function one(before: JsonMap, after: JsonMap, body: string): JsonMap {
  const path = bodyPath(after, body);
  if (!path || !isFromShapes(after, body)) return after;
  const shaped = !same(shapes(before, body), shapes(after, body)) || !isFromShapes(before, body);
  const old = mapAt(before, bodyPath(before, body) ?? []);
  const now = mapAt(after, path);
  if (!shaped && bodyPath(before, body) && KEYS.some((k) => !same(old[k], now[k])) && !renamedParameter(old, now, before, after)) return withAt(after, ["studio", "mass_from", body], undefined);
  const made = massOf(after, body);
  if ("wrong" in made) return after;
  const rest = Object.fromEntries(Object.entries(now).filter(([k]) => !(KEYS as readonly string[]).includes(k)));
  const entry: JsonMap = { mass: made.mass, ...(made.com.some((x) => x !== 0) ? { com: made.com } : {}), inertia: made.inertia, ...rest };
  return same(entry, now) ? after : withAt(after, path, entry);
}

const shapes = (data: JsonMap, body: string): Json | undefined => at(data, ["studio", "shapes", body]);

/** Whether the mass changed with the parameters' names: formulas of shapes changed with them. */
function renamedParameter(old: JsonMap, now: JsonMap, before: JsonMap, after: JsonMap): boolean {
  const names = (d: JsonMap) => Object.keys(isMap(d.parameters) ? d.parameters : {}).join(" ");
  return names(before) !== names(after) && KEYS.every((k) => typeof old[k] === typeof now[k]);
}
