/** The place of a frame on a frame on a body: sums of texts where nothing is turned, numbers where all are numbers. */
import type { Json, JsonMap } from "../data";

type Vector = [number, number, number];
const ZERO: Json[] = [0, 0, 0];

/** The second placement seen from the body of the first; exact: false where it had to stay as it was typed. */
export function composed(outer: JsonMap, inner: JsonMap): { entry: JsonMap; exact: boolean } {
  const from = list(outer.xyz);
  const to = list(inner.xyz);
  if (outer.quaternion !== undefined || outer.rotation !== undefined || !from || !to) return { entry: inner, exact: false };
  const turn = list(outer.rpy);
  if (!turn) return { entry: inner, exact: false };
  if (turn.every(isZero)) return { entry: placed(inner, from.map((x, k) => sum(x, to[k]!))), exact: true };
  const numbers = [turn, from, to, list(inner.rpy) ?? []].map((v) => v.map(value));
  if (inner.quaternion !== undefined || inner.rotation !== undefined || numbers.some((v) => v.length !== 3 || v.includes(null))) return { entry: inner, exact: false };
  const [rpy, a, b, own] = numbers as [Vector, Vector, Vector, Vector];
  const R = matrix(rpy);
  const xyz = a.map((x, k) => clean(x + dot(R[k]!, b)));
  const made = placed(inner, xyz);
  return { entry: { ...made, rpy: angles(times(R, matrix(own))).map(clean) }, exact: true };
}

function placed(entry: JsonMap, xyz: Json[]): JsonMap {
  if (xyz.every(isZero) && entry.xyz === undefined) return entry;
  return { ...entry, xyz };
}

const list = (x: Json | undefined): Json[] | null => (x === undefined ? ZERO : Array.isArray(x) && x.length === 3 ? x : null);
const isZero = (x: Json): boolean => x === 0 || x === "0";

function sum(a: Json, b: Json): Json {
  if (isZero(a)) return b;
  if (isZero(b)) return a;
  if (typeof a === "number" && typeof b === "number") return clean(a + b);
  return `${a} + ${String(b).startsWith("-") ? `(${b})` : b}`;
}

/** Numbers, and the usual texts of angles and lengths. */
function value(x: Json): number | null {
  if (typeof x === "number") return x;
  const found = /^\s*([-+]?[\d.]+(?:e[-+]?\d+)?)?\s*(deg|rad|mm|cm|m|pi)?\s*(?:\/\s*([\d.]+))?\s*$/.exec(String(x).replace("-pi", "-1 pi"));
  if (!found || (found[1] === undefined && found[2] !== "pi")) return null;
  const unit = { deg: Math.PI / 180, rad: 1, mm: 1e-3, cm: 1e-2, m: 1, pi: Math.PI }[found[2] ?? "rad"] ?? 1;
  return (Number(found[1] ?? 1) * unit) / Number(found[3] ?? 1);
}

const clean = (x: number): number => (Math.abs(x) < 1e-15 ? 0 : Number(x.toPrecision(15)));
const dot = (a: number[], b: number[]): number => a.reduce((s, x, k) => s + x * b[k]!, 0);
const times = (A: number[][], B: number[][]): number[][] => A.map((r) => [0, 1, 2].map((k) => dot(r, B.map((row) => row[k]!))));

/** Rz(yaw) Ry(pitch) Rx(roll). */
function matrix([r, p, y]: Vector): number[][] {
  const [cr, sr, cp, sp, cy, sy] = [Math.cos(r), Math.sin(r), Math.cos(p), Math.sin(p), Math.cos(y), Math.sin(y)];
  return [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
}

function angles(R: number[][]): number[] {
  const pitch = Math.atan2(-R[2]![0]!, Math.hypot(R[0]![0]!, R[1]![0]!));
  if (Math.abs(Math.cos(pitch)) < 1e-12) return [Math.atan2(-R[1]![2]!, R[1]![1]!), pitch, 0];
  return [Math.atan2(R[2]![1]!, R[2]![2]!), pitch, Math.atan2(R[1]![0]!, R[0]![0]!)];
}
