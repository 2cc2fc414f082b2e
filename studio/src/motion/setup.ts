/** How the document says that it is run: `studio.run` and `studio.start`, complete, and which edits change the motion. */
import type { Input, RunSetup } from "@/backend/protocol";
import { at, isMap, type Json, type JsonMap, mapAt } from "@/document/data";

export const USUAL = { time: 10, rate: 100, step: 1e-3, tolerance: 1e-9, method: "rk4", speed: 1 } as const;
export const USUAL_STOPS = { stiffness: 1e4, damping: 10 } as const;
const MOST_SAMPLES = 200_000;

/** The document's run with the usual values where it says nothing. */
export function setupOf(data: JsonMap): RunSetup & { tolerance: number; speed: number } {
  const run = mapAt(data, ["studio", "run"]);
  const number = (key: "time" | "rate" | "step" | "tolerance" | "speed"): number => {
    const given = run[key];
    return typeof given === "number" && given > 0 && Number.isFinite(given) ? given : USUAL[key];
  };
  const time = number("time");
  const method = run.method === "dopri5" || run.method === "server" ? run.method : "rk4";
  const stops = run.stops;
  return {
    time,
    rate: Math.min(number("rate"), MOST_SAMPLES / time),
    step: number("step"),
    tolerance: number("tolerance"),
    speed: number("speed"),
    method,
    start: { q: texts(connected(data, ["studio", "start", "q"])), v: texts(connected(data, ["studio", "start", "v"])) },
    inputs: connected(data, ["studio", "run", "inputs"]) as unknown as Record<string, Input>,
    stops: isMap(stops) ? { stiffness: sized(stops.stiffness, USUAL_STOPS.stiffness), damping: sized(stops.damping, USUAL_STOPS.damping) } : null,
  };
}

/** Entries by joint (or coordinate, "ball.x"), without those of joints that are not connected yet. */
function connected(data: JsonMap, path: string[]): JsonMap {
  const loose = mapAt(data, ["studio", "loose", "joints"]);
  const waits = (key: string) => Object.hasOwn(loose, key) || Object.hasOwn(loose, key.slice(0, Math.max(0, key.lastIndexOf("."))));
  return Object.fromEntries(Object.entries(mapAt(data, path)).filter(([key]) => !waits(key)));
}

const sized = (x: Json | undefined, usual: number): number => (typeof x === "number" && x >= 0 ? x : usual);

function texts(given: Json | undefined): Record<string, string | number> {
  if (!isMap(given)) return {};
  return Object.fromEntries(Object.entries(given).filter((e): e is [string, string | number] => typeof e[1] === "string" || typeof e[1] === "number"));
}

/** What the generated program depends on: everything but how the page looks, what is watched and how finely it is stepped. */
export function moving(data: JsonMap): JsonMap {
  const { studio, ...rest } = data;
  const run = mapAt(studio, ["run"]);
  return { ...rest, studio: { start: at(studio, ["start"]) ?? null, inputs: run.inputs ?? null, stops: run.stops ?? null } };
}

/** Where robots and Lagrangians name their numbers. */
const NAMED = ["parameters", "constants"];

/**
 * Parameters whose numbers are all that differs between two documents, with the new numbers; null where more differs.
 * A change of a name, of a text or of a formula is more.
 */
export function changedNumbers(before: JsonMap, after: JsonMap): Record<string, number> | null {
  const [a, b] = [moving(before), moving(after)];
  const [old, now] = [a, b].map((d) => d[NAMED.find((key) => Object.hasOwn(d, key)) ?? "parameters"]);
  const rest = (d: JsonMap) => JSON.stringify({ ...d, ...Object.fromEntries(NAMED.map((key) => [key, null])) });
  if (rest(a) !== rest(b)) return null;
  if (!isMap(old) || !isMap(now)) return JSON.stringify(old) === JSON.stringify(now) ? {} : null;
  if (Object.keys(old).join("\n") !== Object.keys(now).join("\n")) return null;
  const changed: Record<string, number> = {};
  for (const [name, value] of Object.entries(now)) {
    const [number, was] = [numberOf(value), numberOf(old[name])];
    if (number === null || was === null) {
      if (JSON.stringify(value) !== JSON.stringify(old[name])) return null;
    } else if (number !== was) changed[name] = number;
  }
  return changed;
}

/** Of a parameter that is a number, or a map with a number and words about it. */
function numberOf(x: Json | undefined): number | null {
  const value = isMap(x) ? x.value : x;
  return typeof value === "number" ? value : null;
}
