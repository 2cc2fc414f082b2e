import katex from "katex";
import { expect, test } from "vitest";
import { breakable, mark, plain, type Table } from "./latex";

const known = (...names: string[]): Table => new Map(names.map((name) => [plain(name), { name, parts: [] }]));
const names = (latex: string, table: Table, left = true) => mark(latex, table, left).marks.map((m) => m.name);

test("names and their LaTeX are the same without spelling", () => {
  expect(plain("m_{\\mathrm{cart}}")).toBe(plain("m_cart"));
  expect(plain("\\dot{q}_{1}")).toBe(plain("q1"));
  expect(plain("I_{xx2}")).toBe(plain("Ixx2"));
  expect(plain("\\theta_{1}")).toBe(plain("theta1"));
  expect(plain("\\mathrm{mass}_{2}")).toBe(plain("mass2"));
});

test("symbols are marked with their index and power, functions and the left side are not", () => {
  const table = known("L1", "m2", "q2", "V1", "c", "s");
  const line = "V_{1} = -L_{1}^{2} m_{2} \\dot{q}_{2} \\sin(q_{2}) \\left(\\frac{1}{2} c + x\\right)";
  expect(names(line, table, false)).toEqual(["L1", "m2", "q2", "q2", "c"]);
  expect(names(line, table)).toEqual(["V1", "L1", "m2", "q2", "q2", "c"]);
  expect(mark("L_{1}^{2}", table).latex).toBe("\\htmlData{symbol=0}{L_{1}^{2}}");
  expect(names("\\text{c: coupled} \\operatorname{sec}(c)", table)).toEqual(["c"]);
});

test("factors of a product stand a thin space apart; signs and commands do not", () => {
  const shown = (latex: string) => mark(latex, new Map()).latex;
  expect(shown("\\frac{1}{2} L_{1} \\mathrm{Jm} N^{2}")).toBe("\\frac{1}{2} \\, L_{1} \\, \\mathrm{Jm} \\, N^{2}");
  expect(shown("a + b \\times c \\, d")).toBe("a + b \\times c \\, d");
  expect(shown("\\text{a b: coupled}")).toBe("\\text{a b: coupled}");
});

test("what is marked is LaTeX that KaTeX renders, with the marks in it", () => {
  const { latex, marks } = mark("\\left(m_{Q} + m_{L}\\right) \\, \\ddot{x} = f \\, R \\, e_{3}", known("mQ", "mL", "x", "f", "R"));
  const html = katex.renderToString(breakable(latex), { trust: (c) => c.command === "\\htmlData", strict: false, output: "html" });
  expect(marks.map((m) => m.name)).toEqual(["mQ", "mL", "x", "f", "R"]);
  for (const k of marks.keys()) expect(html).toContain(`data-symbol="${k}"`);
});
