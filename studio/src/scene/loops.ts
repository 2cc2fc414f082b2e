/** Loops of a mechanism: the two frames of each that stay together. */
import type { Layout, Report } from "@/backend/protocol";
import { isMap, type JsonMap } from "@/document/data";

export interface Closure {
  name: string;
  /** Places among the layout's poses. */
  first: number;
  second: number;
}

/** Closures whose frames have a pose. */
export function closuresOf(loops: Report["loops"], layout: Layout): Closure[] {
  const pose = (name: string) => layout.poses.findIndex((p) => p.name === name && p.kind !== "joint");
  return loops.flatMap((loop) => {
    const { name, frames } = loop as { name?: string; frames?: string[] };
    if (typeof name !== "string" || frames?.length !== 2) return [];
    const [first, second] = [pose(frames[0]!), pose(frames[1]!)];
    return first >= 0 && second >= 0 ? [{ name, first, second }] : [];
  });
}

/** Joints of a platform that are only its coordinates: nothing is there to be seen. */
export function coordinatesOnly(data: JsonMap, layout: Layout): Set<string> {
  const given = data.platform;
  if (!isMap(given)) return new Set();
  const name = typeof given.name === "string" ? given.name : "platform";
  const written = isMap(data.joints) ? data.joints : {};
  return new Set(layout.poses.flatMap((p) => (p.kind === "joint" && p.name.startsWith(`${name}_`) && !Object.hasOwn(written, p.name) ? [p.name] : [])));
}
