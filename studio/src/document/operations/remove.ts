/** Parts are removed with all that cannot be without them; nothing is ever left hanging on nothing. */
import { type Json, type JsonMap, mapAt, partOf, pathOf } from "../data";
import { withAt } from "./at";
import { partNamed } from "./add";
import { composed } from "./compose";
import { below, type BodyNode, carrier, graphOf, hanging, hasTable, kindOf, nodeOf } from "./graph";
import { loosened, placeOf } from "./loose";
import { type Named, renamed } from "./names";
import { removeParameter } from "./parameters";
import { type Outcome, step } from "./outcome";

type Gone = Partial<Record<Named, ReadonlySet<string>>>;

/** The document without parts, and without what names them. */
export function without(data: JsonMap, gone: Gone): JsonMap {
  const made = renamed(data, (section, name) => (gone[section]?.has(name) ? null : name));
  return tidy(made);
}

/** Empty maps of the studio key say nothing. */
function tidy(data: JsonMap): JsonMap {
  let made = data;
  for (const path of [["studio", "loose", "joints"], ["studio", "loose", "bodies"], ["studio", "loose", "frames"], ["studio", "loose", "tendons"], ["studio", "loose"], ["studio", "positions"], ["studio", "shapes"], ["studio", "mass_from"], ["frames"]]) {
    const here = mapAt(made, path.slice(0, -1))[path.at(-1)!];
    if (here !== undefined && here !== null && typeof here === "object" && Object.keys(here).length === 0) made = withAt(made, path, undefined);
  }
  const groups = mapAt(made, ["studio", "groups"]);
  for (const [name, g] of Object.entries(groups)) if ((mapAt(g, []).members as Json[] | undefined)?.length === 0) made = withAt(made, ["studio", "groups", name], undefined);
  const probes = mapAt(made, ["studio"]).probes;
  return Array.isArray(probes) && probes.length === 0 ? withAt(made, ["studio", "probes"], undefined) : made;
}

/** How many bodies hang below a body: where there are some, deleting it must ask. */
export function hangingBelow(data: JsonMap, part: string): { body: string; below: number; parent: string | null } | null {
  const graph = graphOf(data);
  const node = nodeOf(graph, part);
  if (kindOf(graph, part) !== "body" || !node) return null;
  return { body: node.name, below: below(graph, node.name).length - 1, parent: carrier(graph, node.name)?.parent ?? null };
}

/** Remove bodies with all bodies below them, and joints, frames, links. A joint alone leaves its body beside the robot. */
export function remove(data: JsonMap, parts: readonly string[]): Outcome {
  const graph = graphOf(data);
  const bodies = new Set(parts.filter((p) => kindOf(graph, p) === "body").flatMap((p) => below(graph, (nodeOf(graph, p) as BodyNode).name)));
  const joints = new Set(graph.joints.filter((j) => (j.child !== null && bodies.has(j.child)) || (j.parent !== null && bodies.has(j.parent))).map((j) => j.name));
  let made = data;
  for (const j of graph.joints) {
    if (!parts.includes(j.part) || joints.has(j.name)) continue;
    if (j.child !== null && !j.loose) made = loosened(made, j.name);
    joints.add(j.name);
  }
  const frames = new Set(graph.frames.filter((f) => parts.includes(f.part) || (f.body !== null && bodies.has(f.body))).map((f) => f.name));
  const links = graph.links.filter((l) => parts.includes(l.part));
  const named = [...bodies, ...joints, ...frames, ...links.map((l) => l.name)];
  if (named.length === 0) return refusal(data, parts);
  for (const l of links) made = withAt(made, placeOf(l.section, l.name, l.loose), undefined);
  for (const l of links) made = withAt(made, ["studio", "positions", l.part], undefined);
  const before = graphOf(made).links.length;
  made = without(made, { bodies, joints, frames });
  const more = before - graphOf(made).links.length;
  const label = `delete ${named.length === 1 ? named[0] : `${named.length} parts`}`;
  return step(label, data, made, [], more > 0 ? `${label}, and ${more === 1 ? "a closure, gear or coupling" : `${more} closures, gears or couplings`} that needed it` : undefined);
}

/** Why there is nothing that can be removed; a parameter that nothing uses goes. */
function refusal(data: JsonMap, parts: readonly string[]): Outcome {
  const [section, name] = pathOf(parts.at(-1) ?? "");
  if (section === "parameters" && name !== undefined) {
    const found = removeParameter(data, name);
    return typeof found === "string" ? { refused: found } : { label: `delete ${name}`, patches: found, select: [] };
  }
  if (parts.includes("world")) return { refused: "the world stays" };
  return { refused: parts.length === 0 ? "nothing is selected" : hasTable(data) ? FROM_TABLE : "this is no part of the diagram" };
}
const FROM_TABLE = "this comes from a table of the document: write it as joints first";

/** Remove a body and its joint; the joints that hung on it hang on the body before, at the same place in the zero pose. */
export function removeAndReparent(data: JsonMap, part: string): Outcome {
  const graph = graphOf(data);
  const node = nodeOf(graph, part);
  if (kindOf(graph, part) !== "body" || !node) return { refused: "only a body has others below it" };
  const joint = carrier(graph, node.name);
  const parent = joint?.parent ?? null;
  if (!joint || parent === null) return { refused: `${node.name} hangs on nothing: there is no body to take its place` };
  let made = data;
  const kept: string[] = [];
  for (const child of hanging(graph, node.name)) {
    const path = placeOf("joints", child.name, child.loose);
    const found = composed(joint.entry, mapAt(made, path));
    if (!found.exact) kept.push(child.name);
    made = withAt(made, path, { ...found.entry, parent });
  }
  const frames = new Set(graph.frames.filter((f) => f.body === node.name).map((f) => f.name));
  made = without(made, { bodies: new Set([node.name]), joints: new Set([joint.name]), frames });
  const said = kept.length > 0 ? `the place of ${kept.join(", ")} is kept as typed: turned frames with formulas are not composed` : undefined;
  const first = hanging(graph, node.name)[0];
  return step(`delete ${node.name}, hang what was below on ${parent}`, data, made, first ? [partNamed(made, "joints", first.name)] : [parent === "world" ? "world" : partOf(["bodies", parent])], said);
}
