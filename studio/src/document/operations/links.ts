/** Closures, gears, couplings and tendons are added: between the selected parts, or beside the robot until they have their ends. */
import { type Json, type JsonMap, partOf } from "../data";
import { isSingle } from "../joints";
import { withAt } from "./at";
import { type Position, partNamed, positioned } from "./add";
import { closureEnd } from "./connect";
import { type Closure, freshName, graphOf, kindOf, type LinkKind, nodeOf } from "./graph";
import { placeOf, settled } from "./loose";
import { type Outcome, step } from "./outcome";

/** Close a loop: two bodies or frames stay together in the way of the closure. */
export function addLoop(data: JsonMap, kind: Closure, targets: readonly string[], position: Position | null = null): Outcome {
  const graph = graphOf(data);
  const ends = targets.flatMap((part): Json[] => {
    const of = kindOf(graph, part);
    if (of === "frame") return [closureEnd(nodeOf(graph, part)!.name, true)];
    if (of === "body" || of === "world") return [closureEnd(of === "world" ? "world" : nodeOf(graph, part)!.name, false)];
    return [];
  });
  const [first, second] = ends;
  return addLink(data, "close", "loop", { kind, ...(first ? { first } : {}), ...(second ? { second } : {}) }, position);
}

/** The names of joints with one degree of freedom among parts, in their order. */
export function jointsAmong(data: JsonMap, targets: readonly string[]): string[] {
  const graph = graphOf(data);
  return [...new Set(targets)].flatMap((part) => graph.joints.filter((j) => j.part === part && isSingle(j.type)).map((j) => j.name));
}

/** Two joints turn (or slide) together: a gear, or with radius a rack and its pinion. */
export function addGear(data: JsonMap, kind: "gear" | "rack", targets: readonly string[], position: Position | null = null): Outcome {
  const joints: Json = jointsAmong(data, targets).slice(0, 2);
  return addLink(data, "gears", kind, kind === "gear" ? { joints, ratio: 1 } : { joints, radius: 0.1 }, position);
}

/** A joint follows another by a formula; at first it is equal to it. */
export function addCoupling(data: JsonMap, targets: readonly string[], position: Position | null = null): Outcome {
  const joints: Json = jointsAmong(data, targets).slice(0, 2);
  return addLink(data, "couplings", "coupling", { joints }, position);
}

/** A spring and a damper along a sum of coordinates. */
export function addTendon(data: JsonMap, targets: readonly string[], position: Position | null = null): Outcome {
  const joints = Object.fromEntries(jointsAmong(data, targets).map((name, k) => [name, k % 2 ? -1 : 1]));
  return addLink(data, "tendons", "tendon", { joints, spring: 10, damper: 0.1 }, position);
}

function addLink(data: JsonMap, section: LinkKind, stem: string, entry: JsonMap, position: Position | null): Outcome {
  const name = freshName(data, stem);
  const loose = placeOf(section, name, true);
  const made = settled(positioned(withAt(data, loose, entry), partOf(loose), position));
  const said = graphOf(made).links.some((l) => l.name === name && l.loose) ? `${name} is added: connect it to its two ends` : undefined;
  const follower = section === "couplings" && said === undefined ? (entry.joints as string[])[1] : undefined;
  return step(`add ${name}`, data, made, [follower ? partOf(["couplings", follower]) : partNamed(made, section, name)], said);
}
