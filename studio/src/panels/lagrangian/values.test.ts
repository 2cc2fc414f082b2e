import { expect, test } from "vitest";
import { lineOf, valueOf } from "./values";

test("numbers, formulas, vectors and matrices come back as they were", () => {
  for (const value of [0.8, "2*m", "30 deg", [0, 0.5, "L/2"], [[1, 0], [0, 2]]]) expect(valueOf(lineOf(value))).toEqual(value);
  expect(lineOf([[1, 0], [0, 2]])).toBe("[[1, 0], [0, 2]]");
  expect(valueOf("  ")).toBeUndefined();
  expect(valueOf("[1, 2")).toBe("[1, 2");
  expect(valueOf("a: b")).toBe("a: b");
});
