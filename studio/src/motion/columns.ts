/** Curves of probes as columns of numbers: made once per sample, added to while the run goes on. */
import type { Watch } from "./probes";
import type { Tape } from "./state";

interface Column {
  values: Float64Array;
  length: number;
}

const columns = new WeakMap<Tape, Map<string, Column[]>>();

/** All curves of a watch over the samples there are. */
export function columnsOf(tape: Tape, watch: Watch): Float64Array[] {
  let known = columns.get(tape);
  if (!known) columns.set(tape, (known = new Map()));
  let mine = known.get(watch.key);
  if (mine?.length !== watch.curves.length) known.set(watch.key, (mine = watch.curves.map(() => ({ values: new Float64Array(64), length: 0 }))));
  extend(mine, tape, watch);
  return mine.map((c) => c.values.subarray(0, c.length));
}

/** A run that forks from another has its columns, too, up to but without the sample at which something changed. */
export function inherit(from: Tape, to: Tape, count: number): void {
  const known = columns.get(from);
  if (!known || count < 1) return;
  const part = (c: Column): Column => {
    const length = Math.min(c.length, count - 1);
    const values = new Float64Array(Math.max(64, c.values.length));
    values.set(c.values.subarray(0, length));
    return { values, length };
  };
  columns.set(to, new Map(Array.from(known, ([key, mine]) => [key, mine.map(part)])));
}

function extend(mine: Column[], tape: Tape, watch: Watch): void {
  const [from, to] = [mine[0]?.length ?? 0, tape.t.length];
  if (from >= to) return;
  for (const c of mine) {
    if (c.values.length >= to) continue;
    const larger = new Float64Array(Math.max(to, 2 * c.values.length));
    larger.set(c.values);
    c.values = larger;
  }
  for (let k = from; k < to; k++) mine.forEach((c, i) => (c.values[k] = watch.curves[i]!.value(tape, k)));
  for (const c of mine) c.length = to;
}
