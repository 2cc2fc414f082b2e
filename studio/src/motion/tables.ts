/** Runs as tables: the whole tape with the columns of `linkwright simulate --csv`, or the probes' curves. */
import { columnsOf } from "./columns";
import { writeCsv } from "./csv";
import { shown, type Watch } from "./probes";
import type { Tape } from "./state";

const PARTS = ["q", "v", "a", "tau"] as const;

/** q1, v1, ...; variables of a Lagrangian have names of their own. */
function headsOf(tape: Tape, part: (typeof PARTS)[number]): string[] {
  const { kind, coordinates, freedoms } = tape.layout;
  const own = kind === "lagrangian" ? { q: coordinates.map((c) => c.name), v: freedoms.map((f) => f.name), a: freedoms.map((f) => `d${f.name}`), tau: [] }[part] : [];
  return Array.from(tape[part][0] ?? [], (_, k) => own[k] ?? `${part}${k + 1}`);
}

/** t, q1.., v1.., a1.., tau1.., kinetic, potential, energy, and closure where there are loops. */
export function tapeCsv(tape: Tape): string {
  const heads = ["t", ...PARTS.flatMap((part) => headsOf(tape, part)), "kinetic", "potential", "energy"];
  const loops = tape.gaps.length > 0;
  const rows = tape.t.map((t, k) => [
    t,
    ...PARTS.flatMap((part) => Array.from(tape[part][k]!)),
    tape.kinetic[k]!,
    tape.potential[k]!,
    tape.kinetic[k]! + tape.potential[k]!,
    ...(loops ? [tape.gaps[k]!] : []),
  ]);
  return writeCsv(loops ? [...heads, "closure"] : heads, rows);
}

/** t and one column per curve of the probes, with units in the heads. */
export function probesCsv(tape: Tape, watches: readonly Watch[], degrees: boolean): string {
  const columns = watches.flatMap((w) => {
    const { factor, unit } = shown(w.unit, degrees);
    return columnsOf(tape, w).map((y, i) => ({ head: `${w.title}${w.curves.length > 1 ? ` ${w.curves[i]!.label}` : ""}${unit ? ` [${unit}]` : ""}`, y, factor }));
  });
  const rows = tape.t.map((t, k) => [t, ...columns.map((c) => c.y[k]! * c.factor)]);
  return writeCsv(["t [s]", ...columns.map((c) => c.head)], rows);
}
