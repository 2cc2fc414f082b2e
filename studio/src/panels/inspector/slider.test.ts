import { expect, test } from "vitest";
import { parameterPath, rangeOf, steppedValue } from "./slider";

test("a slider has a range around its value, or that of the document", () => {
  for (const value of [1, 0.45, 9.81, 2e-5, 300, -3, 0]) {
    const [a, b] = rangeOf({}, "L", value);
    expect(a).toBeLessThanOrEqual(value);
    expect(b).toBeGreaterThanOrEqual(value);
    expect(b - a).toBeGreaterThan(0);
  }
  expect(rangeOf({}, "L", 1)).toEqual([0, 2]);
  expect(rangeOf({ studio: { sliders: { L: [0.5, "1500 mm"] } } }, "L", 1)).toEqual([0.5, 1.5]);
});

test("a slider keeps the unit that was typed", () => {
  expect(steppedValue("250 mm", 0.3)).toBe("300 mm");
  expect(steppedValue("30 deg", Math.PI / 4)).toBe("45 deg");
  expect(steppedValue(1, 1.2)).toBe(1.2);
  expect(parameterPath({ parameters: { a: { value: 1, doc: "x" }, b: 2 } }, "a")).toEqual(["parameters", "a", "value"]);
});
