import { describe, expect, test } from "vitest";
import { evaluate, FormulaError, namesIn, parameterValues } from "./formula";

describe("formulas", () => {
  const names = { L1: 2, M: 3 };
  test.each([
    ["L1/2", 1],
    ["250 mm", 0.25],
    ["30 deg", Math.PI / 6],
    ["9.81 m/s^2", 9.81],
    ["-2**2", -4],
    ["2**-1", 0.5],
    ["2^3^2", 512],
    ["(1/2) km", 500],
    ["20 N*mm/rad", 0.02],
    ["sin(pi/2) + max(1, 2)*L1", 5],
    ["5 mm/rev", 0.005 / (2 * Math.PI)],
    ["1e-3*M", 0.003],
    ["3·L1−1", 5],
  ])("%s", (text, value) => expect(evaluate(text, names)).toBeCloseTo(value, 14));

  test.each(["", "L1 L1", "x", "2*", "(1", "foo(1)", "1/0", "2 $", "(".repeat(100) + "1", null, true])("%s has no value", (text) =>
    expect(() => evaluate(text as string, names)).toThrow(FormulaError),
  );

  test("parameters and the names in a formula", () => {
    expect(parameterValues({ parameters: { a: 1, b: "20 mm", c: { value: "1/4", doc: "x" }, d: null, e: "a" } })).toEqual({ a: 1, b: 0.02, c: 0.25 });
    expect(namesIn("L1/2 + sin(b)", ["a", "b", "L1"])).toEqual(["b", "L1"]);
  });
});
