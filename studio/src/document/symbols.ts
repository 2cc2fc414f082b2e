/** Which symbols (parameters, constants) stand in which parts of a document, and the other way round. */
import { at, isMap, type Json, type JsonMap, mapAt, partOf, pathOf } from "./data";
import { namesIn, parametersOf } from "./formula";

/** Sections whose entries are parts of a mechanism. */
const SECTIONS = ["joints", "bodies", "frames", "close", "couplings", "forces"] as const;
/** Keys of an entry that hold names of other parts, no formulas. */
const REFERENCES = new Set(["parent", "child", "type", "body", "name", "solid", "material", "file", "color"]);

/** Names that stand in the formulas of an entry. */
function namesBelow(value: Json | undefined): Set<string> {
  const found = new Set<string>();
  const walk = (x: Json | undefined): void => {
    if (typeof x === "string") for (const name of namesIn(x)) found.add(name);
    else if (Array.isArray(x)) x.forEach(walk);
    else if (isMap(x)) for (const [key, inner] of Object.entries(x)) if (!REFERENCES.has(key)) walk(inner);
  };
  walk(value);
  return found;
}

/** The symbols of a document: parameters of a robot, constants of a Lagrangian, with their values as typed. */
export const symbolsIn = (data: JsonMap): JsonMap => ({ ...parametersOf(data), ...mapAt(data, ["constants"]) });

/** Symbols that a symbol's own formula is made of, and those of these; itself included. */
function roots(data: JsonMap, names: Iterable<string>): Set<string> {
  const all = symbolsIn(data);
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name) || !Object.hasOwn(all, name)) continue;
    found.add(name);
    open.push(...namesBelow(all[name]));
  }
  return found;
}

/** Symbols that a part of the document is made of; a joint's name is its coordinate's. */
export function symbolsOf(data: JsonMap, part: string): Set<string> {
  const [section, name] = pathOf(part);
  if (name === undefined) return roots(data, namesBelow(at(data, pathOf(part))));
  if (section === "parameters" || section === "constants") return new Set([name]);
  const shapes = at(data, ["studio", "shapes", name]);
  const found = roots(data, [...namesBelow(at(data, pathOf(part))), ...(section === "bodies" ? namesBelow(shapes) : [])]);
  if (section === "joints" || section === "manifold" || section === "inputs") found.add(name);
  return found;
}

/** Parts of the document that a symbol stands in: "bodies/upper", "joints/elbow". A coordinate stands in its joint. */
export function usersOf(data: JsonMap, symbol: string): string[] {
  const found: string[] = [];
  if (Object.hasOwn(mapAt(data, ["joints"]), symbol)) found.push(partOf(["joints", symbol]));
  if (Object.hasOwn(symbolsIn(data), symbol)) {
    for (const section of SECTIONS)
      for (const [name, entry] of Object.entries(mapAt(data, [section]))) if (roots(data, namesBelow(entry)).has(symbol)) found.push(partOf([section, name]));
  }
  return [...new Set(found)];
}
