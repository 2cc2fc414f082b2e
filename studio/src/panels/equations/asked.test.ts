import { expect, test } from "vitest";
import type { Formula } from "@/backend/protocol";
import { asLatex, asText, operationsInWords, rowsOf } from "./asked";

const line = (name: string, value: string) => ({ name, text: `${name} = ${value}`, latex: `${name} = ${value}`, symbols: [] });
const formula = (...lines: Formula["lines"]): Formula => ({ quantity: "mass_matrix", heading: "mass_matrix: M(q)", title: "mass matrix", equation: "M(q)", style: "closed", operations: "", doc: "", lines });

test("entries that are zero share a row; others have their own", () => {
  const rows = rowsOf([line("M11", "a"), line("M12", "0"), line("M13", "0"), line("M22", "10"), line("M23", "0")]);
  expect(rows.map((r) => [r.zero, r.lines.map((x) => x.name)])).toEqual([
    [false, ["M11"]],
    [true, ["M12", "M13"]],
    [false, ["M22"]],
    [true, ["M23"]],
  ]);
});

test("all equations as the shell prints them", () => {
  const one = formula(line("M11", "a"), line("M12", "0"));
  expect(asText([one, one])).toBe("mass_matrix: M(q)\n  M11 = a\n  M12 = 0\n\nmass_matrix: M(q)\n  M11 = a\n  M12 = 0\n");
  expect(asLatex([one])).toBe("% mass_matrix: M(q)\n\\[ M11 = a \\]\n\\[ M12 = 0 \\]\n");
});

test("operations in words", () => {
  expect(operationsInWords("add 5 mul 10 cos 1")).toBe("5 additions, 10 multiplications, 1 cosine");
  expect(operationsInWords("none")).toBe("");
});
