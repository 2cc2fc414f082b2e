import { expect, test } from "vitest";
import { partAt, replacement } from "./sync";

test("the smallest replacement leads from one text to the other", () => {
  for (const [a, b] of [["abc", "abXc"], ["", "x"], ["aaa", "aa"], ["mass: 1\n", "mass: 12\n"], ["same", "same"], ["ab", "ba"]] as const) {
    const r = replacement(a, b);
    expect(a.slice(0, r.from) + r.insert + a.slice(r.to)).toBe(b);
  }
  expect(replacement("mass: 1\n", "mass: 12\n")).toEqual({ from: 7, to: 7, insert: "2" });
});

test("lines of parts select them, others do not", () => {
  expect(partAt(["joints", "a", "damper"])).toEqual(["joints", "a"]);
  expect(partAt(["gravity", 1])).toBeNull();
  expect(partAt(["studio", "run"])).toBeNull();
  expect(partAt(["joints"])).toBeNull();
  expect(partAt(["studio", "run", "inputs", "elbow", "force"])).toEqual(["joints", "elbow"]);
  expect(partAt(["studio", "start", "q", "ball.qx"])).toEqual(["joints", "ball"]);
});
