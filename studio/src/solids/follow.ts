/** Bodies whose mass is made from their solids follow every edit of these: the numbers change in the same step. */
import { at, isMap, type JsonMap, mapAt, type Patch, put, same } from "@/document/data";
import { parameterValues } from "@/document/formula";
import { massFromShapes } from "./mass";
import { shapesOf } from "./shape";

/** Where a body stands: in the robot, or beside it while it is not connected. */
export const bodyPath = (data: JsonMap, body: string): string[] => (at(data, ["studio", "loose", "bodies", body]) === undefined ? ["bodies", body] : ["studio", "loose", "bodies", body]);

export const isFromSolids = (data: JsonMap, body: string): boolean => mapAt(data, ["studio", "mass_from"])[body] === "solid";

/** Patches that give bodies the mass of their solids, where an edit changed solids, parameters, or the wish. */
export function massPatches(before: JsonMap, after: JsonMap): Patch[] {
  const places = [["studio", "shapes"], ["studio", "mass_from"], ["parameters"]];
  const bodies = Object.keys(mapAt(after, ["studio", "mass_from"])).filter((body) => isFromSolids(after, body));
  if (bodies.length === 0 || places.every((path) => at(before, path) === at(after, path))) return [];
  return bodies.flatMap((body) => massPatch(after, body));
}

/** Why the mass of a body cannot be had from its solids, or what is to be said of it. */
export function massSaid(data: JsonMap, body: string): { wrong: string; notes: string[] } {
  try {
    return { wrong: "", notes: massFromShapes(shapesOf(data, body), parameterValues(data)).notes };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error), notes: [] };
  }
}

function massPatch(data: JsonMap, body: string): Patch[] {
  const path = bodyPath(data, body);
  const now = at(data, path);
  if (massSaid(data, body).wrong) return [];
  const { mass, com, inertia } = massFromShapes(shapesOf(data, body), parameterValues(data));
  const { parameters: _ten, ...rest } = isMap(now) ? now : {};
  const made: JsonMap = { ...rest, mass, com, inertia };
  return same(now, made) ? [] : [put(data, path, made)];
}
