/** The arrow keys: to the parent, to the first child, to the neighbour above or below. */
import { type Graph, nodeOf } from "@/document/operations/graph";

export type Direction = "parent" | "child" | "previous" | "next";

const bodyPart = (graph: Graph, name: string | null): string | null => (name === null ? null : name === "world" ? "world" : (graph.bodies.find((b) => b.name === name)?.part ?? null));

/** The parts that hang on a part, in the order of the tree. */
export function childrenOf(graph: Graph, part: string): string[] {
  const node = nodeOf(graph, part);
  if (part !== "world" && !node) return [];
  if (node && "child" in node) return [bodyPart(graph, node.child)].filter((x) => x !== null);
  if (node && ("body" in node || "section" in node)) return [];
  const name = node?.name ?? "world";
  return [...graph.joints.filter((j) => j.parent === name), ...graph.frames.filter((f) => f.body === name)].map((n) => n.part);
}

/** What a part hangs on, or null. */
export function parentOf(graph: Graph, part: string): string | null {
  const node = nodeOf(graph, part);
  if (!node) return null;
  if ("child" in node) return bodyPart(graph, node.parent);
  if ("body" in node) return bodyPart(graph, node.body);
  if ("section" in node) return null;
  return graph.joints.find((j) => j.child === node.name)?.part ?? null;
}

/** Parts that hang on nothing: the world, what is not connected, links. */
export function rootsOf(graph: Graph): string[] {
  const all = [...graph.joints, ...graph.bodies, ...graph.frames, ...graph.links].map((n) => n.part);
  return ["world", ...all.filter((p) => parentOf(graph, p) === null)];
}

/** The part that an arrow key leads to; the same one where there is none. */
export function step(graph: Graph, part: string | undefined, direction: Direction): string {
  if (part === undefined) return "world";
  if (direction === "parent") return parentOf(graph, part) ?? part;
  if (direction === "child") return childrenOf(graph, part)[0] ?? part;
  const by = direction === "next" ? 1 : -1;
  const parent = parentOf(graph, part);
  const siblings = parent === null ? rootsOf(graph) : childrenOf(graph, parent);
  const found = siblings[siblings.indexOf(part) + by];
  if (found !== undefined) return found;
  const level = levelOf(graph, part);
  return level[level.indexOf(part) + by] ?? part;
}

/** All parts at the same depth, from top to bottom. */
function levelOf(graph: Graph, part: string): string[] {
  let depth = 0;
  for (let p = parentOf(graph, part); p !== null && depth < 1000; p = parentOf(graph, p)) depth++;
  let level = rootsOf(graph);
  for (let k = 0; k < depth; k++) level = level.flatMap((p) => childrenOf(graph, p));
  return level;
}
