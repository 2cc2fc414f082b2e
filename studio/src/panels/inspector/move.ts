/** A motion of a joint from rest to rest: what is asked of the desk, from what stands in the fields. */
import type { Coordinate, MoveAsked } from "@/backend/protocol";
import { mapAt, type Patch } from "@/document/data";
import { evaluate, type Names, shown, typed } from "@/document/formula";
import { unitsOf } from "@/document/joints";
import { nameOf, type Place, valueOf, written } from "./row";
import { givenStart } from "./start";

export type Key = keyof MoveAsked;
export type Texts = Readonly<Record<Key, string>>;

interface MoveField {
  key: Key;
  label: string;
  /** Per this power of a second; null: seconds themselves. */
  per: 0 | 1 | 2 | 3 | null;
  help: string;
}

export const FIELDS: readonly MoveField[] = [
  { key: "from", label: "from", per: 0, help: "Where the joint rests first." },
  { key: "to", label: "to", per: 0, help: "Where it comes to rest." },
  { key: "start", label: "starts at", per: null, help: "When it leaves." },
  { key: "velocity", label: "largest speed", per: 1, help: "Empty: no bound." },
  { key: "acceleration", label: "largest acceleration", per: 2, help: "Empty: no bound." },
  { key: "jerk", label: "largest jerk", per: 3, help: "How fast the acceleration changes. Empty: no bound, with jolts." },
];

const isBound = (field: MoveField): boolean => (field.per ?? 0) > 0;

/** The unit of a field. position: that of the joint. */
export const moveUnit = (field: MoveField, position: string): string => ["s", position, `${position}/s`, `${position}/s²`, `${position}/s³`][field.per === null ? 0 : field.per + 1]!;

/** What stands in the fields at first: from the joint's start, and no faster than its limit. */
export function firstTexts(x: Place, coordinates: readonly Coordinate[]): Texts {
  const name = nameOf(x.part);
  const rest = coordinates.find((c) => c.joint === name)?.start ?? 0;
  const limit = valueOf({ ...x, map: mapAt(x.data, x.part) }, ["limits", "velocity"]);
  return { from: shown(givenStart(x.data, "q", name) ?? Number(rest.toPrecision(9))), to: "1", start: "0", velocity: shown(limit ?? 1), acceleration: "5", jerk: "50" };
}

/** The request, or what is wrong with the fields. */
export function moveAsked(texts: Texts, values: Names): { asked: MoveAsked } | { wrong: Partial<Record<Key, string>> } {
  const wrong: Partial<Record<Key, string>> = {};
  const asked: Partial<Record<Key, number | null>> = {};
  for (const field of FIELDS) {
    const text = texts[field.key].trim();
    const value = evaluate(text, values);
    if (text === "" && isBound(field)) asked[field.key] = null;
    else if (value === null) wrong[field.key] = text === "" ? "write a number" : `'${text}' is no number: such as 0.5, 30 deg, or a formula of parameters`;
    else if (isBound(field) && value <= 0) wrong[field.key] = "above zero, or empty: no bound";
    else if (field.key === "start" && value < 0) wrong[field.key] = "zero or later";
    else asked[field.key] = value;
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { asked: asked as MoveAsked };
}

/** Patches that write the formula, into the document as it is now; none where the joint follows no motion any more. */
export function movePatches(x: Place, data: Place["data"], formula: string): Patch[] {
  const now = { ...x, data, map: mapAt(data, x.base) };
  return now.map.kind === "motion" ? written(now, ["position"], typed(formula)) : [];
}

/** The unit of positions of the joint that a place speaks of. */
export const positionUnit = (x: Place): string => unitsOf(mapAt(x.data, x.part).type).position;

/** How long a motion takes, in words. */
export const durationSaid = (duration: number, start: number): string => {
  const short = (t: number) => Number(t.toPrecision(5));
  return duration === 0 ? "nothing to move" : `takes ${short(duration)} s, at rest from ${short(start + duration)} s on`;
};
