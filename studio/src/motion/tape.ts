/** Samples of a run: begun, added to, cut, and found again by time. */
import type { Layout } from "@/backend/protocol";
import type { Moment } from "./integrators";
import type { Tape } from "./state";

/** What is seen of a moment besides its state. */
export interface Seen {
  a: Float64Array;
  tau: Float64Array;
  acting: Float64Array;
  kinetic: number;
  potential: number;
}

let made = 0;

export function newTape(layout: Layout, label = "now"): Tape {
  return { id: ++made, label, layout, t: [], q: [], v: [], a: [], tau: [], acting: [], kinetic: [], potential: [], work: [], gaps: [] };
}

export function record(tape: Tape, now: Moment, seen: Seen, parameters?: Float64Array): void {
  if (parameters) (tape.parameters ??= []).push(parameters);
  tape.t.push(now.t);
  tape.q.push(now.q);
  tape.v.push(now.v);
  tape.work.push(now.work);
  for (const name of ["a", "tau", "acting"] as const) tape[name].push(seen[name]);
  for (const name of ["kinetic", "potential"] as const) tape[name].push(seen[name]);
}

const COLUMNS = ["t", "q", "v", "a", "tau", "acting", "kinetic", "potential", "work", "gaps"] as const;

/** The same run up to and with a sample, under a new id. */
export function cut(tape: Tape, count: number): Tape {
  const columns = Object.fromEntries(COLUMNS.map((name) => [name, tape[name].slice(0, count)])) as unknown as Pick<Tape, (typeof COLUMNS)[number]>;
  return { ...tape, ...columns, id: ++made, ...(tape.parameters ? { parameters: tape.parameters.slice(0, count) } : {}) };
}

/** A run with another name, to be kept while the present one goes on. */
export const copied = (tape: Tape, label: string): Tape => ({ ...cut(tape, tape.t.length), label });

/** The last sample at or before an instant; -1 where there is none. */
export function indexAt(t: readonly number[], instant: number): number {
  let [low, high] = [0, t.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (t[middle]! <= instant + 1e-9) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The sample nearest to an instant. */
export function nearest(t: readonly number[], instant: number): number {
  const k = Math.max(0, indexAt(t, instant));
  const next = t[k + 1];
  return next !== undefined && next - instant < instant - t[k]! ? k + 1 : k;
}

export const endOf = (tape: Tape | null): number => tape?.t.at(-1) ?? 0;

/** The state of a sample as a moment to go on from. */
export const momentAt = (tape: Tape, k: number): Moment => ({ t: tape.t[k]!, q: tape.q[k]!, v: tape.v[k]!, work: tape.work[k]! });

/** Position and speed at an instant between samples, as straight lines; `whole`: at the sample before it. */
export function stateAt(tape: Tape, instant: number, whole: boolean, tidy: (q: Float64Array) => void): { q: Float64Array; v: Float64Array } {
  const k = Math.max(0, indexAt(tape.t, instant));
  const [t0, t1] = [tape.t[k]!, tape.t[k + 1]];
  if (whole || t1 === undefined || instant - t0 < 1e-9) return { q: tape.q[k]!, v: tape.v[k]! };
  const part = (instant - t0) / (t1 - t0);
  const between = (a: Float64Array, b: Float64Array) => a.map((x, i) => x + part * (b[i]! - x));
  const q = between(tape.q[k]!, tape.q[k + 1]!);
  tidy(q);
  return { q, v: between(tape.v[k]!, tape.v[k + 1]!) };
}
