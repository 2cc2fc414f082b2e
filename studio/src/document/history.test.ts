import { expect, test } from "vitest";
import { apply, at, cut, hashOf, inverse, type JsonMap, put } from "./data";
import { edit, opened, redo, undo } from "./history";
import { lineOf, pathAtLine, read, write } from "./text";

const TEXT = `linkwright: 1
name: pendulum # of a clock
gravity: [0, g, 0]
parameters: {L: 1, g: 9.8} # SI
joints:
  # the only one
  pivot: {type: revolute, axis: [0, 0, 1], parent: world, child: rod, damper: 0.10}
bodies:
  rod: {mass: 1, com: [0, L/2, 0]}
`;

function document() {
  const found = read(TEXT);
  if (!found.ok) throw new Error("no document");
  return opened(found.data, TEXT);
}

test("patches and their inverses return to the same data, order included", () => {
  const { data } = document();
  const patches = [put(data, ["joints", "pivot", "spring"], 5), put(data, ["name"], undefined), put(data, ["bodies", "rod", "com", 1], "L")];
  const after = apply(data, patches);
  expect(at(after, ["bodies", "rod", "com", 1])).toBe("L");
  expect(Object.keys(after)).not.toContain("name");
  expect(hashOf(apply(after, inverse(patches)))).toBe(hashOf(data));
});

test("what is taken out of a list comes back to its place", () => {
  const { data } = document();
  for (const k of [0, 1, 2]) {
    const patches = [put(data, ["gravity", k], undefined)];
    const after = apply(data, patches);
    expect(at(after, ["gravity"])).toHaveLength(2);
    expect(apply(after, inverse(patches))).toEqual(data);
  }
  const more = [put(data, ["gravity", 3], 7)];
  expect(at(apply(data, more), ["gravity"])).toEqual([0, "g", 0, 7]);
  expect(apply(apply(data, more), inverse(more))).toEqual(data);
});

test("twenty random edits are undone and redone to the same hash and text", () => {
  let now = document();
  const hashes = [now.hash];
  for (let k = 0; k < 20; k++) {
    const path = [["parameters", `p${k}`], ["joints", "pivot", "damper"], ["bodies", "rod", "mass"], ["name"]][k % 4]!;
    now = edit(now, `edit ${k}`, [put(now.data, path, k % 8 === 7 ? undefined : k)]);
    hashes.push(now.hash);
  }
  for (let k = 0; k < 20; k++) now = undo(now);
  expect(now.hash).toBe(hashes[0]);
  expect(now.text).toBe(TEXT);
  for (let k = 0; k < 20; k++) now = redo(now);
  expect(now.hash).toBe(hashes[20]);
});

test("text keeps comments and spelling where the data stayed", () => {
  const { data } = document();
  const made = write(apply(data, [put(data, ["parameters", "L"], 2), put(data, ["frames"], { tip: { body: "rod", xyz: [0, "L", 0] } })]), TEXT);
  expect(made).toContain("# of a clock");
  expect(made).toContain("# the only one");
  expect(made).toContain("damper: 0.10");
  expect(made).toContain("{L: 2, g: 9.8} # SI");
  expect(made).toContain("  tip: {body: rod, xyz: [0, L, 0]}");
  const again = read(made);
  expect(again.ok && at(again.data, ["parameters", "L"])).toBe(2);
});

test("lines and parts of the document find each other", () => {
  expect(lineOf(TEXT, ["joints", "pivot"])).toBe(7);
  expect(pathAtLine(TEXT, 7).slice(0, 2)).toEqual(["joints", "pivot"]);
  expect(pathAtLine(TEXT, 9).slice(0, 2)).toEqual(["bodies", "rod"]);
});

test("what is no document says the line", () => {
  expect(read("a: [1, 2")).toMatchObject({ ok: false });
  expect(read("- 1\n- 2")).toMatchObject({ ok: false });
  const levels = Array.from("bcdefghi", (name, k) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[k]}`).join(",")}]`);
  const bomb = ["a: &a [1,1,1,1,1,1,1,1,1]", ...levels].join("\n"); // 9 to the 9th
  expect(read(bomb)).toMatchObject({ ok: false });
  const merged = edit(edit(document(), "mass", [put({} as JsonMap, ["x"], 1)], { merge: true }), "mass", [{ path: ["x"], before: 1, after: 2 }], { merge: true });
  expect(merged.past.length).toBe(1);
  expect(undo(merged).hash).toBe(document().hash);
});

test("what had to be made for a value goes with it", () => {
  const { data } = document();
  const patches = [put(data, ["studio", "start", "q", "pivot"], "60 deg")];
  const after = apply(data, patches);
  expect(at(after, ["studio", "start", "q", "pivot"])).toBe("60 deg");
  expect(hashOf(apply(after, inverse(patches)))).toBe(hashOf(data));
  expect(hashOf(apply(after, [cut(after, ["studio", "start", "q", "pivot"], 0)]))).toBe(hashOf(data));
});

test("a section that was empty is written as people write robots", () => {
  const made = write({ linkwright: 1, joints: { a: { type: "revolute", child: "b" }, c: { type: "fixed", parent: "b", child: "d" } } }, "linkwright: 1\njoints: {}\n");
  expect(made).toBe("linkwright: 1\njoints:\n  a: {type: revolute, child: b}\n  c: {type: fixed, parent: b, child: d}\n");
});
