/** What acts and what is watched: springs, dampers, motors, external forces and probes. */
import { type Json, type JsonMap, mapAt } from "../data";
import { isSingle } from "../joints";
import { withAt } from "./at";
import { graphOf, type JointNode, kindOf, nodeOf } from "./graph";
import { addTendon, jointsAmong } from "./links";
import { placeOf } from "./loose";
import { type Outcome, step } from "./outcome";

const START: Record<"spring" | "damper", number> = { spring: 10, damper: 0.5 };

/** A spring or damper in a joint; between two joints: a tendon. */
export function addSpring(data: JsonMap, what: "spring" | "damper", targets: readonly string[]): Outcome {
  const names = jointsAmong(data, targets);
  if (names.length > 1) return addTendon(data, targets);
  const joint = jointOf(data, targets);
  if (!joint) return { refused: `a ${what} acts in a joint: choose a joint first, or two for one between them` };
  if (what === "spring" && !isSingle(joint.type)) return { refused: `springs act in joints with one degree of freedom; ${joint.name} is ${joint.type}` };
  if (joint.entry[what] !== undefined) return { refused: `joint ${joint.name} has a ${what} already: change it in the inspector` };
  const made = withAt(data, [...placeOf("joints", joint.name, joint.loose), what], START[what]);
  return step(`add ${what} in ${joint.name}`, data, made, [joint.part]);
}

const jointOf = (data: JsonMap, targets: readonly string[]): JointNode | undefined => graphOf(data).joints.find((j) => j.part === targets.at(-1));

const DRIVERS: Record<"motion" | "formula" | "pd", JsonMap> = {
  motion: { kind: "motion", position: "0.5*sin(t)" },
  formula: { kind: "formula", force: "0" },
  pd: { kind: "pd", target: "0", stiffness: 10, damping: 1 },
};

/** What drives a joint while the motion runs: a prescribed motion, a force by a formula, a controller. */
export function addDriver(data: JsonMap, kind: "motion" | "formula" | "pd", targets: readonly string[]): Outcome {
  const joint = jointOf(data, targets);
  if (!joint) return { refused: "a drive acts on a joint: choose a joint first" };
  if (!isSingle(joint.type)) return { refused: `drives act on joints with one degree of freedom; ${joint.name} is ${joint.type}` };
  const made = withAt(data, ["studio", "run", "inputs", joint.name], DRIVERS[kind]);
  return step(`drive ${joint.name}`, data, made, [joint.part]);
}

/** An external force and moment at a frame or body, an input of the equations. */
export function addForce(data: JsonMap, targets: readonly string[]): Outcome {
  const graph = graphOf(data);
  const part = targets.at(-1) ?? "";
  const node = nodeOf(graph, part);
  if (!node || !["body", "frame"].includes(kindOf(graph, part))) return { refused: "a force acts at a body or a frame: choose one first" };
  if ("loose" in node && node.loose) return { refused: `${node.name} is not connected to the world yet: connect it first` };
  const old = Array.isArray(data.wrenches) ? data.wrenches : [];
  if (old.includes(node.name)) return { refused: `a force acts at ${node.name} already` };
  return step(`add force at ${node.name}`, data, { ...data, wrenches: [...old, node.name] }, [part]);
}

const WATCHED: Record<string, string[]> = {
  joint: ["position", "speed", "acceleration", "force"],
  frame: ["position", "velocity"],
  body: ["position", "velocity"],
  link: ["force"],
};

/** Probes: four of a joint, two of a frame or body, one of a closure; of nothing: the energies. */
export function addProbes(data: JsonMap, targets: readonly string[]): Outcome {
  const graph = graphOf(data);
  const wanted = targets.flatMap((part): JsonMap[] => {
    const kind = kindOf(graph, part);
    if (kind === "link" && !part.startsWith("close/")) return [];
    return (WATCHED[kind] ?? []).map((what) => ({ of: part.replace(/^studio\/loose\//, ""), what }));
  });
  const asked = wanted.length > 0 ? wanted : [{ of: "energy", what: "balance" }];
  const old: Json[] = probesOf(data);
  const added = asked.filter((p) => !old.some((o) => JSON.stringify(o) === JSON.stringify(p)));
  if (added.length === 0) return { refused: "these probes are there already" };
  const made = withAt(data, ["studio", "probes"], [...old, ...added]);
  const of = [...new Set(added.map((p) => String(p.of).split("/").at(-1)))].join(", ");
  return step(`add ${added.length === 1 ? "a probe" : `${added.length} probes`} of ${of}`, data, made, [...targets]);
}

/** The probes of the document. */
export function probesOf(data: JsonMap): Json[] {
  const found = mapAt(data, ["studio"]).probes;
  return Array.isArray(found) ? found : [];
}
