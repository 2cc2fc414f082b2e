/** What can be added to a mechanism, and how: the palette and the list of the key A show the same items. */
import type { JsonMap } from "@/document/data";
import { JOINT_TYPES, JOINTS } from "@/document/joints";
import { addBody, addFrame, addJoint, addParameter, type Position, usualTarget } from "@/document/operations/add";
import { addDriver, addForce, addProbes, addSpring } from "@/document/operations/drives";
import { CLOSURES, type Closure } from "@/document/operations/graph";
import { addCoupling, addGear, addLoop, addTendon } from "@/document/operations/links";
import type { Outcome } from "@/document/operations/outcome";

export interface Item {
  id: string;
  title: string;
  group: string;
  symbol: string;
  /** One sentence. */
  tip: string;
  add(data: JsonMap, targets: readonly string[], position: Position | null): Outcome;
}

/** The palette's groups, in order. */
export const GROUPS = ["Bodies and frames", "Joints", "Loops and couplings", "Forces and drives", "Probes"] as const;

const last = (targets: readonly string[]): string | null => targets.at(-1) ?? null;

const CLOSURE_TIPS: Record<Closure, string> = {
  point: "Closes a loop by a ball joint: two points stay together.",
  pin: "Closes a loop by a hinge: the z axes of two frames stay one line.",
  universal: "Closes a loop by a universal joint.",
  cylinder: "Closes a loop by a cylindrical joint: free along and about z.",
  slider: "Closes a loop by a prismatic joint: free along z of the first frame.",
  weld: "Closes a loop rigidly: two frames are one.",
};

const CLOSURE_TITLES: Record<Closure, string> = { point: "point", pin: "pin", universal: "universal closure", cylinder: "cylinder", slider: "slider", weld: "weld" };

const joints = JOINT_TYPES.map((type): Item => ({ id: type, title: type, group: "Joints", symbol: type, tip: JOINTS[type].tip, add: (d, t, p) => addJoint(d, type, last(t), p) }));

const closures = CLOSURES.map(
  (kind): Item => ({ id: `close-${kind}`, title: CLOSURE_TITLES[kind], group: "Loops and couplings", symbol: kind, tip: CLOSURE_TIPS[kind], add: (d, t, p) => addLoop(d, kind, t, p) }),
);

/** All items. */
export const ITEMS: readonly Item[] = [
  { id: "body", title: "body", group: "Bodies and frames", symbol: "body", tip: "A rigid body with mass, centre of mass and inertia.", add: (d, t, p) => addBody(d, last(t), p) },
  { id: "frame", title: "frame", group: "Bodies and frames", symbol: "frame", tip: "A named place on a body: a tool, a sensor, a foot.", add: (d, t, p) => addFrame(d, last(t), p) },
  { id: "parameter", title: "parameter", group: "Bodies and frames", symbol: "parameter", tip: "A named number that formulas use and sliders change.", add: (d) => addParameter(d) },
  ...joints,
  ...closures,
  { id: "gear", title: "gear", group: "Loops and couplings", symbol: "gear", tip: "Two joints turn together in a ratio.", add: (d, t, p) => addGear(d, "gear", t, p) },
  { id: "rack", title: "rack and pinion", group: "Loops and couplings", symbol: "rack", tip: "A joint that slides as another one turns.", add: (d, t, p) => addGear(d, "rack", t, p) },
  { id: "coupling", title: "coupling", group: "Loops and couplings", symbol: "coupling", tip: "A joint follows others by a formula.", add: addCoupling },
  { id: "tendon", title: "tendon", group: "Loops and couplings", symbol: "tendon", tip: "A spring and damper along a sum of joint coordinates.", add: addTendon },
  { id: "spring", title: "spring", group: "Forces and drives", symbol: "spring", tip: "A spring in a joint, or between two.", add: (d, t) => addSpring(d, "spring", t) },
  { id: "damper", title: "damper", group: "Forces and drives", symbol: "damper", tip: "A damper in a joint, or between two.", add: (d, t) => addSpring(d, "damper", t) },
  { id: "force", title: "force", group: "Forces and drives", symbol: "force", tip: "An external force and moment at a body or frame.", add: (d, t) => addForce(d, t) },
  { id: "motion", title: "motion driver", group: "Forces and drives", symbol: "motion", tip: "A joint follows a given motion.", add: (d, t) => addDriver(d, "motion", t) },
  { id: "torque", title: "joint force", group: "Forces and drives", symbol: "formula", tip: "A torque or force in a joint by a formula of time and state.", add: (d, t) => addDriver(d, "formula", t) },
  { id: "pd", title: "PD controller", group: "Forces and drives", symbol: "pd", tip: "Drives a joint to a target like a spring and damper.", add: (d, t) => addDriver(d, "pd", t) },
  { id: "probe", title: "probe", group: "Probes", symbol: "probe", tip: "Plots of a joint (four), a frame (two), a closure (one), or of the energies.", add: (d, t) => addProbes(d, t) },
];

/** Add an item: to the parts given, or to what is selected. */
export function addItem(id: string, data: JsonMap, selection: readonly string[], position: Position | null = null): Outcome {
  const item = ITEMS.find((x) => x.id === id);
  if (!item) return { refused: `there is no ${id} in the palette` };
  const usual = usualTarget(data, selection);
  const targets = position !== null || selection.length > 1 ? selection : usual === null ? [] : [usual];
  return item.add(data, targets, position);
}
