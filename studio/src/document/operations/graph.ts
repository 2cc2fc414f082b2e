/** The mechanism as the diagram shows it, read from the document: bodies, joints, frames and what links them, connected or not. */
import { at, isMap, type Json, type JsonMap, mapAt, partOf, pathOf } from "../data";

/** Kinds of closures that the reader knows. */
export const CLOSURES = ["point", "pin", "universal", "cylinder", "slider", "weld"] as const;
export type Closure = (typeof CLOSURES)[number];
/** Sections whose entries link other parts with one another. */
export const LINKS = ["close", "gears", "couplings", "tendons"] as const;
export type LinkKind = (typeof LINKS)[number];
/** Sections that may have entries which are not connected yet, kept in studio.loose. */
export const LOOSE = ["studio", "loose"] as const;
/** Sections that make joints and bodies which stand nowhere else in the document. */
export const TABLES = ["dh", "khalil", "screws", "legs"] as const;
/** Whether the document has such a section. */
export const hasTable = (data: JsonMap): boolean => TABLES.some((key) => data[key] !== undefined);

export interface JointNode {
  name: string;
  part: string;
  type: string;
  parent: string | null;
  child: string | null;
  loose: boolean;
  entry: JsonMap;
}
export interface BodyNode {
  name: string;
  part: string;
  loose: boolean;
}
export interface FrameNode {
  name: string;
  part: string;
  body: string | null;
  loose: boolean;
}
export interface LinkNode {
  name: string;
  part: string;
  section: LinkKind;
  /** What it is: a kind of closure, "gear", "rack", "coupling", "tendon". */
  kind: string;
  /** Names at its ends: bodies or frames or joints for closures, joints for the others. */
  ends: string[];
  loose: boolean;
}
export interface Graph {
  joints: JointNode[];
  bodies: BodyNode[];
  frames: FrameNode[];
  links: LinkNode[];
}

const text = (x: Json | undefined): string | null => (typeof x === "string" ? x : typeof x === "number" ? String(x) : null);

/** Everything that the diagram shows. */
export function graphOf(data: JsonMap): Graph {
  const joints = both(data, "joints").map(({ name, part, entry, loose }) => {
    const map = isMap(entry) ? entry : {};
    const parent = text(map.parent) ?? (loose ? null : "world");
    return { name, part, type: text(map.type) ?? "?", parent, child: text(map.child), loose, entry: map };
  });
  return { joints, bodies: bodiesOf(data, joints), frames: framesOf(data), links: linksOf(data) };
}

function both(data: JsonMap, section: string): { name: string; part: string; entry: Json; loose: boolean }[] {
  const of = (path: string[], loose: boolean) =>
    Object.entries(mapAt(data, path)).map(([name, entry]) => ({ name, part: partOf([...path, name]), entry, loose }));
  return [...of([section], false), ...of([...LOOSE, section], true)];
}

function bodiesOf(data: JsonMap, joints: JointNode[]): BodyNode[] {
  const found = new Map<string, BodyNode>();
  const add = (name: string, loose: boolean) => {
    if (name !== "world" && !found.has(name)) found.set(name, { name, loose, part: partOf(loose ? [...LOOSE, "bodies", name] : ["bodies", name]) });
  };
  for (const name of Object.keys(mapAt(data, [...LOOSE, "bodies"]))) add(name, true);
  for (const j of joints) if (!j.loose) for (const name of [j.parent, j.child]) if (name) add(name, false);
  for (const name of Object.keys(mapAt(data, ["bodies"]))) add(name, false);
  return [...found.values()];
}

function framesOf(data: JsonMap): FrameNode[] {
  return both(data, "frames").map(({ name, part, entry, loose }) => ({ name, part, loose, body: isMap(entry) ? text(entry.body) : null }));
}

/** The body, frame or joint that an end of a closure names. */
export const endOf = (end: Json | undefined): string | null => (isMap(end) ? text(end.body) : text(end));

function linksOf(data: JsonMap): LinkNode[] {
  const known = new Set(both(data, "joints").map((j) => j.name));
  return LINKS.flatMap((section) =>
    both(data, section).map(({ name, part, entry, loose }) => {
      const map = isMap(entry) ? entry : {};
      if (section === "close") return { name, part, section, loose, kind: text(map.kind) ?? "?", ends: [endOf(map.first), endOf(map.second)].filter((x) => x !== null) };
      if (section === "gears") return { name, part, section, loose, kind: map.radius === undefined ? "gear" : "rack", ends: list(map.joints) };
      if (section === "tendons") return { name, part, section, loose, kind: "tendon", ends: isMap(map.joints) ? Object.keys(map.joints) : [] };
      const ends = loose ? list(map.joints) : [...leaders(entry, known), name];
      return { name, part, section, loose, kind: "coupling", ends };
    }),
  );
}

const list = (x: Json | undefined): string[] => (Array.isArray(x) ? x.map(String) : []);

function leaders(entry: Json, known: Set<string>): string[] {
  if (isMap(entry)) return Object.values(mapAt(entry, ["joints"])).map(String);
  return [...new Set(String(entry).match(/[A-Za-z_]\w*/g) ?? [])].filter((w) => known.has(w));
}

/** A name that nothing of the document has: body1, body2, ... */
export function freshName(data: JsonMap, stem: string, taken: Iterable<string> = []): string {
  const used = namesOf(data);
  for (const name of taken) used.add(name);
  const base = stem.replace(/\d+$/, "") || stem;
  for (let k = 1; ; k++) if (!used.has(`${base}${k}`)) return `${base}${k}`;
}

/** All names of bodies, joints, frames, links and parameters: names of joints stand in formulas beside parameters, so they differ. */
export function namesOf(data: JsonMap): Set<string> {
  const graph = graphOf(data);
  const all = [...graph.joints, ...graph.bodies, ...graph.frames, ...graph.links].map((x) => x.name);
  const parameters = at(data, ["parameters"]);
  return new Set([...all, ...(Array.isArray(parameters) ? parameters.map(String) : Object.keys(mapAt(data, ["parameters"]))), "world"]);
}

/** The joint that carries a body, or undefined. */
export const carrier = (graph: Graph, body: string): JointNode | undefined => graph.joints.find((j) => j.child === body);
/** The joints that hang on a body. */
export const hanging = (graph: Graph, body: string): JointNode[] => graph.joints.filter((j) => j.parent === body);

/** A body and all bodies below it, in the order of the tree. */
export function below(graph: Graph, body: string, seen = new Set<string>()): string[] {
  if (seen.has(body)) return [];
  seen.add(body);
  return [body, ...hanging(graph, body).flatMap((j) => (j.child ? below(graph, j.child, seen) : []))];
}

/** The body, joint, frame or link of a part, or undefined (world has none). */
export function nodeOf(graph: Graph, part: string): BodyNode | JointNode | FrameNode | LinkNode | undefined {
  return [...graph.bodies, ...graph.joints, ...graph.frames, ...graph.links].find((n) => n.part === part);
}

export type Kind = "world" | "body" | "joint" | "frame" | "link" | "other";

/** What a part of the document is in the diagram. */
export function kindOf(graph: Graph, part: string): Kind {
  if (part === "world") return "world";
  if (graph.bodies.some((b) => b.part === part)) return "body";
  if (graph.joints.some((j) => j.part === part)) return "joint";
  if (graph.frames.some((f) => f.part === part)) return "frame";
  return graph.links.some((l) => l.part === part) ? "link" : "other";
}

/** The name of a body that a part stands for: itself, the world, the child of a joint, the body of a frame. */
export function bodyOf(graph: Graph, part: string): string | null {
  if (part === "world") return "world";
  const node = nodeOf(graph, part);
  if (!node) return part.startsWith("bodies/") ? pathOf(part)[1]! : null; // a body that a table makes
  if ("child" in node) return node.child;
  if ("body" in node) return node.body;
  return "section" in node ? null : node.name;
}
