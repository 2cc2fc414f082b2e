/** A pose as the start of the document's run. */
import type { Layout } from "@/backend/protocol";
import type { JsonMap } from "@/document/data";
import { amount } from "./words";

/** `studio.start.q` for a pose: angles in degrees; only coordinates that may be given a start. */
export function startOf(layout: Layout, q: ArrayLike<number>): JsonMap {
  const free = layout.coordinates.filter((c) => c.free && c.index < q.length);
  return Object.fromEntries(free.map((c) => [c.name, c.unit === "rad" ? amount(q[c.index]!, "rad") : Number(q[c.index]!.toPrecision(6))]));
}
