/**
 * A Lagrangian in space. Masses move where the kinetic energy says: m dot(dx - l dq, dx - l dq)/2 is a mass at x - l q, at the end of a
 * rod from x. Rotations are drawn as boxes, where a force acts in their axes, on the mass that moves freely, or at the origin.
 */
import type { Layout } from "@/backend/protocol";
import { isMap, type Json, type JsonMap, mapAt } from "@/document/data";
import { evaluate } from "@/document/formula";
import type { Placed } from "./anatomy";
import { add, IDENTITY, origin, type Pose, type Vec } from "./rigid";
import type { Shape } from "./shapes";
import { expanded, type Formula, formula, inputsAt, terms, Unread, type Matrix, type Value } from "./vectors";

/** What a Lagrangian looks like: bodies and frames as of a robot, and rods between points. */
export interface LagrangianPicture {
  layout: Layout;
  place(q: ArrayLike<number>, parameters: ArrayLike<number>): Placed;
  rods(q: ArrayLike<number>, parameters: ArrayLike<number>): [Vec, Vec][];
  boxes(size: number): Shape[];
  /** Variables that are in no point and no rotation. */
  undrawn: string[];
}

interface Chain {
  text: string;
  links: { at: Formula; rod: boolean }[];
}

const words = (text: string): string[] => text.match(/[A-Za-z_]\w*/g) ?? [];

/** The picture, from the document and the layout of its program. */
export function lagrangianPicture(layout: Layout, data: JsonMap): LagrangianPicture {
  const kinds = new Map(layout.variables.map((v) => [v.name, v.manifold]));
  const sizes = Object.fromEntries(Object.entries(mapAt(data, ["sizes"])).flatMap(([k, v]) => (typeof v === "number" ? [[k, v]] : [])));
  const written = (key: string) => readable(() => expanded(typeof data[key] === "string" ? data[key] : "", sizes), "");
  const names = namesOf(layout, data);
  const begin = names(layout.start.q, layout.parameters.map((p) => p.value));
  const chains = chainsOf(written("lagrangian"), kinds).filter((c) => readable(() => c.links.every((l) => isPoint(l.at(begin))), false));
  const used = new Set(chains.flatMap((c) => words(c.text)).map((w) => (kinds.has(w) ? w : w.slice(1))));
  const turning = layout.variables.filter((v) => v.manifold === "SO(3)" && !used.has(v.name));
  const carriers = turning.map((v) => ({ name: v.name, at: carrierOf(v.name, written("work"), kinds, chains) }));
  const point = (at: Formula, n: ReturnType<typeof names>): Vec => at(n) as Vec;
  const ends = (c: Chain, n: ReturnType<typeof names>): Vec[] => c.links.reduce<Vec[]>((list, l) => [...list, add(list.at(-1)!, point(l.at, n))], [[0, 0, 0]]);
  return {
    layout: pictured(layout, chains, carriers.map((c) => c.name)),
    place: (q, parameters) => placedAt(names(q, parameters), chains, carriers, ends),
    rods: (q, parameters) => {
      const n = names(q, parameters);
      return chains.flatMap((c) => {
        const at = ends(c, n);
        return c.links.flatMap((l, k) => (l.rod ? [[at[k]!, at[k + 1]!] as [Vec, Vec]] : []));
      });
    },
    boxes: (size) => carriers.map((c) => ({ body: c.name, index: 0, size: { solid: "box", size: [0.24 * size, 0.24 * size, 0.05 * size] }, pose: IDENTITY, color: null })),
    undrawn: layout.variables.filter((v) => !used.has(v.name) && v.manifold !== "SO(3)").map((v) => v.name),
  };
}

function readable<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unread) return otherwise;
    throw error;
  }
}

/** Points of masses: both inputs of dot() are the same velocity. Without any, points in the potential of gravity: dot(R*rho, e3). */
function chainsOf(lagrangian: string, kinds: ReadonlyMap<string, string>): Chain[] {
  const velocity = (name: string) => name.startsWith("d") && kinds.has(name.slice(1));
  const pairs = [...lagrangian.matchAll(/\bdot\s*\(/g)].map((m) => readable(() => inputsAt(lagrangian, m.index + m[0].length - 1).inputs, []));
  const moving = pairs.filter(([a, b]) => a !== undefined && a === b && words(a).some(velocity)).map(([a]) => a!);
  const resting = pairs.flatMap(([a, b]) => (b === "e3" ? [a!] : a === "e3" ? [b!] : [])).filter((p) => words(p).some((w) => kinds.has(w)));
  const texts = [...new Set(moving.length > 0 ? moving : resting)];
  return texts.flatMap((text) => readable(() => [chain(text.replace(/[A-Za-z_]\w*/g, (w) => (velocity(w) ? w.slice(1) : w)), kinds)], []));
}

function chain(text: string, kinds: ReadonlyMap<string, string>): Chain {
  const turns = (term: string) => words(term).some((w) => ["S2", "SO(3)"].includes(kinds.get(w) ?? ""));
  return { text, links: terms(text).map((term) => ({ at: formula(term), rod: turns(term) })) };
}

/** Where a rotation is: work done by a force in its axes, dot(delta(p), f*R*e3), says it. */
function carrierOf(name: string, work: string, kinds: ReadonlyMap<string, string>, chains: readonly Chain[]): Formula | null {
  for (const m of work.matchAll(/\bdot\s*\(/g)) {
    const [a, b] = readable(() => inputsAt(work, m.index + m[0].length - 1).inputs, []);
    if (a === undefined || b === undefined || !/\bdelta\s*\(/.test(a) || !words(b).includes(name)) continue;
    const found = readable(() => formula(a.replace(/\bdelta\s*\((\w+)\)/g, "$1")), null);
    if (found) return found;
  }
  const free = chains.find((c) => c.links.every((l) => !l.rod));
  return free && [...kinds.values()].includes("R^3") ? (n) => free.links.reduce<Vec>((sum, l) => add(sum, l.at(n) as Vec), [0, 0, 0]) : null;
}

const isPoint = (x: Value): boolean => Array.isArray(x) && x.every((e) => typeof e === "number" && Number.isFinite(e));

type Names = (name: string) => Value;

function namesOf(layout: Layout, data: JsonMap): (q: ArrayLike<number>, parameters: ArrayLike<number>) => Names {
  const constants = new Map(Object.entries(mapAt(data, ["constants"])).flatMap(([name, given]) => elements(name, isMap(given) ? (given.value ?? null) : given)));
  return (q, parameters) => {
    const known = new Map(constants);
    layout.parameters.forEach((p, k) => typeof (known.get(p.name) ?? 0) === "number" && known.set(p.name, parameters[k] ?? p.value));
    for (const v of layout.variables) known.set(v.name, valueAt(v.q.map((k) => q[k] ?? 0)));
    return (name) => {
      const found = known.get(name);
      if (found === undefined) throw new Unread(name);
      return found;
    };
  };
}

/** A constant by its name, and elements of arrays by theirs. */
function elements(name: string, given: Json): [string, Value][] {
  const numbers = (x: Json): number[] => (Array.isArray(x) ? x.map((e) => evaluate(e) ?? NaN) : []);
  if (!Array.isArray(given)) return [[name, evaluate(given) ?? NaN]];
  if (given.every((row) => Array.isArray(row)) && given.length === 3) return [[name, given.map(numbers) as Matrix]];
  const list = numbers(given);
  return [...(list.length === 3 ? [[name, list as Vec] as [string, Value]] : []), ...list.map((x, k): [string, Value] => [`${name}${k + 1}`, x])];
}

function valueAt(x: number[]): Value {
  if (x.length === 9) return [x.slice(0, 3), x.slice(3, 6), x.slice(6, 9)] as Matrix;
  return x.length === 3 ? (x as Vec) : x[0]!;
}

function pictured(layout: Layout, chains: readonly Chain[], turning: readonly string[]): Layout {
  const names = chains.map((c) => c.text);
  const body = (name: string) => ({ name, joint: "", parent: "world", mass: 1 });
  return {
    ...layout,
    poses: [...[...names, ...turning].map((name) => ({ name, kind: "body" as const })), ...turning.map((name) => ({ name, kind: "frame" as const, body: name }))],
    bodies: [...names.map(body), ...turning.map((name) => ({ ...body(name), mass: 0 }))],
  };
}

function placedAt(names: Names, chains: readonly Chain[], carriers: { name: string; at: Formula | null }[], ends: (c: Chain, n: Names) => Vec[]): Placed {
  const points = chains.map((c) => ends(c, names).at(-1)!);
  const turned = carriers.map((c): Pose => [...(names(c.name) as Matrix).flat(), ...(c.at ? (c.at(names) as Vec) : [0, 0, 0])]);
  const poses = [...points.map((p): Pose => [...IDENTITY.slice(0, 9), ...p]), ...turned];
  return { poses: [...poses, ...turned].flat(), centers: poses.flatMap((X) => origin(X)) };
}
