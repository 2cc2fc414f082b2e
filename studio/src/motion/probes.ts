/** Probes: what of a run is plotted, its curves, their names and units. */
import type { Layout } from "@/backend/protocol";
import { at, isMap, type Json, type JsonMap, pathOf } from "@/document/data";
import type { Tape } from "./state";

/** One entry of `studio.probes`. */
export interface Probe {
  of: string;
  what: string;
}

export interface Curve {
  label: string;
  /** The value at a sample, in SI units. */
  value(tape: Tape, k: number): number;
}

/** A probe of a mechanism that has what it asks for. unit: of SI, "rad" counts. */
export interface Watch {
  key: string;
  title: string;
  unit: string;
  curves: Curve[];
}

export const JOINT = ["position", "speed", "acceleration", "force"] as const;
export const FRAME = ["position", "velocity"] as const;
export const ENERGY = ["kinetic", "potential", "total", "work", "balance"] as const;
const AXES = ["x", "y", "z"] as const;

export const keyOf = (p: Probe): string => `${p.of} ${p.what}`;

/** The probes of a document; entries that are none are left to the checks. */
export function probesOf(data: JsonMap): Probe[] {
  const list = at(data, ["studio", "probes"]);
  return Array.isArray(list) ? list.filter(isProbe).map((p) => ({ of: p.of, what: p.what })) : [];
}

const isProbe = (x: Json): x is JsonMap & { of: string; what: string } => isMap(x) && typeof x.of === "string" && typeof x.what === "string";

/** All that could be probed, in groups: the part of the document, what it is called, and what of it. */
export function possible(layout: Layout): { of: string; name: string; group: string; whats: readonly string[] }[] {
  const lagrangian = layout.kind === "lagrangian";
  const joints = [...new Set(layout.coordinates.map((c) => c.joint))];
  const whats = lagrangian ? JOINT.slice(0, 3) : JOINT;
  return [
    ...joints.map((name) => ({ of: `${lagrangian ? "manifold" : "joints"}/${escape(name)}`, name, group: lagrangian ? "variables" : "joints", whats })),
    ...layout.poses.filter((p) => p.kind === "frame").map((p) => ({ of: `frames/${escape(p.name)}`, name: p.name, group: "frames", whats: FRAME })),
    ...layout.poses.filter((p) => p.kind === "body").map((p) => ({ of: `bodies/${escape(p.name)}`, name: p.name, group: "bodies", whats: FRAME })),
    { of: "energy", name: "energy", group: "energy", whats: ENERGY },
    ...(layout.kind === "closed" ? [{ of: "close", name: "all loops", group: "loops", whats: ["force", "gap"] }] : []),
  ];
}

const escape = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** Curves of a probe; a sentence where the mechanism does not have it. tape: of the loops' forces, which a run names. */
export function watchOf(probe: Probe, layout: Layout, tape: Tape | null = null): Watch | string {
  const [section, ...rest] = pathOf(probe.of);
  const name = rest.join("/");
  const key = keyOf(probe);
  if (section === "energy") return ENERGY.includes(probe.what as "work") ? energyWatch(key, probe.what) : `energy has no '${probe.what}': one of ${ENERGY.join(", ")}`;
  if (section === "joints" || section === "manifold") return jointWatch(key, name, probe.what, layout);
  if (section === "frames" || section === "bodies") return frameWatch(key, name, probe.what, layout);
  if (section === "close") return loopWatch(key, name, probe.what, layout, tape);
  return `'${probe.of}' cannot be probed`;
}

function energyWatch(key: string, what: string): Watch {
  const value = {
    kinetic: (t: Tape, k: number) => t.kinetic[k]!,
    potential: (t: Tape, k: number) => t.potential[k]!,
    total: (t: Tape, k: number) => t.kinetic[k]! + t.potential[k]!,
    work: (t: Tape, k: number) => t.work[k]!,
    balance: (t: Tape, k: number) => balance(t, k) - balance(t, 0),
  }[what]!;
  return { key, title: what === "balance" ? "energy balance" : what === "work" ? "work" : `${what} energy`, unit: "J", curves: [{ label: what, value }] };
}

const balance = (t: Tape, k: number): number => t.kinetic[k]! + t.potential[k]! - t.work[k]!;

function jointWatch(key: string, name: string, what: string, layout: Layout): Watch | string {
  const title = `${name} ${what}`;
  const positions = layout.coordinates.filter((c) => c.joint === name);
  const freedoms = layout.freedoms.filter((f) => f.joint === name);
  if (positions.length === 0) return `there is no joint '${name}' that moves`;
  if (what === "position") {
    const curves = positions.map((c) => ({ label: c.name, value: (t: Tape, k: number) => t.q[k]![c.index]! }));
    return { key, title, unit: common(positions.map((c) => c.unit)), curves };
  }
  const column = ({ speed: "v", acceleration: "a", force: "acting" } as const)[what];
  if (column === "acting" && layout.kind === "lagrangian") return "a Lagrangian has inputs, no forces in joints: its CSV has them";
  if (!column) return `a joint has no '${what}': one of ${JOINT.join(", ")}`;
  const unit = (u: string) => ({ speed: u, acceleration: u && `${u}²`, force: u.startsWith("rad") ? "N m" : u && "N" })[what]!;
  const curves = freedoms.map((f) => ({ label: f.name, value: (t: Tape, k: number) => t[column][k]?.[f.index] ?? NaN }));
  return { key, title, unit: common(freedoms.map((f) => unit(f.unit))), curves };
}

/** One unit for all curves, or all of them where they differ. */
const common = (units: string[]): string => [...new Set(units.filter(Boolean))].join(", ");

function frameWatch(key: string, name: string, what: string, layout: Layout): Watch | string {
  let index = layout.poses.findIndex((p) => p.kind === "frame" && p.name === name);
  if (index < 0) index = layout.poses.findIndex((p) => p.kind === "body" && p.name === name);
  if (index < 0) return `there is no frame '${name}'`;
  if (what === "position") {
    const value = (i: number) => (t: Tape, k: number) => posesAt(t, k)?.[12 * index + 9 + i] ?? NaN;
    return { key, title: `${name} position`, unit: "m", curves: AXES.map((label, i) => ({ label, value: value(i) })) };
  }
  if (what !== "velocity") return `a frame has no '${what}': position or velocity`;
  const value = (i: number) => (t: Tape, k: number) => twistsAt(t, k)?.[6 * index + i] ?? NaN;
  return { key, title: `${name} velocity`, unit: "m/s", curves: AXES.map((label, i) => ({ label, value: value(i) })) };
}

// curves of the same sample share one call of the program
interface Made {
  tape: Tape;
  k: number;
  made: Float64Array | undefined;
}
let lastPoses: Made | null = null;
let lastTwists: Made | null = null;

function posesAt(tape: Tape, k: number): Float64Array | undefined {
  if (lastPoses?.tape !== tape || lastPoses.k !== k) lastPoses = { tape, k, made: tape.functions?.place?.(tape.q[k], parametersOf(tape, k)).poses };
  return lastPoses.made;
}

function twistsAt(tape: Tape, k: number): Float64Array | undefined {
  if (lastTwists?.tape !== tape || lastTwists.k !== k) lastTwists = { tape, k, made: tape.functions?.speeds?.(tape.q[k], tape.v[k], parametersOf(tape, k)).twists };
  return lastTwists.made;
}

const parametersOf = (tape: Tape, k: number): Float64Array => tape.parameters?.[k] ?? Float64Array.from(tape.layout.parameters, (p) => p.value);

function loopWatch(key: string, name: string, what: string, layout: Layout, tape: Tape | null): Watch | string {
  if (layout.kind !== "closed") return "this mechanism has no loops";
  if (what === "gap") return { key, title: "gap of the loops", unit: "m, rad", curves: [{ label: "gap", value: (t, k) => t.gaps[k] ?? NaN }] };
  if (what !== "force") return `a loop has no '${what}': force or gap`;
  const labels = tape?.constraint?.labels ?? [];
  const mine = labels.map((label, i) => ({ label, i })).filter(({ label }) => !name || label === name || label.startsWith(`${name}:`));
  if (tape?.constraint && mine.length === 0) return `no loop is called '${name}': ${labels.join(", ")}`;
  const curves = mine.map(({ label, i }) => ({ label, value: (t: Tape, k: number) => t.constraint?.values[k]?.[i] ?? NaN }));
  return { key, title: `${name || "loops"} force`, unit: "N, N m", curves };
}

/** The factor from SI to what is shown, and the unit's name. */
export function shown(unit: string, degrees: boolean): { factor: number; unit: string } {
  if (!degrees || !/\brad\b/.test(unit) || unit.includes(",")) return { factor: 1, unit };
  return { factor: 180 / Math.PI, unit: unit.replace("rad", "deg") };
}

