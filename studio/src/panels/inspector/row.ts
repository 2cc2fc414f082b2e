/** What a row of the inspector is, and how its value is read from the document and written to it. */
import { at, cut, isMap, type Json, type JsonMap, mapAt, type Patch, type Path, put } from "@/document/data";
import type { Names } from "@/document/formula";
import { type Rewritten, refused } from "@/document/operations/forms";

/** What the rows of a group speak of: a map of the document, where it is, and the whole document. */
export interface Place {
  data: JsonMap;
  /** The selected part. */
  part: string[];
  base: Path;
  map: JsonMap;
  values: Names;
}

/** The name of the selected part: the last key of its path. */
export const nameOf = (part: readonly string[]): string => part.at(-1) ?? "";
/** Its section; parts that are not connected yet are below studio.loose. */
export const sectionOf = (part: readonly string[]): string => part.at(-2) ?? part[0] ?? "";

interface Common {
  label: string;
  /** A sentence that says what it is. */
  help: string;
  when?: (x: Place) => boolean;
}
/** Forms by id with their titles, or a list of words. */
type Forms = Readonly<Record<string, string>> | ((x: Place) => readonly string[]);
type Unit = string | ((x: Place) => string);
export type Row = Common &
  (
    | { kind: "scalar"; path: Path; unit?: Unit; usual?: string; /** Numbers only: no parameters. */ numbers?: boolean; wide?: boolean }
    | { kind: "vector"; path: Path; parts: readonly string[]; unit?: Unit; usual: readonly Json[]; numbers?: boolean }
    | { kind: "choice"; path: Path; choices: (x: Place) => readonly string[]; none?: string }
    | { kind: "flag"; path: Path }
    | { kind: "text"; path: Path; usual?: string }
    | { kind: "move"; path: Path }
    | { kind: "colour"; path: Path; usual: (x: Place) => string }
    | { kind: "form"; forms: Forms; is: (x: Place) => string; become: (x: Place, form: string) => Change }
  );
export type RowOf<K extends Row["kind"]> = Extract<Row, { kind: K }>;

/** Patches with a sentence on what went, or why nothing changes. */
export type Change = { patches: Patch[]; said?: string; select?: string[] } | { refused: string };

export interface Group {
  title: string;
  rows: readonly Row[];
  /** Where its map is, if not at the part itself. */
  base?: (part: string[]) => Path;
  when?: (x: Place) => boolean;
  /** Closed unless it holds something. */
  folded?: boolean;
  /** Has a button that removes it from the document. */
  removable?: string;
}

/** Ids and titles of a row's forms. */
export const formsOf = (forms: Forms, x: Place): [string, string][] => (typeof forms === "function" ? forms(x).map((word) => [word, word]) : Object.entries(forms));

export const unitOf = (unit: Unit | undefined, x: Place): string => (typeof unit === "function" ? unit(x) : (unit ?? ""));

/** Maps that may be written shorter, at full length: limits: [lower, upper]; mimic: other. */
const SHORT: Readonly<Record<string, (x: Json) => Json>> = {
  limits: (x) => (Array.isArray(x) ? { lower: x[0] ?? null, upper: x[1] ?? null } : x),
  mimic: (x) => (typeof x === "string" ? { joint: x } : x),
};

/** The value of a row as the document has it; undefined: nothing. */
export function valueOf(x: Place, path: Path): Json | undefined {
  if (path.length === 0) return at(x.data, x.base);
  const [first, ...rest] = path;
  const full = SHORT[String(first)];
  const top = at(x.map, [first!]);
  return full && top !== undefined && rest.length > 0 ? at(full(top), rest) : at(x.map, path);
}

/** Patches that give a row a value; undefined removes it, and the map around it where that becomes empty. */
export function written(x: Place, path: Path, value: Json | undefined): Patch[] {
  const [first, ...rest] = path;
  const whole = [...x.base, ...path];
  const full = SHORT[String(first)];
  const top = first === undefined ? undefined : at(x.map, [first]);
  if (full && top !== undefined && rest.length > 0 && !isMap(top)) {
    const short = Array.isArray(top) ? ["lower", "upper"].indexOf(String(rest[0])) : -1;
    if (short >= 0 && value !== undefined) return [put(x.data, [...x.base, first!, short], value)];
    const map = { ...(full(top) as JsonMap) };
    if (value === undefined) delete map[String(rest[0])];
    else map[String(rest[0])] = value;
    return [put(x.data, [...x.base, first!], Object.keys(map).length > 0 ? map : undefined)];
  }
  return [value === undefined ? cut(x.data, whole, x.base[0] === "studio" && x.base[1] !== "loose" ? 0 : x.part.length) : put(x.data, whole, value)];
}

/** Patches that give one entry of a vector a value; a vector that was not there begins with its usual entries. */
export function entryWritten(x: Place, row: RowOf<"vector">, k: number, value: Json | undefined): Patch[] {
  const now = valueOf(x, row.path);
  const list = row.usual.map((usual, n) => (Array.isArray(now) ? (now[n] ?? usual) : usual));
  list[k] = value ?? row.usual[k] ?? 0;
  return written(x, row.path, list);
}

/** Patches of a rewritten map: its keys are written one by one. */
export function rewritten(x: Place, made: Rewritten): Change {
  if (refused(made)) return made;
  const map = { ...x.map };
  for (const [key, value] of Object.entries(made)) {
    if (value === undefined) delete map[key];
    else map[key] = value;
  }
  return { patches: [put(x.data, x.base, map)] };
}

/** The place that the rows of a group speak of. */
export function placeOfGroup(data: JsonMap, part: string[], group: Group, values: Names): Place {
  const base = group.base ? group.base(part) : part;
  return { data, part, base, map: mapAt(data, base), values };
}

/** Whether a group holds anything. */
export const holds = (x: Place, group: Group): boolean =>
  group.rows.some((row) => (row.kind === "form" ? row.is(x) !== "none" : valueOf(x, row.path) !== undefined));

/** Patches that take a group's map out of the document; out of a list with the others moving up. */
export function removed(x: Place): Patch[] {
  const key = x.base.at(-1);
  const around = x.base.slice(0, -1);
  const list = at(x.data, around);
  if (typeof key !== "number" || !Array.isArray(list)) return [put(x.data, x.base, undefined)];
  const rest = list.filter((_, k) => k !== key);
  return [rest.length > 0 ? put(x.data, around, rest) : cut(x.data, around, 0)];
}
