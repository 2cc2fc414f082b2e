/** Many runs with other values of one or two parameters, made in the page, in pieces between which the page lives. */
import { columnsOf } from "./columns";
import { writeCsv } from "./csv";
import { type Mover, moverOf } from "./mover";
import { type Probe, watchOf } from "./probes";
import { Session } from "./session";
import type { setupOf } from "./setup";
import { signalsAt } from "./signals";
import type { Program } from "./state";

export interface Range {
  name: string;
  from: number;
  to: number;
  count: number;
}

/** One run: the parameters' values, and the curve that was asked for; empty where it could not go on. */
export interface SweptRun {
  values: number[];
  t: number[];
  y: Float64Array;
  /** Why the run ended early. */
  stuck: string;
}

export interface SweepAsked {
  ranges: Range[];
  probe: Probe;
  curve: number;
}

const PIECE = 12; // ms between two breaths of the page

/** Numbers that a curve is told by, for maps of two parameters. */
export const SCALARS: Record<string, (y: Float64Array) => number> = {
  max: (y) => y.reduce((a, b) => Math.max(a, b), -Infinity),
  min: (y) => y.reduce((a, b) => Math.min(a, b), Infinity),
  final: (y) => y.at(-1) ?? NaN,
  rms: (y) => Math.sqrt(y.reduce((a, b) => a + b * b, 0) / Math.max(1, y.length)),
};

/** Values of a range, both ends included. */
export const valuesOf = ({ from, to, count }: Range): number[] => Array.from({ length: count }, (_, k) => (count > 1 ? from + ((to - from) * k) / (count - 1) : from));

/** All combinations, the last parameter fastest. */
export const gridOf = (ranges: readonly Range[]): number[][] => ranges.reduce<number[][]>((grid, r) => grid.flatMap((row) => valuesOf(r).map((x) => [...row, x])), [[]]);

/** Make the runs; `told` hears of each part that is done, and ends the sweep by saying no. */
export async function sweep(program: Program, base: Float64Array, setup: ReturnType<typeof setupOf>, asked: SweepAsked, told: (part: number) => boolean): Promise<SweptRun[]> {
  const grid = gridOf(asked.ranges);
  const places = asked.ranges.map((r) => program.layout.parameters.findIndex((p) => p.name === r.name));
  const runs: SweptRun[] = [];
  const moved = asked.ranges.find((r) => startNames(setup).has(r.name));
  if (moved) return grid.map((values) => ({ values, t: [], y: new Float64Array(0), stuck: `the start depends on ${moved.name}, and is not made anew for its values: write it as a number` }));
  for (const values of grid) {
    const parameters = Float64Array.from(base);
    values.forEach((x, k) => (parameters[places[k]!] = x));
    const mover = moverOf(program, setup, { parameters, push: null, signals: signalsAt(program.layout.signals) });
    const made = await one(program, mover, setup, asked, (part) => told((runs.length + part) / grid.length));
    if (!made) return runs;
    runs.push({ ...made, values });
  }
  return runs;
}

/** Names in formulas of the start, and of motions, which joints start on: the program has their values for the document's parameters. */
function startNames({ start, inputs }: ReturnType<typeof setupOf>): Set<string> {
  const motions = Object.values(inputs).map((x) => (x.kind === "motion" ? x.position : ""));
  return new Set([...Object.values(start.q), ...Object.values(start.v), ...motions].flatMap((x) => String(x).match(/[A-Za-z_]\w*/g) ?? []));
}

async function one(program: Program, mover: Mover, { time, rate }: ReturnType<typeof setupOf>, asked: SweepAsked, told: (part: number) => boolean): Promise<Omit<SweptRun, "values"> | null> {
  const { layout } = program;
  const start = { t: 0, q: Float64Array.from(layout.start.q), v: Float64Array.from(layout.start.v), work: 0 };
  const end = Math.max(1, Math.round(time * rate)) / rate;
  let session: Session | null = null;
  let stuck = "";
  try {
    session = Session.begin(program, mover, start, rate);
    while (!session.compute(end, end, performance.now() + PIECE)) {
      if (!told(session.tape.t.at(-1)! / end)) return null;
      await new Promise((next) => setTimeout(next));
    }
  } catch (error) {
    stuck = error instanceof Error ? error.message : String(error);
  }
  if (!told(1)) return null;
  await new Promise((next) => setTimeout(next));
  const watch = session ? watchOf(asked.probe, layout, session.tape) : "";
  if (!session || typeof watch === "string") return { t: [], y: new Float64Array(0), stuck: stuck || String(watch) };
  return { t: session.tape.t, y: columnsOf(session.tape, watch)[asked.curve] ?? new Float64Array(0), stuck };
}

/** Curves side by side over time (one parameter), or one row per run with all scalars. */
export function sweepCsv(asked: SweepAsked, runs: readonly SweptRun[], title: string): string {
  const names = asked.ranges.map((r) => r.name);
  if (asked.ranges.length === 1) {
    const longest = runs.reduce<number[]>((a, r) => (r.t.length > a.length ? r.t : a), []);
    const heads = ["t", ...runs.map((r) => `${title} at ${names[0]} = ${r.values[0]}`)];
    return writeCsv(heads, longest.map((t, k) => [t, ...runs.map((r) => r.y[k] ?? NaN)]));
  }
  return writeCsv([...names, ...Object.keys(SCALARS).map((s) => `${title} ${s}`)], runs.map((r) => [...r.values, ...Object.values(SCALARS).map((f) => f(r.y))]));
}
