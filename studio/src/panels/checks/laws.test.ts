import { expect, test } from "vitest";
import type { Verdict } from "@/backend/protocol";
import { lawRows, summary } from "./laws";

const row = (law: number, ok: boolean | null, residual: number | null, note = "") => ({ law, name: `law ${law}`, residual, exact: ok, ok, note });
const verdict = (...rows: Verdict["rows"]): Verdict => ({ robot: "r", rows });

test("what failed and what was not run is said in words", () => {
  const rows = lawRows(verdict(row(1, true, 2.2e-16), row(2, false, 0.3), row(3, null, null, "needs a loop")), { "1": 1e-9, "2": 1e-9 });
  expect(rows.map((r) => r.result)).toEqual(["holds", "FAILED", "not run"]);
  expect(rows[0]).toMatchObject({ residual: "2.2e−16", tolerance: "1.0e−9", exact: "exactly, too" });
  expect(rows[2]).toMatchObject({ residual: "", tolerance: "", note: "needs a loop" });
  expect(summary(rows)).toBe("1 of 2 laws failed: law 2; 1 not run, the notes say why");
  expect(summary(rows.slice(0, 1))).toBe("all 1 laws that could be asked hold");
});
