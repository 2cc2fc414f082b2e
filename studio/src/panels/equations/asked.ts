/** What the Equations panel shows: which quantities, in which style, and how long closed forms may be looked for. */
import type { Formula } from "@/backend/protocol";
import { createStore } from "@/store/state";

export interface Wanted {
  /** Empty: the usual ones. */
  quantities: readonly string[];
  style: "closed" | "steps";
  frame: string;
  /** For closed forms, all together; more than the desk's own where a person waits for them. */
  seconds: number | null;
}

export const wanted = createStore<Wanted>({ quantities: [], style: "closed", frame: "", seconds: null });

/** As `linkwright equations` prints them. */
export const asText = (formulas: readonly Formula[]): string => formulas.map((f) => `${f.heading}\n${f.lines.map((x) => `  ${x.text}\n`).join("")}`).join("\n");

/** As `linkwright equations --latex` prints them. */
export const asLatex = (formulas: readonly Formula[]): string => formulas.map((f) => `% ${f.heading}\n${f.lines.map((x) => `\\[ ${x.latex} \\]\n`).join("")}`).join("\n");

type Line = Formula["lines"][number];
/** Lines of a formula, entries that are zero put together. */
export function rowsOf(lines: readonly Line[]): { zero: boolean; lines: Line[] }[] {
  const rows: { zero: boolean; lines: Line[] }[] = [];
  for (const line of lines) {
    const zero = / = 0$/.test(line.text) && line.name !== "";
    const last = rows.at(-1);
    if (zero && last?.zero) last.lines.push(line);
    else rows.push({ zero, lines: [line] });
  }
  return rows;
}

const OPERATIONS: Record<string, string> = { add: "additions", mul: "multiplications", div: "divisions", neg: "sign changes", sin: "sines", cos: "cosines", sqrt: "roots" };

/** "add 5 mul 10 cos 1" -> "5 additions, 10 multiplications, 1 cosine". */
export function operationsInWords(counts: string): string {
  if (!counts || counts === "none") return "";
  const parts = [...counts.matchAll(/(\w+) (\d+)/g)].map(([, name, n]) => {
    const word = OPERATIONS[name!] ?? name!;
    return `${n} ${n === "1" ? word.replace(/s$/, "") : word}`;
  });
  return parts.join(", ");
}
