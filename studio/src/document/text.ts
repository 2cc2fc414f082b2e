/** The document as YAML text: read into data, and written so that comments and spelling stay where the data stayed. */
import { type Document, isCollection, isMap as isYamlMap, isScalar, isSeq, LineCounter, type Node, parseDocument, YAMLMap } from "yaml";
import { isMap, type Json, type JsonMap, type Path, same } from "./data";

export interface TextError {
  what: string;
  line: number;
}
export type Read = { ok: true; data: JsonMap } | { ok: false; errors: TextError[] };

const MOST_UNFOLDED = 20_000_000; // characters that a text may grow to by its aliases

/** How often aliases may repeat one thing: a chain of fifty equal links may, a text that unfolds without end may not. */
const mostAliases = (text: string): number => Math.max(1, Math.floor(MOST_UNFOLDED / (text.length + 1)));

/** Data of a text, or why it is no document. */
export function read(text: string): Read {
  try {
    return parsed(text);
  } catch {
    return { ok: false, errors: [{ what: "the text is nested too deeply", line: 1 }] };
  }
}

function parsed(text: string): Read {
  const lines = new LineCounter();
  const tree = parseDocument(text, { lineCounter: lines, uniqueKeys: true, merge: false });
  const errors = tree.errors.map((e) => ({ what: (e.message.split("\n")[0] ?? e.message).replace(/ at line \d+, column \d+:?$/, ""), line: lines.linePos(e.pos[0]).line }));
  if (errors.length > 0) return { ok: false, errors };
  let data: unknown;
  try {
    data = tree.toJS({ maxAliasCount: mostAliases(text) });
  } catch (error) {
    return { ok: false, errors: [{ what: String(error instanceof Error ? error.message : error), line: 1 }] };
  }
  if (!isMap(data as Json)) return { ok: false, errors: [{ what: "the text is no mapping: a robot begins with 'linkwright: 1'", line: 1 }] };
  return { ok: true, data: data as JsonMap };
}

/** Text of data; what it shares with the text before keeps its comments, order and spelling. */
export function write(data: JsonMap, before = ""): string {
  const parsed = before ? parseDocument(before, { uniqueKeys: false }) : parseDocument("{}\n");
  if (parsed.errors.length > 0 || !isYamlMap(parsed.contents)) return fresh(data);
  if (!before) return fresh(data);
  try {
    reconcile(parsed, parsed.contents, data);
    return parsed.toString({ lineWidth: 128, flowCollectionPadding: false });
  } catch {
    return fresh(data); // an alias came to stand before what it repeats
  }
}

function fresh(data: JsonMap): string {
  const made = parseDocument("");
  made.contents = made.createNode(data) as never;
  const top: unknown = made.contents;
  if (isYamlMap(top)) for (const pair of top.items) styleSection(pair.value as Node | null);
  return made.toString({ lineWidth: 128, flowCollectionPadding: false });
}

/** Sections are blocks, their entries one line each: as people write robots. */
function styleSection(node: Node | null): void {
  if (!isCollection(node)) return;
  if (isSeq(node) && node.items.every((x) => isScalar(x))) node.flow = true;
  else if (isYamlMap(node) && node.items.every((p) => isScalar(p.value))) node.flow = node.items.length <= 8;
  else for (const item of node.items) flowBelow((isYamlMap(node) ? (item as { value: Node | null }).value : item) as Node | null);
}

function flowBelow(node: Node | null): void {
  if (isCollection(node)) node.flow = String(node).length < 400;
}

function reconcile(doc: Document, map: YAMLMap, data: JsonMap): void {
  for (const pair of [...map.items]) {
    const key = String(isScalar(pair.key) ? pair.key.value : pair.key);
    if (!Object.hasOwn(data, key)) map.delete(pair.key);
  }
  for (const [key, value] of Object.entries(data)) {
    const node = map.get(key, true) as Node | undefined;
    const pair = map.items.find((p) => String(isScalar(p.key) ? p.key.value : p.key) === key);
    if (node !== undefined && same(toData(doc, node), value)) continue;
    if (isYamlMap(node) && node.items.length > 0 && isMap(value)) reconcile(doc, node, value);
    else if (isScalar(node) && !isMap(value) && !Array.isArray(value)) {
      node.value = value;
      delete node.source;
      delete (node as { type?: string }).type;
      delete (node as { format?: string }).format;
    } else {
      const made = doc.createNode(value) as Node;
      if (map.flow || isSeq(node)) flowBelow(made);
      else if (map === doc.contents) styleSection(made);
      else flowBelow(made);
      if (pair) pair.value = made;
      else map.set(doc.createNode(key), made);
    }
  }
  order(map, Object.keys(data));
}

function order(map: YAMLMap, keys: string[]): void {
  const place = new Map(keys.map((k, n) => [k, n]));
  const name = (p: { key: unknown }) => String(isScalar(p.key) ? p.key.value : p.key);
  const sorted = [...map.items].sort((a, b) => (place.get(name(a)) ?? 0) - (place.get(name(b)) ?? 0));
  if (sorted.some((p, n) => p !== map.items[n])) map.items = sorted;
}

/** What a node says; undefined where it repeats something that is gone. */
function toData(doc: Document, node: Node): Json | undefined {
  try {
    return node.toJS(doc, { maxAliasCount: -1 }) as Json; // the text was read before, within its bounds
  } catch {
    return undefined;
  }
}

/** The line (from 1) at which a part of the document stands in its text; null where it does not. */
export function lineOf(text: string, path: Path): number | null {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  let node: unknown = parsed.contents;
  let offset = 0;
  for (const key of path) {
    if (isYamlMap(node)) {
      const pair = node.items.find((p) => String(isScalar(p.key) ? p.key.value : p.key) === String(key));
      if (!pair) return null;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else return null;
  }
  return lines.linePos(offset).line;
}

/** The part of the document that stands at a line (from 1): the innermost one that begins at or before it. */
export function pathAtLine(text: string, line: number): Path {
  const lines = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: lines, uniqueKeys: false });
  const path: Path = [];
  let node: unknown = parsed.contents;
  for (;;) {
    if (isYamlMap(node)) {
      const before = node.items.filter((p) => lines.linePos((p.key as Node).range?.[0] ?? 0).line <= line);
      const pair = before.at(-1);
      if (!pair) return path;
      path.push(String(isScalar(pair.key) ? pair.key.value : pair.key));
      node = pair.value;
    } else if (isSeq(node)) {
      const index = node.items.findLastIndex((x) => lines.linePos((x as Node).range?.[0] ?? 0).line <= line);
      if (index < 0) return path;
      path.push(index);
      node = node.items[index];
    } else return path;
  }
}
