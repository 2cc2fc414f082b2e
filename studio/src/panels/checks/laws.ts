/** What the laws said of a model, as rows of a table. */
import type { Verdict } from "@/backend/protocol";

export interface LawRow {
  number: number;
  name: string;
  result: "holds" | "FAILED" | "not run";
  residual: string;
  tolerance: string;
  exact: string;
  note: string;
}

const short = (x: number): string => (x === 0 ? "0" : x.toExponential(1).replace("e-", "e−").replace("e+", "e"));

/** Rows with words for everything that a colour could say. */
export function lawRows(verdict: Verdict, tolerances: Record<string, number>): LawRow[] {
  return verdict.rows.map((row) => {
    const tolerance = tolerances[String(row.law)];
    return {
      number: row.law,
      name: row.name,
      result: row.ok === null ? "not run" : row.ok ? "holds" : "FAILED",
      residual: row.residual === null ? "" : short(Number(row.residual)),
      tolerance: row.residual === null || tolerance === undefined ? "" : short(tolerance),
      exact: row.exact === null ? "" : row.exact ? "exactly, too" : "not exactly",
      note: row.note,
    };
  });
}

/** One sentence over the table. */
export function summary(rows: readonly LawRow[]): string {
  const count = (result: LawRow["result"]) => rows.filter((r) => r.result === result).length;
  const failed = rows.filter((r) => r.result === "FAILED");
  const asked = rows.length - count("not run");
  const head = failed.length ? `${failed.length} of ${asked} laws failed: ${failed.map((r) => r.name).join("; ")}` : `all ${asked} laws that could be asked hold`;
  return count("not run") ? `${head}; ${count("not run")} not run, the notes say why` : head;
}
