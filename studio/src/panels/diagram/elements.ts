/** Nodes and edges of the diagram, made from the document and what was said of it. */
import type { Edge, Node } from "@xyflow/react";
import type { Message, Report } from "@/backend/protocol";
import { isMap, type Json, type JsonMap, mapAt } from "@/document/data";
import { probesOf } from "@/document/operations/drives";
import { type Graph, graphOf, hasTable, type JointNode, type LinkNode } from "@/document/operations/graph";
import { groupsOf } from "@/document/operations/groups";
import { partOfMessage } from "@/store/checking";
import { endPart, placesOf, type Point, sizeOf } from "./layout";

export interface Badge {
  symbol: string;
  title: string;
}
export type NodeData = {
  kind: "world" | "body" | "joint" | "frame" | "link" | "group";
  name: string;
  /** The type of a joint, the kind of a link. */
  type: string;
  loose: boolean;
  /** Made by a table of the document (dh, legs, ...): shown, not edited here. */
  derived: boolean;
  badges: Badge[];
  error: string | null;
  lit: boolean;
  label: string;
  /** Of a group: its size, and whether it is folded. */
  size?: [number, number];
  members?: string[];
  collapsed?: boolean;
};
export type PartNode = Node<NodeData, "part">;

export interface Shown {
  data: JsonMap;
  messages: readonly Message[] | null;
  lit: readonly string[];
  report: Report | null;
}

/** The document's graph with what the report knows beyond it: joints that tables and legs stand for. */
export function wholeGraph(data: JsonMap, report: Report | null): { graph: Graph; derived: Set<string> } {
  const graph = graphOf(data);
  const derived = new Set<string>();
  const tree = report?.tree;
  if (!tree || !hasTable(data)) return { graph, derived };
  const known = new Set(graph.joints.map((j) => j.name));
  const bodies = new Set(graph.bodies.map((b) => b.name));
  const made: JointNode[] = [];
  for (const j of tree.joints) {
    if (known.has(j.name)) continue;
    made.push({ name: j.name, part: `joints/${j.name}`, type: j.type, parent: j.parent, child: j.child, loose: false, entry: {} });
    derived.add(`joints/${j.name}`);
    for (const b of [j.parent, j.child]) {
      if (b === "world" || bodies.has(b)) continue;
      bodies.add(b);
      graph.bodies.push({ name: b, part: `bodies/${b}`, loose: false });
      derived.add(`bodies/${b}`);
    }
  }
  const joints = [...made, ...graph.joints];
  const closed = graph.links.map((l) => l.name);
  const links = (report.loops as DerivedLoop[])
    .filter((l) => !closed.includes(l.name))
    .map((l): LinkNode => ({ name: l.name, part: `close/${l.name}`, section: "close", kind: l.kind, ends: endsOf(l, joints), loose: false }));
  for (const l of links) derived.add(l.part);
  return { graph: { ...graph, joints, links: [...graph.links, ...links] }, derived };
}

interface DerivedLoop {
  name: string;
  kind: string;
  joints: string[];
  meet: string;
}

/** The two bodies at which a loop is closed: those that carry no other body of it. */
function endsOf(loop: DerivedLoop, joints: JointNode[]): string[] {
  const inside = joints.filter((j) => loop.joints.includes(j.name));
  const leaves = inside.flatMap((j) => (j.child !== null && !inside.some((k) => k.parent === j.child) ? [j.child] : []));
  return leaves.length >= 2 ? leaves.slice(0, 2) : [...leaves, loop.meet];
}

/** All nodes and edges. */
export function elementsOf(shown: Shown): { nodes: PartNode[]; edges: Edge[]; graph: Graph } {
  const { graph, derived } = wholeGraph(shown.data, shown.report);
  const places = placesOf(shown.data, graph);
  const errors = errorsOf(shown.messages);
  const make = (part: string, data: Omit<NodeData, "error" | "derived" | "lit" | "label"> & { label: string; lit?: boolean }): PartNode => {
    const error = errors.get(part) ?? null;
    const full: NodeData = { lit: false, ...data, error, derived: derived.has(part), label: data.label + (error ? `, error: ${error}` : "") };
    const [width, height] = data.size ?? sizeOf(data.kind, data.name);
    return { id: part, type: "part", position: places.get(part) ?? { x: 0, y: 0 }, data: full, width, height, ariaLabel: full.label, deletable: false };
  };
  const nodes: PartNode[] = [
    make("world", { kind: "world", name: "world", type: "", loose: false, badges: [], label: "world" }),
    ...graph.bodies.map((b) => make(b.part, { kind: "body", name: b.name, type: "", loose: b.loose, badges: bodyBadges(shown.data, b.name), label: bodyLabel(graph, b.name, b.loose), lit: isLit(shown, graph, b.name) })),
    ...graph.joints.map((j) => make(j.part, { kind: "joint", name: j.name, type: j.type, loose: j.loose, badges: jointBadges(shown.data, j), label: jointLabel(j), lit: shown.lit.some((s) => s === j.name || s.startsWith(`${j.name}.`)) })),
    ...graph.frames.map((f) => make(f.part, { kind: "frame", name: f.name, type: "", loose: f.loose, badges: bodyBadges(shown.data, f.name, "frames"), label: `frame ${f.name}, ${f.body ? `on ${f.body}` : "on no body yet"}` })),
    ...graph.links.map((l) => make(l.part, { kind: "link", name: l.section === "couplings" && !l.loose ? `${l.name} =` : l.name, type: l.kind, loose: l.loose, badges: probeBadges(shown.data, l.part), label: `${l.section === "close" ? `closure ${l.name}, ${l.kind}` : `${l.kind} ${l.name}`}, ${l.ends.length > 0 ? `between ${l.ends.join(" and ")}` : "not connected yet"}` })),
  ];
  return { ...grouped(shown.data, nodes, edgesOf(graph)), graph };
}

function errorsOf(messages: readonly Message[] | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const m of messages ?? []) {
    const part = partOfMessage(m);
    if (m.severity === "error" && part !== null) found.set(part, [found.get(part), m.what].filter(Boolean).join("; "));
  }
  return found;
}

function bodyLabel(graph: Graph, name: string, loose: boolean): string {
  const joint = graph.joints.find((j) => j.child === name);
  return `body ${name}, ${joint ? `moved by joint ${joint.name}` : "on no joint yet"}${loose ? ", not connected to the world" : ""}`;
}

function jointLabel(j: JointNode): string {
  return `joint ${j.name}, ${j.type}, between ${j.parent ?? "nothing yet"} and ${j.child ?? "nothing yet"}`;
}

const words = (x: Json | undefined): string => (x === undefined ? "" : typeof x === "string" ? ` ${x} ` : Array.isArray(x) ? x.map(words).join(" ") : isMap(x) ? Object.values(x).map(words).join(" ") : "");

function isLit(shown: Shown, graph: Graph, body: string): boolean {
  if (shown.lit.length === 0) return false;
  const joint = graph.joints.find((j) => j.child === body);
  const used = new Set((words(mapAt(shown.data, ["bodies", body])) + words(joint?.entry)).match(/[A-Za-z_]\w*/g) ?? []);
  return shown.lit.some((s) => s === body || used.has(s));
}

function probeBadges(data: JsonMap, part: string): Badge[] {
  const count = probesOf(data).filter((p) => isMap(p) && p.of === part.replace(/^studio\/loose\//, "")).length;
  return count > 0 ? [{ symbol: "probe", title: `${count} ${count === 1 ? "probe" : "probes"}` }] : [];
}

function bodyBadges(data: JsonMap, name: string, section = "bodies"): Badge[] {
  const force = Array.isArray(data.wrenches) && data.wrenches.includes(name);
  return [...(force ? [{ symbol: "force", title: `external force at ${name}` }] : []), ...probeBadges(data, `${section}/${name}`)];
}

function jointBadges(data: JsonMap, j: JointNode): Badge[] {
  const badges: Badge[] = [];
  if (j.entry.spring !== undefined) badges.push({ symbol: "spring", title: `spring ${String(j.entry.spring)}` });
  if (j.entry.damper !== undefined || j.entry.viscous !== undefined) badges.push({ symbol: "damper", title: `damper ${String(j.entry.damper ?? j.entry.viscous)}` });
  if (j.entry.mimic !== undefined) badges.push({ symbol: "coupling", title: `follows ${String(isMap(j.entry.mimic) ? j.entry.mimic.joint : j.entry.mimic)}` });
  const input = mapAt(data, ["studio", "run", "inputs", j.name]);
  if (typeof input.kind === "string") badges.push({ symbol: input.kind, title: `driven: ${input.kind}` });
  return [...badges, ...probeBadges(data, j.part)];
}

/** An edge's id tells what it is: part, then its end. */
export const edgeId = (part: string, end: string): string => `${part}|${end}`;

function edgesOf(graph: Graph): Edge[] {
  const partOfBody = (name: string | null) => (name === null ? null : name === "world" ? "world" : (graph.bodies.find((b) => b.name === name)?.part ?? null));
  const edge = (id: string, source: string | null, target: string | null, className: string): Edge[] =>
    source && target ? [{ id, source, target, sourceHandle: "out", targetHandle: "in", className, type: "default", focusable: false, selectable: false }] : [];
  return [
    ...graph.joints.flatMap((j) => [
      ...edge(edgeId(j.part, "parent"), partOfBody(j.parent), j.part, "edge-joint"),
      ...edge(edgeId(j.part, "child"), j.part, partOfBody(j.child), "edge-joint"),
    ]),
    ...graph.frames.flatMap((f) => edge(edgeId(f.part, "body"), partOfBody(f.body), f.part, "edge-frame")),
    ...graph.links.flatMap((l) => l.ends.flatMap((e) => edge(edgeId(l.part, e), endPart(graph, l, e), l.part, `edge-link edge-${l.section}`).map((x) => ({ ...x, sourceHandle: "link", targetHandle: "link" })))),
  ];
}

const MARGIN = 18;

/** Boxes around the parts of groups; a folded group stands for its parts. */
function grouped(data: JsonMap, nodes: PartNode[], edges: Edge[]): { nodes: PartNode[]; edges: Edge[] } {
  const inside = new Map<string, string>();
  const boxes: PartNode[] = [];
  for (const g of groupsOf(data)) {
    const members = nodes.filter((n) => g.members.includes(n.id));
    if (members.length === 0) continue;
    if (g.collapsed) for (const m of members) inside.set(m.id, g.part);
    boxes.push(box(g, members));
  }
  const shown = nodes.filter((n) => !inside.has(n.id));
  const moved = edges
    .map((e) => ({ ...e, source: inside.get(e.source) ?? e.source, target: inside.get(e.target) ?? e.target, reconnectable: !inside.has(e.source) && !inside.has(e.target) }))
    .filter((e) => e.source !== e.target);
  return { nodes: [...boxes, ...shown], edges: moved };
}

function box(g: ReturnType<typeof groupsOf>[number], members: PartNode[]): PartNode {
  const left = Math.min(...members.map((m) => m.position.x)) - MARGIN;
  const top = Math.min(...members.map((m) => m.position.y)) - MARGIN - 20;
  const right = Math.max(...members.map((m) => m.position.x + (m.width ?? 0))) + MARGIN;
  const bottom = Math.max(...members.map((m) => m.position.y + (m.height ?? 0))) + MARGIN + 16;
  const size: [number, number] = g.collapsed ? [132, 44] : [right - left, bottom - top];
  const position: Point = g.collapsed ? { x: (left + right) / 2 - 66, y: (top + bottom) / 2 - 22 } : { x: left, y: top };
  const label = `group ${g.name}, ${members.length} parts${g.collapsed ? ", folded" : ""}`;
  const data: NodeData = { kind: "group", name: g.name, type: "", loose: false, derived: false, badges: [], error: null, lit: false, label, size, members: g.members, collapsed: g.collapsed };
  return { id: g.part, type: "part", position, data, width: size[0], height: size[1], ariaLabel: label, deletable: false, zIndex: g.collapsed ? 0 : -1 };
}
