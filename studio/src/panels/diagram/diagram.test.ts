import { expect, test } from "vitest";
import type { Report } from "@/backend/protocol";
import type { JsonMap } from "@/document/data";
import { graphOf } from "@/document/operations/graph";
import { elementsOf } from "./elements";
import { placesOf, sizeOf, treeLayout } from "./layout";
import { childrenOf, parentOf, rootsOf, step } from "./walk";

const ARM: JsonMap = {
  linkwright: 1,
  joints: {
    shoulder: { type: "revolute", child: "upper", spring: 3 },
    elbow: { type: "revolute", parent: "upper", child: "lower" },
    finger: { type: "prismatic", parent: "upper", child: "nail" },
    slide: { type: "prismatic", child: "box" },
  },
  bodies: { upper: { mass: "m" }, lower: {}, nail: {}, box: {} },
  frames: { tip: { body: "lower" } },
  close: { knot: { kind: "point", first: "tip", second: { body: "box" } } },
  studio: { loose: { joints: { joint1: { type: "universal" } } } },
};
const shown = (data: JsonMap, more = {}) => elementsOf({ data, messages: null, lit: [], report: null, ...more });

test("no two parts of the tree overlap, and children are right of their parents", () => {
  const graph = graphOf(ARM);
  const places = treeLayout(graph);
  const { nodes } = shown(ARM);
  for (const a of nodes) {
    for (const b of nodes) {
      if (a === b) continue;
      const apart = Math.abs(a.position.x - b.position.x) >= Math.min(a.width!, b.width!) || Math.abs(a.position.y - b.position.y) >= Math.min(a.height!, b.height!);
      expect(apart, `${a.id} and ${b.id}`).toBe(true);
    }
  }
  for (const j of graph.joints) {
    if (j.child === null) continue;
    expect(places.get(j.part)!.x).toBeGreaterThan(places.get(j.parent === "world" ? "world" : `bodies/${j.parent}`)!.x + sizeOf("body", j.parent!)[0] - 1);
    expect(places.get(`bodies/${j.child}`)!.x).toBeGreaterThan(places.get(j.part)!.x + 44);
  }
});

test("a long chain goes on in the next line, and nothing overlaps", () => {
  const names = Array.from({ length: 9 }, (_, k) => `panda_link${k}`);
  const joints = Object.fromEntries(names.map((child, k) => [`joint${k}`, { type: "revolute", child, ...(k > 0 ? { parent: names[k - 1]! } : {}) }]));
  const fingers = { left: { type: "prismatic", parent: "panda_link8", child: "l" }, right: { type: "prismatic", parent: "panda_link8", child: "r" } };
  const data: JsonMap = { linkwright: 1, joints: { ...joints, ...fingers }, bodies: Object.fromEntries([...names, "l", "r"].map((n) => [n, {}])) };
  const { nodes } = shown(data);
  const boxes = nodes.map((n) => ({ id: n.id, x: n.position.x, y: n.position.y, w: n.width!, h: n.height! }));
  const [width, height] = [Math.max(...boxes.map((b) => b.x + b.w)), Math.max(...boxes.map((b) => b.y + b.h))];
  expect(width / height).toBeLessThan(2.5);
  expect(width / height).toBeGreaterThan(0.5);
  for (const a of boxes) for (const b of boxes) if (a !== b) expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y, `${a.id} and ${b.id}`).toBe(true);
});

test("what has no place follows its neighbour that has one", () => {
  const moved: JsonMap = { ...ARM, studio: { positions: { "bodies/upper": [1000, 500] } } };
  const places = placesOf(moved, graphOf(moved));
  const tree = treeLayout(graphOf(moved));
  expect(places.get("bodies/upper")).toEqual({ x: 1000, y: 500 });
  expect(places.get("joints/elbow")!.x - 1000).toBe(tree.get("joints/elbow")!.x - tree.get("bodies/upper")!.x);
});

test("arrow keys walk the tree", () => {
  const graph = graphOf(ARM);
  expect(step(graph, undefined, "next")).toBe("world");
  expect(step(graph, "world", "child")).toBe("joints/shoulder");
  expect(step(graph, "joints/shoulder", "next")).toBe("joints/slide");
  expect(step(graph, "joints/elbow", "next")).toBe("joints/finger");
  expect(step(graph, "joints/finger", "next")).toBe("joints/finger");
  expect(parentOf(graph, "frames/tip")).toBe("bodies/lower");
  expect(childrenOf(graph, "bodies/upper")).toEqual(["joints/elbow", "joints/finger"]);
  expect(rootsOf(graph)).toEqual(["world", "studio/loose/joints/joint1", "close/knot"]);
});

test("nodes have names for screen readers, badges, errors and light", () => {
  const messages = [{ severity: "error", code: "", what: "no such body", hint: "", line: 1, path: ["joints", "elbow", "parent"] }];
  const { nodes, edges } = shown(ARM, { messages, lit: ["m"] });
  const of = (id: string) => nodes.find((n) => n.id === id)!;
  expect(of("joints/elbow").data.label).toBe("joint elbow, revolute, between upper and lower, error: no such body");
  expect(of("joints/shoulder").data.badges.map((b) => b.title)).toEqual(["spring 3"]);
  expect(of("bodies/upper").data.lit).toBe(true);
  expect(of("bodies/lower").data.lit).toBe(false);
  expect(of("studio/loose/joints/joint1").data.loose).toBe(true);
  expect(edges.filter((e) => e.target === "close/knot").map((e) => e.source)).toEqual(["frames/tip", "bodies/box"]);
});

test("a folded group stands for its parts", () => {
  const data: JsonMap = { ...ARM, studio: { groups: { g: { members: ["bodies/lower", "frames/tip"], collapsed: true } } } };
  const { nodes, edges } = shown(data);
  expect(nodes.some((n) => n.id === "bodies/lower")).toBe(false);
  expect(edges.find((e) => e.id === "joints/elbow|child")!.target).toBe("studio/groups/g");
  expect(edges.some((e) => e.id === "frames/tip|body")).toBe(false);
});

test("joints and loops of tables are shown from the report", () => {
  const joint = (name: string, parent: string, child: string) => ({ name, type: "revolute", parent, child });
  const report = { tree: { joints: [joint("j1", "world", "a"), joint("j2", "a", "b"), joint("j3", "world", "c")] }, loops: [{ name: "leg", kind: "point", joints: ["j1", "j2", "j3"], meet: "world" }] } as unknown as Report;
  const { nodes, edges } = shown({ linkwright: 1, dh: {} }, { report });
  expect(nodes.filter((n) => n.data.derived).map((n) => n.id)).toEqual(["bodies/a", "bodies/b", "bodies/c", "joints/j1", "joints/j2", "joints/j3", "close/leg"]);
  expect(edges.filter((e) => e.target === "close/leg").map((e) => e.source)).toEqual(["bodies/b", "bodies/c"]);
  expect(shown({ linkwright: 1 }, { report }).nodes.length).toBe(1);
});
