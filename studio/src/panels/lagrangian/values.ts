/** Values of a Lagrangian as people type them: numbers, formulas, [vectors], [[matrices]]. */
import { parse, stringify } from "yaml";
import type { Json } from "@/document/data";

/** A value of the document as one line. */
export function lineOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  return stringify(value, { collectionStyle: "flow", lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}

/** What a line means: numbers and brackets as YAML reads them, all else as the text that it is; undefined: nothing. */
export function valueOf(line: string): Json | undefined {
  const text = line.trim();
  if (text === "") return undefined;
  try {
    const found = parse(text) as Json;
    return typeof found === "number" || typeof found === "string" || Array.isArray(found) ? found : text;
  } catch {
    return text;
  }
}
