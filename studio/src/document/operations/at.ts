/** A value at a path of a copy of the document. */
import { isMap, type Json, type JsonMap } from "../data";

/** A value at a path of a copy; empty maps that only the studio needs go. */
export function withAt(data: JsonMap, path: readonly string[], value: Json | undefined, kept = KEPT): JsonMap {
  const [key, ...rest] = path;
  if (key === undefined) return data;
  const made: JsonMap = { ...data };
  const after = rest.length > 0 ? withAt(isMap(made[key]) ? made[key] : {}, rest, value, NONE) : value;
  if (after === undefined || (rest.length > 0 && value === undefined && isMap(after) && Object.keys(after).length === 0 && !kept.has(key))) delete made[key];
  else made[key] = after;
  return made;
}
const KEPT: ReadonlySet<string> = new Set(["joints", "bodies", "parameters"]);
const NONE: ReadonlySet<string> = new Set();
