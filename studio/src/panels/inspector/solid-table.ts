/** The inspector's rows of a body's solids: what it looks like, and what its mass may be made from. */
import { at, cut, type Json, type JsonMap, put } from "@/document/data";
import { isFromSolids } from "@/solids/follow";
import { MATERIALS, materialOf } from "@/solids/materials";
import { FIELDS, shapesOf, type Solid, SOLIDS, solidOf, START, startOf } from "@/solids/shape";
import { type Change, type Group, nameOf, type Place, type Row } from "./row";

const is = (...solids: Solid[]) => (x: Place) => solids.includes(solidOf(x.map) ?? "mesh");
const LABELS: Readonly<Record<string, string>> = { size: "size", radii: "radii", radius: "radius", inner: "inner radius", length: "length" };

/** Keys that every solid has, and those of the same name stay; all else is as a new one begins. */
function solidAs(x: Place, solid: string): Change {
  const fresh = START[solid as Solid];
  const kept = Object.entries(x.map).filter(([key]) => ["xyz", "rpy", "material", "density", "color"].includes(key) || (key in fresh && key !== "solid"));
  return { patches: [put(x.data, x.base, { ...fresh, ...Object.fromEntries(kept) })] };
}

const sizes: Row[] = [...new Set(Object.values(FIELDS).flatMap((f) => Object.keys(f)))].map((key): Row => {
  const owners = SOLIDS.filter((s) => key in FIELDS[s]);
  const count = FIELDS[owners[0]!][key]!;
  const common = { path: [key], label: LABELS[key] ?? key, unit: "m", help: key === "length" ? "Along z of the solid's frame, centred." : "Of the solid.", when: is(...owners) };
  return count === 0 ? { kind: "scalar", ...common } : { kind: "vector", ...common, parts: ["x", "y", "z"], usual: [0.1, 0.1, 0.1] };
});

const corners = (x: Place): Json[] => (Array.isArray(x.map.outline) ? x.map.outline : []);

/** An outline with so many corners: the last ones go, or new ones come between the last and the first. */
function cornersAs(x: Place, count: number): Change {
  const list = corners(x).slice(0, count);
  while (list.length < count) {
    const [a, b] = [list.at(-1), list[0]].map((p) => (Array.isArray(p) ? p.map(Number) : [0, 0]));
    list.push([0, 1].map((k) => Number((((a![k] ?? 0) + (b![k] ?? 0)) / 2).toPrecision(6)) || 0));
  }
  return { patches: [put(x.data, [...x.base, "outline"], list)] };
}

function outline(count: number): Row[] {
  return [
    { kind: "form", label: "corners", help: "How many corners the outline has.", forms: () => Array.from({ length: 30 }, (_, k) => String(k + 3)), is: (x) => String(corners(x).length), become: (x, n) => cornersAs(x, Number(n)), when: is("extrusion") },
    ...Array.from({ length: count }, (_, k): Row => ({ kind: "vector", path: ["outline", k], label: `corner ${k + 1}`, parts: ["x", "y"], unit: "m", usual: [0, 0], help: "Of the outline, in the solid's x-y plane.", when: is("extrusion") })),
  ];
}

function solid(body: string, shape: JsonMap, k: number): Group {
  const count = Array.isArray(shape.outline) ? shape.outline.length : 0;
  return {
    title: `Solid ${k + 1}`,
    base: () => ["studio", "shapes", body, k],
    removable: `solid ${k + 1}`,
    rows: [
      { kind: "form", label: "solid", help: "What it is; sizes of the same name stay.", forms: () => SOLIDS, is: (x) => String(x.map.solid ?? ""), become: solidAs },
      ...sizes,
      ...outline(count),
      { kind: "text", path: ["file"], label: "file", help: "STL, OBJ or DAE, beside the document or in the folder that was dropped.", when: is("mesh") },
      { kind: "vector", path: ["scale"], label: "scale", parts: ["x", "y", "z"], usual: [1, 1, 1], help: "Of the mesh.", when: is("mesh") },
      { kind: "choice", path: ["material"], label: "material", choices: () => MATERIALS.map((m) => m.name), none: "not said: 1000 kg/m³", help: "Its density gives the mass.", when: (x) => x.map.density === undefined },
      { kind: "scalar", path: ["density"], label: "density", unit: "kg/m³", usual: String(materialOf(String(shape.material ?? ""))?.density ?? 1000), help: "Instead of a material." },
      { kind: "vector", path: ["xyz"], label: "position", parts: ["x", "y", "z"], unit: "m", usual: [0, 0, 0], help: "Of the solid's frame in the body's frame." },
      { kind: "vector", path: ["rpy"], label: "roll, pitch, yaw", parts: ["roll", "pitch", "yaw"], unit: "rad", usual: [0, 0, 0], help: "Of the solid's frame in the body's frame." },
      { kind: "colour", path: ["color"], label: "colour", usual: (x) => materialOf(String(x.map.material ?? ""))?.color ?? "#8899aa", help: "How it looks." },
    ],
  };
}

/** Groups of a body's solids, with a row that adds one; `mass`: with the choice where the mass comes from. */
export function solidGroups(data: JsonMap, body: string): Group[] {
  const shapes = shapesOf(data, body);
  const path = ["studio", "shapes", body];
  const add: Row = {
    kind: "form", label: "add a solid", help: "How the body looks, and what its mass may be made from.", forms: Object.fromEntries([["none", "choose a solid"], ...SOLIDS.map((s) => [s, s])]), is: () => "none",
    become: (x, s) => ({ patches: [put(x.data, path, [...shapesOf(x.data, body), startOf(s as Solid, at(x.data, ["bodies", body, "com"]))])] }),
  };
  return [...shapes.map((shape, k) => solid(body, shape, k)), { title: shapes.length ? "More solids" : "Solids", rows: [add] }];
}

/** The row that says where a body's mass comes from; there once the body has solids. */
export const MASS_FROM: Row = {
  kind: "form", label: "mass from", help: "Numbers, or the solids with their materials.", forms: { typed: "numbers as typed", solid: "its solids" }, is: (x) => (isFromSolids(x.data, nameOf(x.part)) ? "solid" : "typed"),
  become: (x, to) => ({ patches: [to === "solid" ? put(x.data, ["studio", "mass_from", nameOf(x.part)], "solid") : cut(x.data, ["studio", "mass_from", nameOf(x.part)], 0)] }),
  when: (x) => shapesOf(x.data, nameOf(x.part)).length > 0 || isFromSolids(x.data, nameOf(x.part)),
};
