import { expect, test } from "vitest";
import { apply, at, hashOf, inverse, type JsonMap, mapAt } from "../data";
import { read } from "../text";
import { JOINT_TYPES } from "../joints";
import { addBody, addFrame, addJoint, addParameter } from "./add";
import { attach, connect, detach, moveEnd, targetsFor } from "./connect";
import { composed } from "./compose";
import { addDriver, addForce, addProbes, addSpring } from "./drives";
import { copied, duplicate, pasted } from "./fragment";
import { graphOf } from "./graph";
import { fold, group, groupsOf, ungroup } from "./groups";
import { addCoupling, addGear, addLoop, addTendon } from "./links";
import { isRefused, type Outcome } from "./outcome";
import { hangingBelow, remove, removeAndReparent } from "./remove";
import { rename } from "./rename";

const EMPTY: JsonMap = { linkwright: 1, name: "untitled", parameters: {}, joints: {}, bodies: {} };

function of(text: string): JsonMap {
  const found = read(text);
  if (!found.ok) throw new Error(found.errors[0]?.what);
  return found.data;
}

/** The document after an operation; its patches lead there and back to the same hash. */
function done(data: JsonMap, outcome: Outcome): JsonMap {
  if (isRefused(outcome)) throw new Error(outcome.refused);
  const after = apply(data, outcome.patches);
  expect(hashOf(apply(after, inverse(outcome.patches)))).toBe(hashOf(data));
  return after;
}
const refused = (outcome: Outcome): string => (isRefused(outcome) ? outcome.refused : "");

const ARM = of(`linkwright: 1
parameters: {L1: 1, L2: 0.5, m: 2, unused: 3}
joints:
  shoulder: {type: revolute, child: upper, spring: 3}
  elbow: {type: revolute, parent: upper, child: lower, xyz: [0, L1, 0]}
  wrist: {type: revolute, parent: lower, child: hand, xyz: [0, 0.2, L2], mimic: {joint: elbow, multiplier: -1}}
  slide: {type: prismatic, child: box}
bodies:
  upper: {mass: m}
  lower: {mass: 1, com: [0, L2/2, 0]}
  hand: {mass: 1}
  box: {mass: 1}
frames:
  tip: {body: hand, xyz: [0, 0, 1]}
wrenches: [tip, lower]
couplings: {slide: 2*elbow + L1}
gears: {drive: {joints: [shoulder, elbow], ratio: 2}}
tendons: {cord: {joints: {shoulder: 1, elbow: -1}, spring: 3}}
close: {knot: {kind: point, first: tip, second: {body: lower, xyz: [0, 0, 1]}}}
actuated: [shoulder, elbow]
start: {elbow: 30 deg}
alike: [[upper, lower]]
studio:
  positions: {joints/elbow: [1, 2], bodies/lower: [3, 4]}
  shapes: {lower: [{solid: sphere, radius: 0.1}]}
  mass_from: {lower: solid}
  probes: [{of: joints/elbow, what: speed}, {of: energy, what: balance}]
  start: {q: {elbow: 1, ball.x: 2}}
  run: {inputs: {elbow: {kind: formula, force: t}}}
  groups: {arm: {members: [joints/elbow, bodies/lower], collapsed: false}}
  camera: {follow: lower}
`);

test("a chain is built step by step; what is not connected stays beside the robot", () => {
  let data = done(EMPTY, addJoint(EMPTY, "revolute", "world"));
  expect(data.joints).toEqual({});
  data = done(data, addBody(data, "studio/loose/joints/joint1"));
  expect(data.joints).toEqual({ joint1: { type: "revolute", parent: "world", axis: [0, 0, 1], child: "body1" } });
  expect(data.bodies).toEqual({ body1: { mass: 1, com: [0, 0.5, 0] } });
  expect(data.studio).toBeUndefined();
  data = done(data, addBody(data, null, [300, 40]));
  data = done(data, addJoint(data, "spherical", null, [200, 40]));
  data = done(data, connect(data, "studio/loose/joints/joint2", "studio/loose/bodies/body2"));
  expect(Object.keys(mapAt(data, ["joints"]))).toEqual(["joint1"]);
  data = done(data, connect(data, "bodies/body1", "studio/loose/joints/joint2"));
  expect(at(data, ["joints", "joint2"])).toMatchObject({ parent: "body1", child: "body2" });
  expect(at(data, ["studio"])).toEqual({ positions: { "bodies/body2": [300, 40], "joints/joint2": [200, 40] } });
});

test("a chain goes on where its last link ends", () => {
  let data = EMPTY;
  for (const target of ["world", "bodies/body1"]) {
    const joint = done(data, addJoint(data, "revolute", target));
    data = done(joint, addBody(joint, `studio/loose/joints/joint${target === "world" ? 1 : 2}`));
  }
  expect(at(data, ["joints", "joint2", "xyz"])).toEqual([0, 1, 0]);
  expect(at(done(ARM, addJoint(ARM, "revolute", "bodies/upper")), ["studio", "loose", "joints", "joint1", "xyz"])).toBeUndefined(); // its centre is a formula
});

test("all types of joints can be added", () => {
  for (const type of JOINT_TYPES) {
    const joint = done(EMPTY, addJoint(EMPTY, type, "world"));
    const data = done(joint, addBody(joint, "studio/loose/joints/joint1"));
    expect(at(data, ["joints", "joint1", "type"])).toBe(type);
  }
});

test("a joint cannot hang on what it moves, a body hangs on one joint, the world on none", () => {
  expect(refused(attach(ARM, "joints/shoulder", "bodies/hand", "parent"))).toContain("hangs on upper itself");
  expect(refused(connect(ARM, "joints/slide", "bodies/hand"))).toContain("hangs on joint wrist already");
  expect(refused(attach(ARM, "joints/slide", "world", "child"))).toContain("world");
  const moved = done(ARM, attach(ARM, "joints/wrist", "bodies/box", "parent"));
  expect(at(moved, ["joints", "wrist", "parent"])).toBe("box");
  expect(targetsFor(ARM, "joints/wrist")).toContain("bodies/upper");
  expect(targetsFor(ARM, "joints/wrist")).not.toContain("bodies/hand");
});

test("a joint that is taken off leaves a whole robot, and comes back as it was", () => {
  const off = done(ARM, detach(ARM, "joints/elbow", "parent"));
  expect(Object.keys(mapAt(off, ["joints"]))).toEqual(["shoulder", "slide"]);
  expect(Object.keys(mapAt(off, ["bodies"]))).toEqual(["upper", "box"]);
  for (const key of ["frames", "wrenches", "couplings", "gears", "tendons", "close", "start", "alike"]) expect(off[key]).toBeUndefined();
  expect(off.actuated).toEqual(["shoulder"]);
  const again = done(off, connect(off, "bodies/upper", "studio/loose/joints/elbow"));
  for (const key of ["joints", "frames", "couplings", "gears", "tendons", "close"]) expect(new Set(Object.keys(mapAt(again, [key])))).toEqual(new Set(Object.keys(mapAt(ARM, [key]))));
  expect(at(again, ["couplings", "slide"])).toBe("2*elbow + L1");
  expect(at(again, ["studio", "loose"])).toBeUndefined();
});

test("a name changes everywhere it stands", () => {
  const joint = JSON.stringify(done(ARM, rename(ARM, "joints/elbow", "knee")));
  expect(joint).not.toContain("elbow");
  expect(joint).toContain("2*knee + L1");
  const data = done(ARM, rename(ARM, "bodies/lower", "shin"));
  expect(JSON.stringify(data)).not.toContain("lower");
  expect(Object.keys(mapAt(data, ["bodies"]))).toEqual(["upper", "shin", "hand", "box"]);
  expect(JSON.stringify(done(ARM, rename(ARM, "frames/tip", "tool")))).not.toContain('"tip"');
  expect(refused(rename(ARM, "bodies/lower", "hand"))).toContain("already");
  expect(refused(rename(ARM, "joints/elbow", "L1"))).toContain("already");
  expect(refused(rename(ARM, "world", "earth"))).toContain("world");
});

test("a body in the middle goes with all below it, or leaves them to the body before", () => {
  expect(hangingBelow(ARM, "bodies/lower")).toEqual({ body: "lower", below: 1, parent: "upper" });
  const less = done(ARM, remove(ARM, ["bodies/lower"]));
  expect(Object.keys(mapAt(less, ["joints"]))).toEqual(["shoulder", "slide"]);
  expect(JSON.stringify(less)).not.toMatch(/elbow|lower|wrist|hand|tip/);
  const kept = done(ARM, removeAndReparent(ARM, "bodies/lower"));
  expect(at(kept, ["joints", "wrist"])).toEqual({ type: "revolute", parent: "upper", child: "hand", xyz: [0, "L1 + 0.2", "L2"] });
  expect(at(kept, ["frames", "tip", "body"])).toBe("hand");
  expect(refused(remove(ARM, ["world"]))).toContain("stays");
});

test("a joint that is deleted leaves its bodies beside the robot", () => {
  const data = done(ARM, remove(ARM, ["joints/wrist"]));
  expect(graphOf(data).bodies.find((b) => b.name === "hand")?.loose).toBe(true);
  expect(at(data, ["studio", "loose", "frames", "tip"])).toBeDefined();
  expect(at(data, ["joints", "wrist"])).toBeUndefined();
});

test("placements are composed: sums of texts, turned numbers, or kept as typed", () => {
  expect(composed({ xyz: ["a", 1, 0] }, { xyz: ["b", 2, 0] })).toEqual({ entry: { xyz: ["a + b", 3, 0] }, exact: true });
  const turned = composed({ xyz: [1, 0, 0], rpy: [0, 0, "90 deg"] }, { xyz: [1, 0, 0], rpy: [0.3, 0, 0] });
  expect(turned.exact).toBe(true);
  expect(turned.entry.xyz).toEqual([1, 1, 0]);
  expect((turned.entry.rpy as number[])[0]).toBeCloseTo(0.3, 12);
  expect((turned.entry.rpy as number[])[2]).toBeCloseTo(Math.PI / 2, 12);
  expect(composed({ rpy: [0, 0, "beta"] }, { xyz: [1, 0, 0] }).exact).toBe(false);
});

test("a duplicate has fresh names and its own frames, springs and shapes", () => {
  const data = done(ARM, duplicate(ARM, ["bodies/lower"]));
  expect(at(data, ["joints", "elbow1"])).toMatchObject({ parent: "upper", child: "lower1", xyz: [0, "L1", 0] });
  expect(at(data, ["joints", "wrist1", "mimic", "joint"])).toBe("elbow1");
  expect(at(data, ["frames", "tip1", "body"])).toBe("hand1");
  expect(at(data, ["studio", "shapes", "lower1"])).toEqual([{ solid: "sphere", radius: 0.1 }]);
  const first = done(ARM, duplicate(ARM, ["joints/shoulder"]));
  expect(at(first, ["joints", "shoulder1"])).toMatchObject({ parent: "world", spring: 3 });
  expect(at(first, ["gears", "drive1", "joints"])).toEqual(["shoulder1", "elbow1"]);
  expect(refused(duplicate(ARM, ["world"]))).toContain("select");
});

test("parts go from one document to another with the parameters they need", () => {
  const found = copied(ARM, ["bodies/lower"])!;
  const data = done(EMPTY, pasted(EMPTY, found.text, "world"));
  expect(data.parameters).toEqual({ L1: 1, L2: 0.5 });
  expect(at(data, ["joints", "elbow1"])).toMatchObject({ parent: "world", child: "lower1" });
  expect(at(data, ["joints", "wrist1", "parent"])).toBe("lower1");
  expect(refused(pasted(EMPTY, "hello", null))).toContain("clipboard");
  expect(refused(pasted(EMPTY, '{"linkwright-parts": 2}', null))).toContain("clipboard");
});

test("groups are made, folded and dissolved, and change nothing else", () => {
  const data = done(ARM, group(ARM, ["bodies/hand", "joints/wrist"]));
  const folded = done(data, fold(data, "group1"));
  expect(groupsOf(folded).find((g) => g.name === "group1")).toMatchObject({ collapsed: true, members: ["bodies/hand", "joints/wrist"] });
  const back = done(folded, ungroup(folded, ["bodies/hand"]));
  expect(hashOf(back)).toBe(hashOf(ARM));
});

test("closures, gears, couplings and tendons wait for their ends", () => {
  let data = done(ARM, addLoop(ARM, "pin", []));
  expect(at(data, ["studio", "loose", "close", "loop1"])).toEqual({ kind: "pin" });
  data = done(data, connect(data, "studio/loose/close/loop1", "bodies/hand"));
  data = done(data, connect(data, "world", "studio/loose/close/loop1"));
  expect(at(data, ["close", "loop1"])).toEqual({ kind: "pin", first: { body: "hand", xyz: [0, 0, 0] }, second: { body: "world", xyz: [0, 0, 0] } });
  data = done(data, moveEnd(data, "close/loop1", "hand", "frames/tip"));
  expect(at(data, ["close", "loop1", "first"])).toBe("tip");
  expect(at(done(ARM, addLoop(ARM, "weld", ["frames/tip", "bodies/box"])), ["close", "loop1"])).toMatchObject({ first: "tip" });
  const geared = done(ARM, addGear(ARM, "rack", ["joints/shoulder", "joints/slide"]));
  expect(at(geared, ["gears", "rack1"])).toEqual({ joints: ["shoulder", "slide"], radius: 0.1 });
  const coupled = done(ARM, addCoupling(ARM, ["joints/shoulder", "joints/wrist"]));
  expect(at(coupled, ["couplings", "wrist"])).toBe("shoulder");
  const tied = done(ARM, addTendon(ARM, ["joints/shoulder", "joints/elbow"]));
  expect(at(tied, ["tendons", "tendon1", "joints"])).toEqual({ shoulder: 1, elbow: -1 });
});

test("springs, drives, forces, probes, frames and parameters", () => {
  expect(at(done(ARM, addSpring(ARM, "damper", ["joints/shoulder"])), ["joints", "shoulder", "damper"])).toBe(0.5);
  expect(refused(addSpring(ARM, "spring", ["joints/shoulder"]))).toContain("already");
  expect(refused(addSpring(ARM, "spring", ["bodies/hand"]))).toContain("joint");
  expect(at(done(ARM, addDriver(ARM, "motion", ["joints/slide"])), ["studio", "run", "inputs", "slide", "kind"])).toBe("motion");
  expect(done(ARM, addForce(ARM, ["bodies/hand"])).wrenches).toEqual(["tip", "lower", "hand"]);
  const probed = done(ARM, addProbes(ARM, ["joints/elbow", "joints/slide"]));
  expect((at(probed, ["studio", "probes"]) as unknown[]).length).toBe(9);
  expect(refused(addProbes(ARM, []))).toContain("already");
  expect(at(done(ARM, addFrame(ARM, "joints/wrist")), ["frames", "frame1", "body"])).toBe("hand");
  expect(at(done(ARM, addParameter(ARM)), ["parameters", "p1"])).toBe(1);
});

test("parts that a table makes are not edited here, and joints may hang on them", () => {
  const data: JsonMap = { linkwright: 1, dh: { rows: [] }, studio: { loose: { joints: { grip: { type: "prismatic", parent: "link6" } } } } };
  expect(refused(remove(data, ["bodies/link6"]))).toContain("table");
  expect(refused(rename(data, "bodies/link6", "hand"))).toContain("table");
  const made = done(data, addBody(data, "studio/loose/joints/grip"));
  expect(at(made, ["joints", "grip"])).toMatchObject({ parent: "link6", child: "body1" });
});
