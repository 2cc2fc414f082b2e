/** The range of a parameter's slider, and the value that it gives, in the unit that was typed. */
import { at, isMap, type Json, type JsonMap, type Path } from "@/document/data";
import { evaluate, parameterSection, unitIn } from "@/document/formula";
import { tidy } from "@/document/turns";

/** As studio.sliders has it; else around the value: from nothing to twice of it. */
export function rangeOf(data: JsonMap, name: string, value: number): [number, number] {
  const kept = at(data, ["studio", "sliders", name]);
  const [a, b] = Array.isArray(kept) ? kept.map((x) => evaluate(x)) : [];
  if (typeof a === "number" && typeof b === "number" && a < b) return [Math.min(a, value), Math.max(b, value)];
  const size = value === 0 ? 1 : 10 ** Math.ceil(Math.log10(Math.abs(value) * 2) - 1e-9);
  const nice = [0.2, 0.3, 0.5, 1].map((k) => k * size).find((x) => x >= Math.abs(value) * 1.99) ?? size;
  return value < 0 ? [-nice, 0] : value === 0 ? [-1, 1] : [0, tidy(nice)];
}

/** A number as the document is to hold it: with the unit that the value before had. */
export function steppedValue(before: Json, value: number): Json {
  const unit = unitIn(before);
  const factor = unit ? evaluate(`1 ${unit}`) : null;
  return factor ? `${tidy(value / factor)} ${unit}` : value;
}

/** Where a parameter's value stands. */
export function parameterPath(data: JsonMap, name: string): Path {
  const path = [parameterSection(data), name];
  return isMap(at(data, path)) ? [...path, "value"] : path;
}
