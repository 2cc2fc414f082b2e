/** Paths of files that were dropped together, and which of them a document means. */
import { type JsonMap, mapAt } from "@/document/data";

/** Endings of meshes that the page draws. */
export const MESHES = [".stl", ".dae", ".obj"];
/** Endings of files that may be a robot. */
export const ROBOTS = [".urdf", ".xacro", ".xml", ".mjcf", ".sdf", ".yaml", ".yml", ".json", ".par", ".csv"];

/** ".stl" */
export const suffixOf = (path: string): string => (/\.[^./]+$/.exec(path)?.[0] ?? "").toLowerCase();
/** The name without its folders. */
export const baseOf = (path: string): string => path.split("/").at(-1) ?? path;
/** The name without its folders and its ending. */
export const stemOf = (name: string): string => baseOf(name).replace(/\.[^.]+$/, "");

/** Of files that were not found, those that a document's shapes name: what an older document lacked is no news. */
export function lackedBy(data: JsonMap, missing: readonly string[]): readonly string[] {
  if (missing.length === 0) return missing;
  const shapes = JSON.stringify(mapAt(data, ["studio", "shapes"]));
  return missing.filter((file) => shapes.includes(baseOf(file)));
}

/** The one of `names` that a path means: itself, or the one with the longest end in common; null: none has its file's name. */
export function findFile(wanted: string, names: Iterable<string>): string | null {
  const parts = wanted.toLowerCase().split("/").reverse();
  let best: string | null = null;
  let most = 0;
  for (const name of names) {
    if (name === wanted) return name;
    const own = name.toLowerCase().split("/").reverse();
    let common = 0;
    while (common < parts.length && common < own.length && parts[common] === own[common]) common++;
    if (common > most) [best, most] = [name, common];
  }
  return best;
}

/** A relative path without surprises; null where it would lead out of its folder. */
export function safePath(path: string): string | null {
  const parts = path.replaceAll("\\", "/").split("/").filter((p) => p !== "" && p !== ".");
  if (path.startsWith("/") || parts.length === 0 || parts.includes("..") || parts[0]!.endsWith(":") || path.length > 400) return null;
  return parts.join("/");
}
