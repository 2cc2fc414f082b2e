/** The document as data: what YAML can say, in order. */
export type Json = null | boolean | number | string | Json[] | JsonMap;
export interface JsonMap {
  [key: string]: Json;
}
export type Path = (string | number)[];

/** One place of the document and what stood and stands there; undefined: nothing. index: the key's place among its siblings. */
export interface Patch {
  path: Path;
  before: Json | undefined;
  after: Json | undefined;
  index?: number;
}

export const isMap = (x: Json | undefined): x is JsonMap => typeof x === "object" && x !== null && !Array.isArray(x);

/** What stands at a path, or undefined. */
export function at(data: Json | undefined, path: Path): Json | undefined {
  let here: Json | undefined = data;
  for (const key of path) {
    if (Array.isArray(here) && typeof key === "number") here = here[key];
    else if (isMap(here) && Object.hasOwn(here, String(key))) here = here[String(key)];
    else return undefined;
  }
  return here;
}

/** A map at a path; empty where there is none. */
export function mapAt(data: Json | undefined, path: Path): JsonMap {
  const found = at(data, path);
  return isMap(found) ? found : {};
}

/** The patch that puts a value (undefined: nothing) at a path; where the way to it is missing, that is made, and goes when it is undone. */
export function put(data: Json, path: Path, after: Json | undefined): Patch {
  const depth = path.findIndex((_, k) => k > 0 && !isContainer(at(data, path.slice(0, k))));
  if (depth > 0 && after !== undefined) return put(data, path.slice(0, depth), write(undefined, { path, before: undefined, after }, path.slice(depth)));
  const parent = at(data, path.slice(0, -1));
  const key = path.at(-1);
  const keys = isMap(parent) ? Object.keys(parent) : [];
  const index = keys.indexOf(String(key));
  return { path, before: at(data, path), after, ...(index >= 0 ? { index } : {}) };
}

const isContainer = (x: Json | undefined): boolean => Array.isArray(x) || isMap(x);

/** The patch that removes what is at a path, with the maps around it that become empty; `keep` keys of the path stay. */
export function cut(data: Json, path: Path, keep = 1): Patch {
  let depth = path.length;
  while (depth > keep + 1 && Object.keys(mapAt(data, path.slice(0, depth - 1))).length === 1) depth--;
  return put(data, path.slice(0, depth), undefined);
}

/** A document with patches applied one after the other; nothing of the old one is changed. */
export function apply(data: JsonMap, patches: readonly Patch[]): JsonMap {
  return patches.reduce((d, p) => write(d, p, p.path) as JsonMap, data);
}

/** The patches that undo others. */
export function inverse(patches: readonly Patch[]): Patch[] {
  return patches.map((p) => ({ ...p, before: p.after, after: p.before })).reverse();
}

function write(data: Json | undefined, patch: Patch, path: Path): Json | undefined {
  const [key, ...rest] = path;
  const value = patch.after;
  if (key === undefined) return value;
  if (typeof key === "number") {
    const list = Array.isArray(data) ? [...data] : [];
    if (rest.length > 0) list[key] = write(list[key], patch, rest) as Json;
    else if (value === undefined) list.splice(key, 1);
    else list.splice(key, patch.before === undefined ? 0 : 1, value); // what was not there is put in, not over its neighbour
    return list;
  }
  const map = isMap(data) ? data : {};
  if (rest.length > 0) return { ...map, [key]: write(map[key], patch, rest) as Json };
  if (value !== undefined && Object.hasOwn(map, key)) return { ...map, [key]: value };
  const entries = Object.entries(map).filter(([k]) => k !== key);
  if (value !== undefined) entries.splice(patch.index ?? entries.length, 0, [key, value]);
  return Object.fromEntries(entries);
}

/** Whether two values say the same, the order of keys included. */
export const same = (a: Json | undefined, b: Json | undefined): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A short hash of a document's data, order included (FNV-1a, 2 x 32 bits). */
export function hashOf(data: Json): string {
  const text = JSON.stringify(data);
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (let k = 0; k < text.length; k++) {
    const c = text.charCodeAt(k);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b ^ c, 0x85ebca6b);
  }
  return (a >>> 0).toString(16).padStart(8, "0") + (b >>> 0).toString(16).padStart(8, "0");
}

/** "joints/shoulder": how parts of the document are named in selections, positions and probes. Slashes in names are ~1. */
export const partOf = (path: Path): string => path.map((k) => String(k).replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
export const pathOf = (part: string): string[] => part.split("/").map((k) => k.replaceAll("~1", "/").replaceAll("~0", "~"));
