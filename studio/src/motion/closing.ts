/** Loops closed in the page: all joints from the free ones. */
import { scalar } from "./mover";
import type { Program } from "./state";

/** Gaps below this are closed. */
export const CLOSED = 1e-6;

/** All joints from the free ones of q, by Newton's method from a guess, with the gap that is left; null where the program has no way to. */
export function closedFrom({ layout, functions }: Program, q: Float64Array, guess: Float64Array, parameters: Float64Array): { tree: Float64Array; gap: number } | null {
  if (!functions.close) return null;
  const free = Float64Array.from(layout.coordinates.filter((c) => c.free), (c) => q[c.index]!);
  const found = functions.close(free, guess, parameters);
  return { tree: found.tree!, gap: Math.abs(scalar(found.residual)) };
}
