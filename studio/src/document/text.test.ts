import { expect, test } from "vitest";
import { type JsonMap, put } from "./data";
import { edit, opened } from "./history";
import { read } from "./text";

const CHAIN = (links: number): string =>
  `linkwright: 1\nbodies:\n  b0: &rod {mass: 1} # all alike\n${Array.from({ length: links }, (_, k) => `  b${k + 1}: *rod\n`).join("")}`;

function dataOf(text: string): JsonMap {
  const found = read(text);
  if (!found.ok) throw new Error(found.errors[0]!.what);
  return found.data;
}

test("a value may be repeated as often as a mechanism has links", () => {
  expect(Object.keys(dataOf(CHAIN(300)).bodies as JsonMap)).toHaveLength(301);
});

test("what repeats a removed value keeps it", () => {
  const text = CHAIN(2);
  const data = dataOf(text);
  const after = edit(opened(data, text), "remove", [put(data, ["bodies", "b0"], undefined)]);
  expect(dataOf(after.text)).toEqual({ linkwright: 1, bodies: { b1: { mass: 1 }, b2: { mass: 1 } } });
});

test("a change of a repeated value is its own", () => {
  const text = CHAIN(30);
  const data = dataOf(text);
  const after = edit(opened(data, text), "type", [put(data, ["bodies", "b0", "mass"], 7)]);
  expect(dataOf(after.text)).toEqual(after.data);
  expect(after.text).toContain("# all alike");
});

test("a text that unfolds without end is refused", () => {
  const levels = Array.from({ length: 9 }, (_, k) => `l${k + 1}: &l${k + 1} [${Array(9).fill(`*l${k}`).join(", ")}]\n`).join("");
  expect(read(`l0: &l0 [x, x, x, x, x, x, x, x, x]\n${levels}`).ok).toBe(false);
});

test("a text that is nested without end is refused", () => {
  expect(read("[".repeat(200_000)).ok).toBe(false);
  expect(read(`a: ${"[".repeat(20_000)}${"]".repeat(20_000)}`).ok).toBe(false);
});
