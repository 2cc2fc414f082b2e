/** The inspector's rows of a joint. */
import { cut, type Json, type JsonMap, mapAt, partOf, type Patch, put } from "@/document/data";
import { JOINTS, jointKind, unitsOf } from "@/document/joints";
import { attach } from "@/document/operations/connect";
import { graphOf } from "@/document/operations/graph";
import { type Change, type Group, nameOf, type Place, type Row } from "./row";

const kindOf = (x: Place) => jointKind(mapAt(x.data, x.part).type);
const units = (x: Place) => unitsOf(mapAt(x.data, x.part).type);
const single = (x: Place) => kindOf(x).nv === 1;
const moves = (x: Place) => kindOf(x).nv > 0;
const bodies = (x: Place): string[] => graphOf(x.data).bodies.map((b) => b.name);
const rigid = (x: Place) => moves(x) && !("elastic" in x.map);
const others = (x: Place) => Object.keys(mapAt(x.data, ["joints"])).filter((name) => name !== nameOf(x.part) && jointKind(mapAt(x.data, ["joints", name]).type).nv === 1);

const scalar = (path: string[], label: string, help: string, more: Partial<Row> = {}): Row => ({ kind: "scalar", path, label, help, ...more }) as Row;
const choices = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((n) => [n, n]));

const JOINT: readonly Row[] = [
  { kind: "form", label: "type", help: "How the child moves on the parent.", forms: choices(Object.keys(JOINTS)), is: (x) => String(x.map.type ?? ""), become: typeAs },
  { kind: "form", label: "parent", help: "The body that carries the joint.", forms: (x) => ["world", ...bodies(x)], is: (x) => String(x.map.parent ?? (x.part[0] === "joints" ? "world" : "")), become: (x, body) => attached(x, body, "parent") },
  { kind: "form", label: "child", help: "The body that the joint moves.", forms: bodies, is: (x) => String(x.map.child ?? ""), become: (x, body) => attached(x, body, "child") },
  { kind: "vector", path: ["axis"], label: "axis", parts: ["x", "y", "z"], usual: [0, 0, 1], numbers: true, help: "Direction of motion in the joint's frame; numbers only, scaled to length one.", when: (x) => kindOf(x).axes > 0 },
  { kind: "vector", path: ["axis2"], label: "second axis", parts: ["x", "y", "z"], usual: [0, 1, 0], numbers: true, help: "Carried along by the turn about the first axis.", when: (x) => kindOf(x).axes === 2 },
  scalar(["pitch"], "pitch", "Metres per radian: 5 mm/rev is a screw of 5 mm.", { unit: "m/rad", when: (x) => kindOf(x).pitch }),
];

const ACTS: readonly Row[] = [
  scalar(["spring"], "spring", "Stiffness; its energy counts as potential energy.", { unit: (x: Place) => units(x).stiffness, usual: "0", when: single }),
  scalar(["rest"], "rest", "Position without spring force.", { unit: (x: Place) => units(x).position, usual: "0", when: single }),
  scalar(["damper"], "damper", "Force against the speed.", { unit: (x: Place) => units(x).damping, usual: "0", when: moves }),
  scalar(["viscous"], "viscous friction", "Adds to the damper: another name for the same law.", { unit: (x: Place) => units(x).damping, usual: "0", when: moves }),
  scalar(["coulomb"], "dry friction", "Constant force against the motion; zero at rest.", { unit: (x: Place) => units(x).force, usual: "0", when: moves }),
  scalar(["rotor_inertia"], "rotor inertia", "Of the motor's rotor, on its own side of the gear.", { unit: "kg m²", usual: "0", when: rigid }),
  scalar(["gear_ratio"], "gear ratio", "Motor turns per joint turn.", { usual: "1", when: rigid }),
];

const LIMITS: readonly Row[] = [
  scalar(["limits", "lower"], "lower", "Least position; no parameters. A run feels it where stops are on.", { unit: (x: Place) => units(x).position, numbers: true, usual: "none" }),
  scalar(["limits", "upper"], "upper", "Largest position; no parameters.", { unit: (x: Place) => units(x).position, numbers: true, usual: "none" }),
  scalar(["limits", "velocity"], "speed", "Largest speed; kept, not used by the dynamics.", { unit: (x: Place) => units(x).speed, numbers: true, usual: "none" }),
  scalar(["limits", "effort"], "force", "Largest force of the motor; kept, not used by the dynamics.", { unit: (x: Place) => units(x).force, numbers: true, usual: "none" }),
];

const followed = (x: Place): string | null => (typeof x.map.mimic === "string" ? x.map.mimic : ((mapAt(x.map, ["mimic"]).joint as string | undefined) ?? null));
const MIMIC: readonly Row[] = [
  {
    kind: "form", label: "joint", help: "The joint that this one follows; it then has no coordinate of its own.", forms: (x) => ["none", ...others(x)], is: (x) => followed(x) ?? "none",
    become: (x, to) => ({ patches: [put(x.data, [...x.base, "mimic"], to === "none" ? undefined : { ...mapAt(x.map, ["mimic"]), joint: to })] }),
  },
  scalar(["mimic", "multiplier"], "multiplier", "q = multiplier q(other) + offset.", { usual: "1", when: (x) => "mimic" in x.map }),
  scalar(["mimic", "offset"], "offset", "Added to it.", { usual: "0", unit: (x: Place) => units(x).position, when: (x) => "mimic" in x.map }),
];

const isElastic = (x: Place) => "elastic" in x.map;
const ELASTIC: readonly Row[] = [
  {
    kind: "form", label: "transmission", help: "A motor behind a spring: a second coordinate.", forms: { none: "rigid", elastic: "elastic" }, is: (x) => (isElastic(x) ? "elastic" : "none"),
    become: (x, to) => ({ patches: [put(x.data, [...x.base, "elastic"], to === "elastic" ? { stiffness: 1000, rotor_inertia: 0.01 } : undefined)] }),
  },
  scalar(["elastic", "stiffness"], "stiffness", "Of the transmission, seen from the link.", { unit: (x: Place) => units(x).stiffness, when: isElastic }),
  scalar(["elastic", "damping"], "damping", "Along the rate of the joint less that of the motor.", { unit: (x: Place) => units(x).damping, usual: "0", when: isElastic }),
  scalar(["elastic", "rotor_inertia"], "rotor inertia", "About its own axis, on its own side of the gear.", { unit: "kg m²", when: isElastic }),
  scalar(["elastic", "gear_ratio"], "gear ratio", "Turns of the rotor per turn of the joint.", { usual: "1", when: isElastic }),
  scalar(["elastic", "viscous"], "motor's friction", "Viscous, seen from the link.", { unit: (x: Place) => units(x).damping, usual: "0", when: isElastic }),
  scalar(["elastic", "coulomb"], "motor's dry friction", "Seen from the link.", { unit: (x: Place) => units(x).force, usual: "0", when: isElastic }),
];

const listed = (x: Place): Json[] => (Array.isArray(x.data.actuated) ? x.data.actuated : []);
const MOTOR: readonly Row[] = [
  {
    kind: "form", label: "motor", help: "Motors decide which coordinates of a closed mechanism are free. Where joints are only marked as passive, all others have motors.",
    forms: { none: "not said", actuated: "has a motor", passive: "has none" },
    is: (x) => (x.map.actuated === true || listed(x).includes(nameOf(x.part)) ? "actuated" : x.map.passive === true ? "passive" : "none"), become: motorAs,
  },
];

/** Said at the joint; where the document has a list of motors, there. */
function motorAs(x: Place, to: string): Change {
  const others = listed(x).filter((name) => name !== nameOf(x.part));
  const inList = listed(x).length > 0 && x.part[0] === "joints";
  const list = to === "actuated" && inList ? [...others, nameOf(x.part)] : others;
  const { actuated: _a, passive: _p, ...map } = x.map;
  const flag: JsonMap = to === "none" || (to === "actuated" && inList) ? {} : { [to]: true };
  return { patches: [put(x.data, x.base, { ...map, ...flag }), ...(inList ? [put(x.data, ["actuated"], list.length ? list : undefined)] : [])] };
}

const inputKind = (x: Place) => String(x.map.kind ?? "none");
const INPUTS: Readonly<Record<string, (name: string) => { [key: string]: Json }>> = {
  formula: () => ({ kind: "formula", force: 0 }),
  pd: () => ({ kind: "pd", target: 0, stiffness: 10, damping: 1 }),
  motion: () => ({ kind: "motion", position: 0 }),
  signal: (name) => ({ kind: "signal", signal: `tau_${name}` }),
};
const DRIVEN: readonly Row[] = [
  {
    kind: "form", label: "driven by", help: "What drives the joint in a run.", forms: { none: "nothing", formula: "force: a formula", pd: "PD to a target", motion: "a given motion", signal: "a column of a table" }, is: inputKind,
    become: (x, to) => ({ patches: [to === "none" ? cut(x.data, x.base, 0) : put(x.data, x.base, INPUTS[to]!(nameOf(x.part)))] }),
  },
  scalar(["force"], "force", "In t, coordinates q1.., speeds v1.., parameters: 2*sin(t).", { wide: true, unit: (x: Place) => units(x).force, when: (x) => inputKind(x) === "formula" }),
  scalar(["target"], "target", "Where to: a number or a formula of t.", { wide: true, unit: (x: Place) => units(x).position, when: (x) => inputKind(x) === "pd" }),
  scalar(["stiffness"], "stiffness", "Force = stiffness (target - q) - damping v.", { unit: (x: Place) => units(x).stiffness, when: (x) => inputKind(x) === "pd" }),
  scalar(["damping"], "damping", "Force = stiffness (target - q) - damping v.", { unit: (x: Place) => units(x).damping, when: (x) => inputKind(x) === "pd" }),
  scalar(["position"], "position", "A formula of t that the joint follows; its force is what that takes.", { wide: true, unit: (x: Place) => units(x).position, when: (x) => inputKind(x) === "motion" }),
  { kind: "move", path: ["position"], label: "Rest to rest", help: "Makes the formula of the fastest motion from one position to another within bounds.", when: (x) => inputKind(x) === "motion" },
  { kind: "text", path: ["signal"], label: "column", help: "Name of the column of a table (CSV) that is the force over time.", when: (x) => inputKind(x) === "signal" },
];

/** Groups of a joint; place: the rows of its frame. */
export function jointRows(place: readonly Row[]): Group[] {
  return [
    { title: "Joint", rows: JOINT },
    { title: "Place on the parent", rows: place },
    { title: "Acts in the joint", rows: ACTS, when: moves },
    { title: "Limits", rows: LIMITS, when: single, folded: true },
    { title: "Driven in a run by", rows: DRIVEN, base: (part) => ["studio", "run", "inputs", nameOf(part)], when: single, folded: true },
    { title: "Follows a joint", rows: MIMIC, when: single, folded: true },
    { title: "Elastic", rows: ELASTIC, when: (x) => single(x) && !("mimic" in x.map), folded: true },
    { title: "Motor", rows: MOTOR, when: moves, folded: true },
  ];
}

/** Another parent or child: as the diagram connects them. */
function attached(x: Place, body: string, end: "parent" | "child"): Change {
  const part = body === "world" ? "world" : (graphOf(x.data).bodies.find((b) => b.name === body)?.part ?? "");
  return attach(x.data, partOf(x.part), part, end);
}

/** Another type keeps what fits it; what does not is left out, and told. */
function typeAs(x: Place, type: string): Change {
  const [before, after] = [jointKind(x.map.type), jointKind(type)];
  const gone = [
    ...(after.axes < 2 ? ["axis2"] : []),
    ...(after.pitch ? [] : ["pitch"]),
    ...(after.nv === 1 ? [] : ["spring", "rest", "mimic", "elastic", "limits"]),
    ...(after.nv > 0 ? [] : ["damper", "viscous", "coulomb", "rotor_inertia", "gear_ratio", "actuated", "passive"]),
  ].filter((key) => key in x.map);
  const map: JsonMap = Object.fromEntries(Object.entries({ ...x.map, type }).filter(([key]) => !gone.includes(key)));
  if (after.pitch && !("pitch" in map)) map.pitch = "10 mm/rev";
  if (after.axes === 2 && !("axis2" in map)) map.axis2 = across(map.axis);
  const studio = before.nq === after.nq ? [] : ofRun(x);
  const lost = [...gone, ...studio.map((p) => String(p.path[1]))];
  return { patches: [put(x.data, x.base, map), ...studio], ...(lost.length ? { said: `a ${type} joint has no ${[...new Set(lost)].join(", ")}: left out` } : {}) };
}

const across = (axis: Json | undefined): Json => (Array.isArray(axis) && Number(axis[1]) !== 0 ? [1, 0, 0] : [0, 1, 0]);

/** Start values and inputs of a joint that has other coordinates now. */
function ofRun(x: Place): Patch[] {
  const name = nameOf(x.part);
  const places: string[][] = [["studio", "start", "q"], ["studio", "start", "v"], ["studio", "run", "inputs"]];
  return places.flatMap((path) =>
    Object.keys(mapAt(x.data, path))
      .filter((key) => key === name || key.startsWith(`${name}.`))
      .map((key) => put(x.data, [...path, key], undefined)),
  );
}
