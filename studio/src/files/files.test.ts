import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { unzip } from "./archive";
import { findFile, lackedBy, safePath, stemOf, suffixOf } from "./paths";
import { carriesDocument, packed, unpacked } from "./share";

describe("paths", () => {
  test("the longest common end finds a file", () => {
    const names = ["drop/meshes/visual/a.stl", "drop/meshes/collision/a.stl", "drop/b.stl"];
    expect(findFile("my_robot/meshes/collision/A.STL", names)).toBe("drop/meshes/collision/a.stl");
    expect(findFile("drop/b.stl", names)).toBe("drop/b.stl");
    expect(findFile("c.stl", names)).toBeNull();
  });
  test("what an older document lacked is not told of the new one", () => {
    const data = { studio: { shapes: { hand: [{ solid: "mesh", file: "panda/assets/hand.obj" }] } } };
    expect(lackedBy(data, ["old/visual/link0.dae", "panda/assets/hand.obj"])).toEqual(["panda/assets/hand.obj"]);
    expect(lackedBy({}, ["old/visual/link0.dae"])).toEqual([]);
  });
  test("nothing leads out", () => {
    expect(["a/./b.stl", "a\\b.stl", "../a", "/a", "C:/a", "", "a/../../b"].map(safePath)).toEqual(["a/b.stl", "a/b.stl", null, null, null, null, null]);
    expect([suffixOf("a.b/C.STL"), suffixOf("a"), stemOf("x/a.b.yaml")]).toEqual([".stl", "", "a.b"]);
  });
});

/** A zip whose one stored file stands in its list under many names, each of which says that it unpacks to nothing. */
function repeated(times: number): Uint8Array {
  const made = zipSync({ "000": [new Uint8Array(600_000), { level: 0 }] });
  const end = made.length - 22;
  const list = new DataView(made.buffer).getUint32(end + 16, true);
  const entries = Array.from({ length: times }, (_, k) => {
    const entry = made.slice(list, end);
    new DataView(entry.buffer).setUint32(24, 0, true);
    entry.set(strToU8(String(k).padStart(3, "0")), 46);
    return [...entry];
  }).flat();
  const tail = made.slice(end);
  [8, 10].forEach((place) => new DataView(tail.buffer).setUint16(place, times, true));
  return Uint8Array.from([...made.slice(0, list), ...entries, ...tail]);
}

describe("zips", () => {
  test("are unpacked", async () => {
    const found = await unzip(zipSync({ "r/arm.urdf": strToU8("<robot/>"), "r/m/a.stl": new Uint8Array(9) }), "r.zip");
    expect([...found.keys()]).toEqual(["r/arm.urdf", "r/m/a.stl"]);
  });
  test.each<[string, Uint8Array, RegExp]>([
    ["a bomb", zipSync({ a: new Uint8Array(80_000_000) }), /unpacks to too much/],
    ["one file under many names", repeated(300), /unpacks to too much/],
    ["a way out", zipSync({ "../a": new Uint8Array(1) }), /leads out/],
    ["nothing", zipSync({}), /empty/],
    ["no zip", strToU8("PK no"), /cannot be unpacked/],
  ])("%s is told", async (_, data, said) => expect(unzip(data, "x.zip")).rejects.toThrow(said));
});

describe("share links", () => {
  test("carry the document there and back", async () => {
    const text = "# an ö\nlinkwright: 1\njoints: {}\n".repeat(50);
    const fragment = await packed(text, "my robot.yaml");
    expect(fragment).toMatch(/^doc=[\w-]+$/);
    expect(fragment.length).toBeLessThan(text.length / 4);
    expect(await unpacked(`#${fragment}`)).toEqual({ text, name: "my robot.yaml" });
    expect([carriesDocument(`#${fragment}`), carriesDocument("#token=x")]).toEqual([true, false]);
    expect(await unpacked("#token=x")).toBeNull();
  });
  test("a damaged one is told", async () => {
    const fragment = await packed("linkwright: 1\n", "a");
    await expect(unpacked(`#${fragment.slice(0, -6)}`)).rejects.toThrow(/damaged/);
    await expect(unpacked("#doc=!!!")).rejects.toThrow(/damaged/);
  });
});
