/** The same thing written in another form: a turn, an inertia, the end of a loop. Refusals are sentences. */
import { isMap, type Json, type JsonMap } from "@/document/data";
import { evaluate } from "@/document/formula";
import { type Four, type Matrix, matrixOfQuaternion, matrixOfRpy, quaternionOfRpy, rpyOfMatrix, type Three, tidy } from "@/document/turns";

/** Keys to write (undefined: to remove), or why not. */
export type Rewritten = Record<string, Json | undefined> | { refused: string };

export const refused = (x: Rewritten): x is { refused: string } => typeof x.refused === "string";

export const TURNS = ["rpy", "quaternion", "rotation"] as const;
export type Turn = (typeof TURNS)[number];
export const turnOf = (place: JsonMap): Turn => TURNS.find((key) => key in place) ?? "rpy";

/** A place with its turn in another form. Formulas of parameters cannot be converted: what they are is not known. */
export function turned(place: JsonMap, form: Turn): Rewritten {
  const now = turnOf(place);
  const gone = Object.fromEntries(TURNS.map((key) => [key, undefined]));
  const matrix = place[now] === undefined ? matrixOfRpy([0, 0, 0]) : matrixIn(now, place[now]);
  if (!matrix) return { refused: `${now} holds parameters or is not complete: write the ${form} by hand in the text` };
  const rpy = rpyOfMatrix(matrix);
  const made: Record<Turn, Json> = { rpy: rpy.map(tidy), quaternion: quaternionOfRpy(rpy).map(tidy), rotation: matrix.map((row) => row.map(tidy)) };
  return { ...gone, [form]: made[form] };
}

function matrixIn(form: Turn, written: Json | undefined): Matrix | null {
  const rows = form === "rotation" && Array.isArray(written) ? written : [written ?? null];
  const numbers = rows.map((row) => (Array.isArray(row) ? row.map((x) => evaluate(x)) : []));
  if (numbers.some((row) => row.length === 0 || row.some((x) => x === null))) return null;
  if (form === "rotation") return numbers.length === 3 && numbers.every((r) => r.length === 3) ? (numbers as Matrix) : null;
  const [first] = numbers;
  if (form === "rpy") return first!.length === 3 ? matrixOfRpy(first as Three) : null;
  return first!.length === 4 ? matrixOfQuaternion(first as Four) : null;
}

export const INERTIAS = ["diagonal", "full", "ten"] as const;
export type InertiaForm = (typeof INERTIAS)[number];
export const TEN = ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"] as const;
const SYMORO = ["M", "MX", "MY", "MZ", "XX", "XY", "YY", "XZ", "YZ", "ZZ"];

export function inertiaForm(body: JsonMap): InertiaForm {
  if ("parameters" in body) return "ten";
  return Array.isArray(body.inertia) && body.inertia.length === 6 ? "full" : "diagonal";
}

/** A body with its inertia in another form; formulas are composed. */
export function inertiaAs(body: JsonMap, form: InertiaForm): Rewritten {
  const now = inertiaForm(body);
  if (now === form) return {};
  if (now === "ten") return fromTen(body, form);
  const six = sixOf(body.inertia);
  if (form === "ten") return toTen(body, six);
  if (form === "full") return { inertia: six };
  if ([six[1], six[3], six[4]].some((x) => x !== 0)) return { refused: "Ixy, Ixz or Iyz is not zero: set them to 0 first" };
  return { inertia: [six[0]!, six[2]!, six[5]!] };
}

function sixOf(inertia: Json | undefined): Json[] {
  const list = Array.isArray(inertia) ? inertia : [];
  if (list.length === 6) return list;
  return [list[0] ?? 0, 0, list[1] ?? 0, 0, 0, list[2] ?? 0];
}

function toTen(body: JsonMap, six: Json[]): Rewritten {
  const m = body.mass ?? 0;
  const [x = 0, y = 0, z = 0] = Array.isArray(body.com) ? body.com : [];
  const square = (a: Json, b: Json) => times(m, plus(times(a, a), times(b, b)));
  const mixed = (i: Json, a: Json, b: Json) => minus(i, times(m, times(a, b)));
  const [xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0] = six;
  const ten = [m, times(m, x), times(m, y), times(m, z), plus(xx, square(y, z)), mixed(xy, x, y), plus(yy, square(x, z)), mixed(xz, x, z), mixed(yz, y, z), plus(zz, square(x, y))];
  return { mass: undefined, com: undefined, inertia: undefined, parameters: Object.fromEntries(TEN.map((key, k) => [key, ten[k]!])) };
}

function fromTen(body: JsonMap, form: InertiaForm): Rewritten {
  const [m = 0, mx = 0, my = 0, mz = 0, xx = 0, xy = 0, yy = 0, xz = 0, yz = 0, zz = 0] = tenOf(body.parameters);
  if ([m, mx, my, mz, xx, xy, yy, xz, yz, zz].some((v) => v === null)) return { refused: "a parameter without a value is a symbol of its own: give it a value first" };
  const moments = [mx, my, mz];
  if (m === 0 && moments.some((v) => v !== 0)) return { refused: "a body without mass has no centre of mass: its first moments are not zero" };
  const over = (a: Json) => (m === 0 ? 0 : divided(a, m));
  const square = (a: Json, b: Json) => over(plus(times(a, a), times(b, b)));
  const off = [plus(xy, over(times(mx, my))), plus(xz, over(times(mx, mz))), plus(yz, over(times(my, mz)))];
  const diagonal = [minus(xx, square(my, mz)), minus(yy, square(mx, mz)), minus(zz, square(mx, my))];
  if (form === "diagonal" && off.some((v) => v !== 0)) return { refused: "Ixy, Ixz or Iyz about the centre of mass is not zero: choose the full tensor" };
  const inertia = form === "diagonal" ? diagonal : [diagonal[0]!, off[0]!, diagonal[1]!, off[1]!, off[2]!, diagonal[2]!];
  return { parameters: undefined, mass: m, com: moments.map(over), inertia };
}

/** The ten parameters of a list or of a map with our names or SYMORO's. */
export function tenOf(written: Json | undefined): Json[] {
  if (Array.isArray(written)) return TEN.map((_, k) => written[k] ?? 0);
  const map = isMap(written) ? written : {};
  return TEN.map((key, k) => [key, SYMORO[k]!].map((name) => map[name]).find((v) => v !== undefined) ?? (key in map || SYMORO[k]! in map ? null : 0));
}

const wrap = (x: Json): string => (typeof x === "string" && /[-+/\s]/.test(x) ? `(${x})` : String(x));

function plus(a: Json, b: Json): Json {
  if (typeof a === "number" && typeof b === "number") return tidy(a + b);
  return a === 0 ? b : b === 0 ? a : `${a} + ${b}`;
}

function minus(a: Json, b: Json): Json {
  if (typeof a === "number" && typeof b === "number") return tidy(a - b);
  return b === 0 ? a : a === 0 ? `-${wrap(b)}` : `${a} - ${wrap(b)}`;
}

function times(a: Json, b: Json): Json {
  if (typeof a === "number" && typeof b === "number") return tidy(a * b);
  return a === 0 || b === 0 ? 0 : a === 1 ? b : b === 1 ? a : `${wrap(a)}*${wrap(b)}`;
}

function divided(a: Json, b: Json): Json {
  if (typeof a === "number" && typeof b === "number") return tidy(a / b);
  return a === 0 ? 0 : b === 1 ? a : `${wrap(a)}/${typeof b === "string" && b.includes("*") ? `(${b})` : wrap(b)}`;
}
