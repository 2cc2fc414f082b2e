/** Parameters of the document: where they are used, a number made a symbol, a symbol made a number, renamed, removed. */
import { at, isMap, type Json, type JsonMap, mapAt, type Patch, type Path, put } from "@/document/data";
import { evaluate, isName, namesIn, parameterSection, parametersOf, parameterValues } from "@/document/formula";
import { tidy } from "@/document/turns";

/** Keys whose texts are names or words, never formulas. */
const WORDS = new Set([
  "type", "parent", "child", "body", "kind", "joint", "name", "root", "doc", "link", "method", "model", "convention", "orientation", "manifold",
  "material", "color", "solid", "file", "signal", "of", "what", "follow", "members", "first", "second", "actuated", "wrenches", "alike",
]);
const BESIDE = new Set(["positions", "groups", "camera", "layout", "sliders"]);

/** Calls `visit` with every text of the document that may be a formula. */
function eachFormula(data: JsonMap, visit: (path: Path, text: string) => void): void {
  const walk = (x: Json, path: Path): void => {
    if (typeof x === "string") return visit(path, x);
    if (Array.isArray(x)) return x.forEach((y, k) => walk(y, [...path, k]));
    if (!isMap(x)) return;
    const gear = path[0] === "gears" || path[0] === "tendons";
    for (const [key, y] of Object.entries(x)) {
      const word = path.length >= 2 && (WORDS.has(key) || (gear && key === "joints" && Array.isArray(y)));
      if (typeof y === "object" && y !== null ? !(word && Array.isArray(y)) : !word) walk(y, [...path, key]);
    }
  };
  for (const [key, section] of Object.entries(data)) {
    if (key === "studio") for (const [inner, x] of Object.entries(isMap(section) ? section : {})) !BESIDE.has(inner) && walk(x, [key, inner]);
    else if (!WORDS.has(key) && key !== "linkwright" && key !== "manifold") walk(section, [key]);
  }
}

/** Where a parameter stands in formulas. */
export function usesOf(data: JsonMap, name: string): Path[] {
  const found: Path[] = [];
  eachFormula(data, (path, text) => void (namesIn(text).includes(name) && found.push(path)));
  return found;
}

const escaped = (name: string) => name.replace(/[$]/g, "\\$&");
const replaced = (text: string, name: string, by: string): string => text.replace(new RegExp(`(?<![\\w.])${escaped(name)}(?!\\w)`, "g"), by);

/** Another name everywhere; a sentence where it cannot be had. */
export function renameParameter(data: JsonMap, name: string, to: string): Patch[] | string {
  if (!isName(to)) return `'${to}' cannot name a parameter: letters, digits and _, not a function, not pi`;
  if (to in parametersOf(data)) return `there is a parameter '${to}' already`;
  const key = parameterSection(data);
  const section = data[key];
  const names = Array.isArray(section) ? section.map((x) => (x === name ? to : x)) : Object.fromEntries(Object.entries(mapAt(data, [key])).map(([k, v]) => [k === name ? to : k, v]));
  const uses = usesOf(data, name).filter((path) => path[0] !== key);
  const inside = isMap(names) ? (mapStrings(names, (text) => (namesIn(text).includes(name) ? replaced(text, name, to) : text)) as JsonMap) : names;
  const range = at(data, ["studio", "sliders", name]);
  const sliders = range === undefined ? [] : [put(data, ["studio", "sliders"], Object.fromEntries(Object.entries(mapAt(data, ["studio", "sliders"])).map(([k, v]) => [k === name ? to : k, v])))];
  return [put(data, [key], inside), ...uses.map((path) => put(data, path, replaced(String(at(data, path)), name, to))), ...sliders];
}

function mapStrings(x: Json, change: (text: string) => string): Json {
  if (typeof x === "string") return change(x);
  if (Array.isArray(x)) return x.map((y) => mapStrings(y, change));
  return isMap(x) ? Object.fromEntries(Object.entries(x).map(([k, y]) => [k, k === "doc" ? y : mapStrings(y, change)])) : x;
}

/** Without a parameter: refused while it is used, unless its value takes its place. */
export function removeParameter(data: JsonMap, name: string, byValue = false): Patch[] | string {
  const uses = usesOf(data, name);
  const given = parametersOf(data)[name];
  if (uses.length > 0 && !byValue) return `${name} is used in ${uses.length === 1 ? "1 place" : `${uses.length} places`}`;
  if (uses.length > 0 && (given === null || given === undefined)) return `${name} has no value that could take its place`;
  const key = parameterSection(data);
  const section = data[key];
  const gone = Array.isArray(section) ? put(data, [key], section.filter((x) => x !== name)) : put(data, [key, name], undefined);
  const put1 = (path: Path) => put(data, path, inserted(String(at(data, path)), name, given ?? 0));
  return [...uses.map(put1), gone];
}

function inserted(text: string, name: string, value: Json): Json {
  if (text.trim() === name) return value;
  const plain = typeof value === "number" && value >= 0 ? String(value) : `(${String(value)})`;
  return replaced(text, name, plain);
}

/** A value becomes a parameter of this name, with the value as it was typed; a known name is just used. */
export function madeSymbol(data: JsonMap, path: Path, name: string, value: Json | undefined): Patch[] | string {
  if (!isName(name)) return `'${name}' cannot name a parameter: letters, digits and _, not a function, not pi`;
  const use = put(data, path, name);
  if (name in parametersOf(data)) return [use];
  const key = parameterSection(data);
  const section = data[key];
  const declared = Array.isArray(section) ? put(data, [key], { ...Object.fromEntries(section.map((n) => [String(n), null])), [name]: value ?? 0 }) : put(data, [key, name], value ?? 0);
  return [declared, use];
}

/** The number that stands for a formula: of a lone parameter its value as it was typed; null where there is none. */
export function numberFor(data: JsonMap, formula: Json | undefined): Json {
  const given = parametersOf(data);
  if (typeof formula === "string" && formula.trim() in given) return given[formula.trim()] ?? null;
  const value = evaluate(formula, parameterValues(data));
  return value === null ? null : tidy(value);
}

const LETTERS: Readonly<Record<string, string>> = {
  mass: "m", com: "c", inertia: "I", spring: "c", damper: "d", viscous: "b", coulomb: "f", xyz: "L", rpy: "a", rotor_inertia: "J", gear_ratio: "N", rest: "rest",
  pitch: "p", stiffness: "k", damping: "d", radius: "r", length: "L", size: "s", gravity: "g", ratio: "n", offset: "o", force: "F", target: "target",
};

/** A free name for the parameter of a field: m_upper, L_elbow. */
export function suggestedName(data: JsonMap, part: readonly string[], path: Path, entry = ""): string {
  const key = String(path.filter((k) => typeof k === "string").at(-1) ?? "");
  const letter = entry.length > 1 && key === "inertia" ? entry : (LETTERS[key] ?? key.replace(/\W/g, "_"));
  const name = (part.length > 1 ? part.at(-1)! : "").replace(/\W/g, "_");
  const first = [letter || "p", name].filter(Boolean).join("_");
  const known = parametersOf(data);
  if (isName(first) && !(first in known)) return first;
  for (let k = 2; ; k++) if (!(`${first}${k}` in known) && isName(`${first}${k}`)) return `${first}${k}`;
}
