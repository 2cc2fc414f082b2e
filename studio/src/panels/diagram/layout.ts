/** Where parts stand: where they were put, else in a tree from left to right. */
import type { JsonMap } from "@/document/data";
import { at, mapAt } from "@/document/data";
import type { Graph, LinkNode } from "@/document/operations/graph";

export interface Point {
  x: number;
  y: number;
}

const ROW = 92;
const GAP = 30;
const JOINT = 44;

/** Width and height of a part: names are shown whole where that is possible. */
export function sizeOf(kind: string, name: string): [number, number] {
  const text = name.length * 7.4;
  if (kind === "joint") return [JOINT, JOINT];
  if (kind === "world") return [80, 40];
  if (kind === "body") return [clamp(text + 28, 68, 132), 40];
  return [clamp(text + 38, 70, 168), 26];
}

const clamp = (x: number, low: number, high: number): number => Math.round(Math.min(high, Math.max(low, x)));

/** Left borders of the columns of bodies, as wide as their widest names. */
function columnsOf(graph: Graph): (depth: number) => number {
  const widths = [sizeOf("world", "world")[0]];
  const seen = new Set<string>();
  const look = (name: string, depth: number): void => {
    if (seen.has(name)) return;
    seen.add(name);
    widths[depth] = Math.max(widths[depth] ?? 0, sizeOf(depth === 0 ? "world" : "body", name)[0]);
    for (const j of graph.joints) if (j.parent === name && j.child) look(j.child, depth + 1);
  };
  look("world", 0);
  for (const b of graph.bodies) if (!graph.joints.some((j) => j.child === b.name && j.parent !== null)) look(b.name, 1);
  const left = [0];
  for (let d = 0; d < 400; d++) left.push(left[d]! + (widths[d] ?? 68) + 2 * GAP + JOINT);
  return (depth) => left[Math.min(depth, 400)]!;
}

/** Places of all parts in a layered tree: the world left, each joint between its two bodies, frames behind their bodies. */
export function treeLayout(graph: Graph): Map<string, Point> {
  const places = new Map<string, Point>();
  const column = columnsOf(graph);
  const behind = (depth: number) => column(depth + 1) - GAP - JOINT;
  let row = 0;
  const seen = new Set<string>();
  const parts = new Map(graph.bodies.map((b) => [b.name, b.part]));
  const placeBody = (name: string, depth: number): number => {
    seen.add(name);
    const rows = graph.joints.filter((j) => j.parent === name).map((j) => placeJoint(j.part, j.child, depth));
    for (const f of graph.frames.filter((g) => g.body === name)) {
      places.set(f.part, { x: behind(depth), y: row * ROW + 7 });
      rows.push(row);
      row += 0.6;
    }
    const y = rows.length > 0 ? (rows[0]! + rows.at(-1)!) / 2 : row;
    row = Math.max(row, y + 1);
    places.set(name === "world" ? "world" : (parts.get(name) ?? name), { x: column(depth), y: y * ROW });
    return y;
  };
  const placeJoint = (part: string, child: string | null, depth: number): number => {
    const y = child !== null && !seen.has(child) ? placeBody(child, depth + 1) : row++;
    places.set(part, { x: behind(depth), y: y * ROW - 2 });
    return y;
  };
  placeBody("world", 0);
  for (const j of graph.joints) if (j.parent === null) placeJoint(j.part, j.child, 0);
  for (const b of graph.bodies) if (!seen.has(b.name)) placeBody(b.name, 1);
  for (const f of graph.frames) if (!places.has(f.part)) places.set(f.part, { x: behind(0), y: row++ * ROW });
  const low = folded(places, column);
  placeLinks(graph, places, Math.max(row, low / ROW + 1));
  return places;
}

const BEST = 1.2; // width over height that fits a pane
const FEWEST = 3; // columns in a line of a folded tree

/** A long chain goes on in the next line, as text does: in one line its names could not be read. The lowest place then. */
function folded(places: Map<string, Point>, column: (depth: number) => number): number {
  const all = [...places.values()];
  const low = Math.max(...all.map((p) => p.y));
  const width = Math.max(...all.map((p) => p.x)) + 100;
  let columns = 0;
  while (column(columns) < width - 100) columns++;
  const lines = Math.min(Math.floor((columns + 1) / FEWEST), Math.round(Math.sqrt(width / (BEST * (low + 1.4 * ROW)))));
  if (lines < 2) return low;
  const each = Math.ceil((columns + 1) / lines);
  const starts = Array.from({ length: lines }, (_, k) => (k === 0 ? 0 : column(k * each) - GAP - JOINT)); // a line begins with a joint
  const lineOf = (p: Point) => starts.findLastIndex((x) => p.x >= x - 1);
  let top = 0;
  for (const [k, parts] of starts.map((_, line) => all.filter((p) => lineOf(p) === line)).entries()) {
    const [first, last] = [Math.min(...parts.map((p) => p.y)), Math.max(...parts.map((p) => p.y))];
    for (const p of parts) Object.assign(p, { x: p.x - starts[k]!, y: p.y - first + top });
    if (parts.length > 0) top += last - first + 1.4 * ROW;
  }
  return top - 1.4 * ROW;
}

/** The part that an end of a link names. */
export function endPart(graph: Graph, link: LinkNode, end: string): string | null {
  if (link.section !== "close") return graph.joints.find((j) => j.name === end)?.part ?? null;
  if (end === "world") return "world";
  return graph.frames.find((f) => f.name === end)?.part ?? graph.bodies.find((b) => b.name === end)?.part ?? graph.joints.find((j) => j.name === end)?.part ?? null;
}

function placeLinks(graph: Graph, places: Map<string, Point>, rows: number): void {
  let below = rows;
  for (const link of graph.links) {
    const ends = link.ends.map((e) => places.get(endPart(graph, link, e) ?? "")).filter((p) => p !== undefined);
    if (ends.length === 0) {
      places.set(link.part, { x: 140, y: below++ * ROW });
      continue;
    }
    const x = ends.reduce((s, p) => s + p.x, 0) / ends.length;
    const low = Math.max(...ends.map((p) => p.y));
    const high = Math.min(...ends.map((p) => p.y));
    let y = low - high > ROW * 1.5 ? (low + high) / 2 + 7 : low + 72;
    while ([...places.values()].some((p) => Math.abs(p.x - x) < 110 && Math.abs(p.y - y) < 36)) y += 12;
    places.set(link.part, { x, y });
  }
}

/** Where all parts stand: as the document says; what it does not say follows its neighbour in the tree. */
export function placesOf(data: JsonMap, graph: Graph): Map<string, Point> {
  const tree = treeLayout(graph);
  const kept = mapAt(data, ["studio", "positions"]);
  const places = new Map<string, Point>();
  for (const part of tree.keys()) {
    const p = at(kept, [part]);
    if (Array.isArray(p) && typeof p[0] === "number" && typeof p[1] === "number") places.set(part, { x: p[0], y: p[1] });
  }
  if (places.size === 0) return tree;
  const order = [...tree].sort((a, b) => a[1].x - b[1].x);
  for (const [part, p] of order) {
    if (places.has(part)) continue;
    const anchor = anchorOf(graph, part, places);
    const from = anchor === null ? null : tree.get(anchor);
    const to = anchor === null ? null : places.get(anchor);
    const at = from && to ? { x: to.x + p.x - from.x, y: to.y + p.y - from.y } : { ...p };
    while ([...places.values()].some((o) => Math.abs(o.x - at.x) < 60 && Math.abs(o.y - at.y) < 44)) at.y += ROW / 2;
    places.set(part, at);
  }
  return places;
}

/** The neighbour that a part follows: what it hangs on, else what hangs on it. */
function anchorOf(graph: Graph, part: string, places: Map<string, Point>): string | null {
  const partOfBody = (name: string | null) => (name === "world" ? "world" : (graph.bodies.find((b) => b.name === name)?.part ?? null));
  const near: (string | null)[] = [];
  const joint = graph.joints.find((j) => j.part === part);
  if (joint) near.push(partOfBody(joint.parent), partOfBody(joint.child));
  const body = part === "world" ? { name: "world" } : graph.bodies.find((b) => b.part === part);
  if (body) near.push(graph.joints.find((j) => j.child === body.name)?.part ?? null, graph.joints.find((j) => j.parent === body.name)?.part ?? null);
  const frame = graph.frames.find((f) => f.part === part);
  if (frame) near.push(partOfBody(frame.body));
  const link = graph.links.find((l) => l.part === part);
  if (link) near.push(...link.ends.map((e) => endPart(graph, link, e)));
  return near.find((n) => n !== null && places.has(n)) ?? null;
}
