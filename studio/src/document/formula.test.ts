import { expect, test } from "vitest";
import { evaluate, isName, namesIn, parameterValues, shown, typed, unitIn } from "./formula";

test("formulas have the values that the reader gives them", () => {
  const cases: [string, number][] = [
    ["2*3 + 4", 10], ["2**3**2", 512], ["-2**2", -4], ["2**-1", 0.5], ["30 deg", Math.PI / 6], ["250 mm", 0.25], ["9.81 m/s^2", 9.81],
    ["20 N*m/rad", 20], ["(1/2) m", 0.5], ["L1/2", 0.6], ["atan2(1, 1)", Math.PI / 4], ["max(1, 2, 3)", 3], ["5 mm/rev", 0.005 / (2 * Math.PI)],
    ["π/2", Math.PI / 2], ["60°", Math.PI / 3], ["1e-3", 1e-3], ["- 5 cm", -0.05], ["10 - 2 - 3", 5],
  ];
  for (const [text, value] of cases) expect(evaluate(text, { L1: 1.2 }), text).toBeCloseTo(value, 12);
  for (const text of ["", "2*", "(1", "L2", "1 2", "sin 1", "a=b", "2 L1", "constructor(1)", "1/0"]) expect(evaluate(text, { L1: 1 }), text).toBeNull();
});

test("a parameter with a unit's name takes it over", () => {
  expect(evaluate("2*m", { m: 3 })).toBe(6);
  expect(evaluate("2 m", { m: 3 })).toBeNull();
});

test("names of formulas are parameters, not units", () => {
  expect(namesIn("m1*L1**2/12 + 250 mm")).toEqual(["m1", "L1"]);
  expect(namesIn("20 N*m/rad + k")).toEqual(["k"]);
  expect(namesIn("2*m + sin(pi)")).toEqual(["m"]);
  expect(namesIn(3)).toEqual([]);
});

test("what was typed stays as it was typed; numbers are numbers", () => {
  expect([typed("1.5"), typed(" 30 deg "), typed(""), typed("L1/2"), typed("-.5e3")]).toEqual([1.5, "30 deg", undefined, "L1/2", -500]);
  expect([shown(1.5), shown(null), shown(undefined), shown("30 deg")]).toEqual(["1.5", "", "", "30 deg"]);
  expect([unitIn("250 mm"), unitIn("-9.81 m/s^2"), unitIn(3), unitIn("L1")]).toEqual(["mm", "m/s^2", "", ""]);
});

test("parameters are read in order, with abbreviations and without values", () => {
  expect(parameterValues({ parameters: { r: "250 mm", A: "pi*r**2", J: null, mb: { value: "1.2 kg", doc: "rod" } } })).toEqual({ r: 0.25, A: Math.PI / 16, mb: 1.2 });
  expect([isName("L1"), isName("pi"), isName("sin"), isName("2a")]).toEqual([true, false, false, false]);
});
