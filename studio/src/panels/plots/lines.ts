/** What a plot draws: the run, kept runs and measured tables, in colours by curve and dashes by run. */
import { columnsOf } from "@/motion/columns";
import { type Probe, shown, type Watch, watchOf } from "@/motion/probes";
import { motion, type Tape } from "@/motion/state";
import { type Line, themed } from "./drawing";
import { curveKey, view } from "./view";

export const DASHES = [[6, 4], [2, 3], [10, 3, 2, 3], [1, 4], [12, 5]];
export const colorOf = (curve: number): string => themed(`--c${(curve % 7) + 1}`);

/** A line with the names that tables and figures give it. */
export interface NamedLine extends Line {
  label: string;
  run: string;
}

/** All lines of a probe, values as shown (degrees or radians); the present run's first. */
export function linesOf(watch: Watch, probe: Probe): NamedLine[] {
  const { tape, kept } = motion.get();
  const { hidden, measured } = view.get();
  const { factor } = shown(watch.unit, view.get().degrees);
  const present = tape ? ofTape(watch, tape, factor, []) : [];
  let dash = 0;
  const others: NamedLine[] = [];
  for (const run of kept) {
    const style = DASHES[dash++ % DASHES.length]!;
    const its = hidden.has(run.id) ? null : watchOf(probe, run.layout, run);
    if (its && typeof its !== "string") others.push(...ofTape(its, run, factor, style));
  }
  for (const table of measured) {
    const style = DASHES[dash++ % DASHES.length]!;
    if (hidden.has(table.id)) continue;
    watch.curves.forEach((curve, i) => {
      const y = table.columns.get(curveKey(watch.key, i));
      if (y) others.push({ label: curve.label, run: table.label, color: colorOf(i), dash: style, width: 1.5, x: table.t, y: scaled(y, factor) });
    });
  }
  return [...present, ...others];
}

function ofTape(watch: Watch, tape: Tape, factor: number, dash: number[]): NamedLine[] {
  return columnsOf(tape, watch).map((y, i) => ({
    label: watch.curves[i]!.label,
    run: tape.label,
    color: colorOf(i),
    dash,
    width: 1.5,
    x: tape.t,
    y: scaled(y, factor),
  }));
}

const scaled = (y: Float64Array, factor: number): Float64Array => (factor === 1 ? y : y.map((x) => x * factor));
