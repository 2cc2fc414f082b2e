/** Thousands of random operations: what is in the robot is always a whole tree, every name it mentions is there, and all can be undone. */
import { expect, test } from "vitest";
import { apply, hashOf, inverse, isMap, type Json, type JsonMap, mapAt, type Patch } from "../data";
import { JOINT_TYPES } from "../joints";
import { addBody, addFrame, addJoint } from "./add";
import { attach, connect, detach, moveEnd } from "./connect";
import { addDriver, addForce, addProbes, addSpring } from "./drives";
import { copied, duplicate, pasted } from "./fragment";
import { CLOSURES, endOf, graphOf } from "./graph";
import { group, ungroup } from "./groups";
import { addCoupling, addGear, addLoop, addTendon } from "./links";
import { isRefused, type Outcome } from "./outcome";
import { remove, removeAndReparent } from "./remove";
import { rename } from "./rename";

/** Numbers from a seed, the same on every machine (mulberry32). */
function dice(seed: number): (n: number) => number {
  let a = seed;
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

function act(data: JsonMap, roll: (n: number) => number): Outcome {
  const graph = graphOf(data);
  const all = ["world", ...[...graph.bodies, ...graph.joints, ...graph.frames, ...graph.links].map((n) => n.part)];
  const part = () => all[roll(all.length)]!;
  const joint = () => graph.joints[roll(graph.joints.length)]?.part ?? "world";
  const acts: (() => Outcome)[] = [
    () => addJoint(data, JOINT_TYPES[roll(JOINT_TYPES.length)]!, roll(4) ? part() : null),
    () => addBody(data, roll(4) ? joint() : null, roll(2) ? [roll(500), roll(500)] : null),
    ...[1, 2, 3].map(() => () => addBody(data, joint())),
    ...[1, 2, 3].map(() => () => addJoint(data, "revolute", roll(2) ? "world" : part())),
    () => addFrame(data, part()),
    () => connect(data, part(), part()),
    () => connect(data, part(), part()),
    () => attach(data, joint(), part(), roll(2) ? "parent" : "child"),
    () => detach(data, joint(), roll(2) ? "parent" : "child"),
    () => remove(data, [part()]),
    () => removeAndReparent(data, part()),
    () => rename(data, part(), `name${roll(1000)}`),
    () => duplicate(data, [part()]),
    () => pasted(data, copied(data, [part()])?.text ?? "", roll(2) ? part() : null),
    () => group(data, [part(), part()]),
    () => ungroup(data, [part()]),
    () => addLoop(data, CLOSURES[roll(CLOSURES.length)]!, [part(), part()]),
    () => addGear(data, "gear", [joint(), joint()]),
    () => addCoupling(data, [joint(), joint()]),
    () => addTendon(data, [joint(), joint()]),
    () => addSpring(data, "spring", [joint()]),
    () => addDriver(data, "pd", [joint()]),
    () => addForce(data, [part()]),
    () => addProbes(data, [part()]),
    () => {
      const link = graph.links[roll(graph.links.length)];
      return link?.ends[0] !== undefined ? moveEnd(data, link.part, link.ends[0], part()) : { refused: "no link" };
    },
  ];
  return acts[roll(acts.length)]!();
}

/** What is wrong with the robot's own part of a document, found without the operations' code. */
function wrong(data: JsonMap): string[] {
  const said: string[] = [];
  const joints = mapAt(data, ["joints"]);
  const children = Object.values(joints).map((j) => String(mapAt(j, []).child));
  if (new Set(children).size !== children.length) said.push("a body hangs on two joints");
  const reached = new Set(["world"]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const j of Object.values(joints).filter(isMap)) {
      if (!reached.has(String(j.parent ?? "world")) || reached.has(String(j.child))) continue;
      reached.add(String(j.child));
      grew = true;
    }
  }
  const body = (x: Json | undefined, of: string) => void (!reached.has(String(x)) && said.push(`${of}: no body ${String(x)}`));
  const joint = (x: string, of: string) => void (!Object.hasOwn(joints, x) && said.push(`${of}: no joint ${x}`));
  const place = (x: string, of: string) => void (!reached.has(x) && !Object.hasOwn(mapAt(data, ["frames"]), x) && !Object.hasOwn(joints, x) && said.push(`${of}: no ${x}`));
  for (const [name, j] of Object.entries(joints)) for (const key of ["parent", "child"]) body(mapAt(j, [])[key] ?? "world", name);
  for (const name of Object.keys(mapAt(data, ["bodies"]))) body(name, "bodies");
  for (const [name, f] of Object.entries(mapAt(data, ["frames"]))) body(mapAt(f, []).body, name);
  for (const [name, l] of Object.entries(mapAt(data, ["close"]))) for (const end of ["first", "second"]) place(String(endOf(mapAt(l, [])[end])), name);
  for (const [name, g] of Object.entries(mapAt(data, ["gears"]))) for (const j of mapAt(g, []).joints as string[]) joint(j, name);
  for (const [name, t] of Object.entries(mapAt(data, ["tendons"]))) for (const j of Object.keys(mapAt(t, ["joints"]))) joint(j, name);
  for (const [name, c] of Object.entries(mapAt(data, ["couplings"]))) [name, ...(String(c).match(/[A-Za-z_]\w*/g) ?? [])].forEach((j) => joint(j, `coupling ${name}`));
  for (const name of Object.keys(mapAt(data, ["start"]))) joint(name, "start");
  for (const [name, j] of Object.entries(joints)) if (mapAt(j, []).mimic !== undefined) joint(String(mapAt(j, ["mimic"]).joint), name);
  for (const name of ((data.alike as string[][] | undefined) ?? []).flat()) body(name, "alike");
  for (const w of (data.wrenches as string[] | undefined) ?? []) place(w, "wrenches");
  return said;
}

const START: JsonMap = {
  linkwright: 1,
  parameters: {},
  joints: {
    one: { type: "revolute", child: "a" },
    two: { type: "prismatic", parent: "a", child: "b", xyz: [1, 0, 0] },
    three: { type: "revolute", parent: "b", child: "c", mimic: { joint: "one" } },
    four: { type: "revolute", parent: "world", child: "d" },
  },
  bodies: { a: { mass: 1 }, b: { mass: 1 }, c: { mass: 1 }, d: { mass: 1 } },
  frames: { tip: { body: "c" } },
  wrenches: ["tip"],
  alike: [["a", "d"]],
  start: { two: 1 },
};

test.each([...Array(8).keys()])("random operations %i", (seed) => {
  const roll = dice(seed);
  const first = START;
  let data = first;
  const undo: Patch[][] = [];
  let performed = 0;
  for (let k = 0; k < 250; k++) {
    const outcome = act(data, roll);
    if (isRefused(outcome)) continue;
    const after = apply(data, outcome.patches);
    expect(wrong(after), `${seed}/${k}: ${outcome.label}`).toEqual([]);
    if (Object.values(graphOf(after)).flat().length > 70) continue;
    undo.push(inverse(outcome.patches));
    data = after;
    performed++;
  }
  expect(performed).toBeGreaterThan(50);
  for (const patches of undo.reverse()) data = apply(data, patches);
  expect(hashOf(data)).toBe(hashOf(first));
});
