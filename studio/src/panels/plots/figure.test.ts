import { expect, test } from "vitest";
import { spanOf, tickText } from "./drawing";
import { svgSheet, ticks } from "./figure";

test("spans have air, constants a little, small things their own size", () => {
  expect(spanOf([{ y: [0, 10] }])).toEqual([-0.6, 10.6]);
  expect(spanOf([{ y: [2, 2] }])).toEqual([1.8, 2.2]);
  expect(spanOf([{ y: [1, 1 + 1e-15] }])[0]).toBeCloseTo(0.9);
  expect(spanOf([{ y: [0, 1e-13] }])[1]).toBeCloseTo(1.06e-13, 20);
  expect(spanOf([{ y: [] }, { y: [NaN] }])).toEqual([-1, 1]);
  expect(spanOf([{ y: [0, 0] }])).toEqual([-1, 1]);
});

test("ticks are round and between the ends", () => {
  expect(ticks(0, 10, 6)).toEqual([0, 2, 4, 6, 8, 10]);
  expect(ticks(-0.13, 0.13, 5)).toEqual([-0.1, 0, 0.1]);
  expect(ticks(1, 1, 5)).toEqual([]);
  expect([0, 1e-9, 123456789, 0.25].map(tickText)).toEqual(["0", "1e-9", "1.2e+8", "0.25"]);
});

test("a sheet is an SVG of its own, with what people named escaped", () => {
  const line = { color: "red", dash: [2, 3], width: 1, x: [0, 1, 2], y: [0, NaN, 1], label: "<a>", run: "before & after" };
  const svg = svgSheet([{ title: "angle <rad>", lines: [line, { ...line, dash: [], run: "now" }], end: 2 }], { text: "black", grid: "gray", ground: "white" });
  expect(svg).toContain("angle &lt;rad&gt;");
  expect(svg).toContain("&lt;a&gt;, before &amp; after");
  expect(svg).toContain('stroke-dasharray="2 3"');
  expect(svg).not.toContain("NaN");
});
