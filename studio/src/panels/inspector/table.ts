/** The rows of the inspector by section of the document. A new key of the format is one row more. */
import { at, isMap, type Json, type JsonMap, mapAt, put } from "@/document/data";
import { inertiaAs, inertiaForm, type InertiaForm, TEN, turned, turnOf, type Turn } from "@/document/operations/forms";
import { isFromSolids } from "@/solids/follow";
import { endAs } from "./ends";
import { jointRows } from "./joint-table";
import { type Group, nameOf, type Place, rewritten, type Row, sectionOf } from "./row";
import { MASS_FROM, solidGroups } from "./solid-table";

const XYZ = ["x", "y", "z"] as const;
export const bodyNames = (x: Place): string[] => ["world", ...Object.keys(mapAt(x.data, ["bodies"]))];
export const jointNames = (x: Place): string[] => Object.keys(mapAt(x.data, ["joints"]));
const frameNames = (x: Place): string[] => [...new Set([...Object.keys(mapAt(x.data, ["frames"])), ...Object.keys(mapAt(x.data, ["bodies"])), "world", ...jointNames(x)])];

/** Rows of a place (xyz and a turn); `under`: the key that holds it. */
export function placement(under: string[] = []): Row[] {
  const inner = (x: Place): Place => (under.length ? { ...x, base: [...x.base, ...under], map: mapAt(x.map, under) } : x);
  const form = (x: Place) => turnOf(inner(x).map);
  const rows = ["first row", "second row", "third row"].map((label, k): Row => ({
    kind: "vector", path: [...under, "rotation", k], label, parts: XYZ, usual: [0, 0, 0].map((_, n) => (n === k ? 1 : 0)),
    help: "A row of the rotation matrix.", when: (x) => form(x) === "rotation",
  }));
  return [
    { kind: "vector", path: [...under, "xyz"], label: "position", parts: XYZ, unit: "m", usual: [0, 0, 0], help: "Origin of the frame in the frame that it is on." },
    {
      kind: "form", label: "turn as", help: "How the frame's attitude is written.", forms: { rpy: "roll, pitch, yaw", quaternion: "quaternion", rotation: "matrix" },
      is: form, become: (x, to) => rewritten(inner(x), turned(inner(x).map, to as Turn)),
    },
    { kind: "vector", path: [...under, "rpy"], label: "roll, pitch, yaw", parts: ["roll", "pitch", "yaw"], unit: "rad", usual: [0, 0, 0], help: "Rz(yaw) Ry(pitch) Rx(roll).", when: (x) => form(x) === "rpy" },
    { kind: "vector", path: [...under, "quaternion"], label: "quaternion", parts: ["x", "y", "z", "w"], usual: [0, 0, 0, 1], help: "x y z w, scaled to length one.", when: (x) => form(x) === "quaternion" },
    ...rows,
  ];
}

const typedMass = (x: Place) => !isFromSolids(x.data, nameOf(x.part));
const isTen = (x: Place) => inertiaForm(x.map) === "ten";
const tensor = (form: InertiaForm, parts: readonly string[]): Row => ({
  kind: "vector", path: ["inertia"], label: "inertia", parts, unit: "kg m²", usual: parts.map(() => 0),
  help: "Tensor about the centre of mass, in the body's axes.", when: (x) => typedMass(x) && inertiaForm(x.map) === form,
});

const BODY: Group[] = [
  {
    title: "Mass",
    rows: [
      MASS_FROM,
      { kind: "form", label: "inertia as", help: "How mass and inertia are written.", forms: { diagonal: "mass, centre, diagonal", full: "mass, centre, full tensor", ten: "ten parameters" }, is: (x) => inertiaForm(x.map), become: (x, to) => rewritten(x, inertiaAs(x.map, to as InertiaForm)), when: typedMass },
      { kind: "scalar", path: ["mass"], label: "mass", unit: "kg", usual: "0", help: "Mass of the body.", when: (x) => typedMass(x) && !isTen(x) },
      { kind: "vector", path: ["com"], label: "centre of mass", parts: XYZ, unit: "m", usual: [0, 0, 0], help: "Centre of mass in the body's frame.", when: (x) => typedMass(x) && !isTen(x) },
      tensor("diagonal", ["Ixx", "Iyy", "Izz"]),
      tensor("full", ["Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"]),
      ...TEN.map((key, k): Row => ({
        kind: "scalar", path: ["parameters", key], label: key, unit: k === 0 ? "kg" : k < 4 ? "kg m" : "kg m²", usual: "0",
        help: k < 4 ? "Mass and first moments at the body's frame." : "Tensor about the origin of the body's frame.", when: (x) => typedMass(x) && isTen(x) && !Array.isArray(x.map.parameters),
      })),
      { kind: "vector", path: ["parameters"], label: "ten parameters", parts: TEN, usual: TEN.map(() => 0), help: "At the body's frame.", when: (x) => typedMass(x) && Array.isArray(x.map.parameters) },
    ],
  },
];

const acts = (x: Place) => Array.isArray(x.data.wrenches) && x.data.wrenches.includes(nameOf(x.part));
/** An external force and moment at a frame or body. */
const FORCE: Group = {
  title: "Force from outside",
  folded: true,
  when: (x) => x.part[0] !== "studio",
  rows: [
    {
      kind: "form", label: "force, moment", help: "An external force and moment here is an input of the equations.", forms: { none: "none", acts: "act here" }, is: (x) => (acts(x) ? "acts" : "none"),
      become: (x, to) => {
        const others = (Array.isArray(x.data.wrenches) ? x.data.wrenches : []).filter((n) => n !== nameOf(x.part));
        const list = to === "acts" ? [...others, nameOf(x.part)] : others;
        return { patches: [put(x.data, ["wrenches"], list.length ? list : undefined)] };
      },
    },
  ],
};

const FRAME: Group[] = [
  {
    title: "Place",
    rows: [{ kind: "choice", path: ["body"], label: "on body", choices: bodyNames, help: "The body that the frame is fixed to." }, ...placement()],
  },
  FORCE,
];

const end = (side: "first" | "second"): Group => ({
  title: side === "first" ? "First frame" : "Second frame",
  rows: [
    { kind: "form", label: "is", help: "A frame, body or joint by name, or a place on a body.", forms: { name: "a frame by name", place: "a place on a body" }, is: (x) => (isMap(x.map[side]) ? "place" : "name"), become: (x, to) => endAs(x, side, to) },
    { kind: "choice", path: [side], label: "frame", choices: frameNames, help: "A frame, a body, or a joint (its child's frame).", when: (x) => !isMap(x.map[side]) },
    ...[{ kind: "choice", path: [side, "body"], label: "on body", choices: bodyNames, help: "The body that the frame is fixed to." } as Row, ...placement([side])].map((row): Row => ({ ...row, when: (x) => isMap(x.map[side]) && (row.when?.(x) ?? true) })),
  ],
});

const LOOP: Group[] = [
  {
    title: "Loop",
    rows: [
      { kind: "choice", path: ["kind"], label: "kind", choices: () => ["point", "universal", "pin", "cylinder", "slider", "weld"], help: "What the two frames keep in common: point is a ball joint, pin a hinge about z, slider free along z, weld everything." },
      { kind: "scalar", path: ["mode"], label: "mode", usual: "by the start", help: "+1 or -1 where the loop can be assembled in two ways; empty: the way near the start." },
    ],
  },
  end("first"),
  end("second"),
];

const isRack = (x: Place) => "radius" in x.map;
const GEAR: Group[] = [
  {
    title: "Gear",
    rows: [
      { kind: "choice", path: ["joints", 0], label: "first joint", choices: jointNames, help: "The joint that leads." },
      { kind: "choice", path: ["joints", 1], label: "second joint", choices: jointNames, help: "The joint that follows." },
      { kind: "form", label: "as", help: "Both turn or both slide: a ratio. One turns, one slides: a radius.", forms: { ratio: "gear: q2 = q1/ratio", radius: "rack: q2 = radius q1" }, is: (x) => (isRack(x) ? "radius" : "ratio"), become: (x, to) => rewritten(x, { ratio: undefined, radius: undefined, [to]: x.map.ratio ?? x.map.radius ?? 1 }) },
      { kind: "scalar", path: ["ratio"], label: "ratio", help: "Turns of the first joint per turn of the second; negative: against each other.", when: (x) => !isRack(x) },
      { kind: "scalar", path: ["radius"], label: "radius", unit: "m", help: "Of the pinion, the drum or the wheel.", when: isRack },
      { kind: "scalar", path: ["offset"], label: "offset", usual: "0", help: "Added to the second joint." },
    ],
  },
];

const COUPLING: Group[] = [
  {
    title: "Coupling",
    rows: [
      { kind: "scalar", path: [], label: "follows", wide: true, help: "A formula; names of joints stand for their coordinates.", when: (x) => !isMap(valueHere(x)) },
      { kind: "scalar", path: ["formula"], label: "follows", wide: true, help: "A formula; its own names stand for joints.", when: (x) => isMap(valueHere(x)) },
    ],
  },
];
const valueHere = (x: Place): Json | undefined => at(x.data, x.base);

function tendon(data: JsonMap, part: string[]): Group[] {
  const used = Object.keys(mapAt(data, [...part, "joints"]));
  return [
    {
      title: "Tendon",
      rows: [
        ...used.map((name): Row => ({ kind: "scalar", path: ["joints", name], label: `× ${name}`, help: `How much the tendon's length changes with ${name}.` })),
        { kind: "form", label: "add a joint", help: "A joint with one degree of freedom that the tendon passes.", forms: Object.fromEntries([["none", "choose a joint"], ...Object.keys(mapAt(data, ["joints"])).filter((n) => !used.includes(n)).map((n) => [n, n])]), is: () => "none", become: (x, to) => rewritten(x, { joints: { ...mapAt(x.map, ["joints"]), [to]: 1 } }) },
        { kind: "scalar", path: ["spring"], label: "spring", unit: "N m/rad, N/m", usual: "0", help: "Stiffness along the sum of coordinates." },
        { kind: "scalar", path: ["rest"], label: "rest", unit: "rad, m", usual: "0", help: "The sum without spring force." },
        { kind: "scalar", path: ["damper"], label: "damper", unit: "N m s/rad, N s/m", usual: "0", help: "Damping along the sum." },
      ],
    },
  ];
}

const isTree = (x: Place) => !("manifold" in x.data);
const MECHANISM: Group[] = [
  {
    title: "Model",
    rows: [
      { kind: "text", path: ["name"], label: "name", usual: "untitled", help: "Generated functions carry it." },
      { kind: "vector", path: ["gravity"], label: "gravity", parts: XYZ, unit: "m/s²", usual: [0, 0, -9.81], help: "Acceleration of gravity in the world frame.", when: isTree },
      { kind: "choice", path: ["root"], label: "root", choices: (x) => Object.keys(mapAt(x.data, ["bodies"])), none: "found", help: "The body to start from: it is fixed to the world, what is not below it is left out.", when: isTree },
    ],
  },
];

const TABLE: Readonly<Record<string, readonly Group[]>> = { frames: FRAME, close: LOOP, gears: GEAR, couplings: COUPLING };

/** The groups of rows for a part of the document; of none for the mechanism itself. */
export function groupsOf(data: JsonMap, part: string[]): readonly Group[] {
  const section = sectionOf(part);
  if (part.length === 0) return MECHANISM;
  if (part.length === 1 && section === "world") return solidGroups(data, "world");
  if (section === "joints") return jointRows(placement());
  if (section === "bodies") return [...BODY, ...solidGroups(data, nameOf(part)), FORCE];
  if (section === "tendons") return tendon(data, part);
  return TABLE[section] ?? plain(data, part);
}

/** Parts that have no table of their own (rows of tables, legs, platforms): a field per value. */
function plain(data: JsonMap, part: string[]): Group[] {
  const rows: Row[] = [];
  const walk = (x: Json, path: (string | number)[]) => {
    if (rows.length >= 200) return;
    const label = path.join(" ");
    if (Array.isArray(x)) x.forEach((y, k) => walk(y, [...path, k]));
    else if (isMap(x)) for (const [key, y] of Object.entries(x)) walk(y, [...path, key]);
    else if (typeof x === "boolean") rows.push({ kind: "flag", path, label, help: "" });
    else rows.push({ kind: "scalar", path, label: label || part.at(-1)!, help: "", wide: true });
  };
  const here = part.reduce<Json | undefined>((x, key) => (isMap(x) ? x[key] : Array.isArray(x) ? x[Number(key)] : undefined), data);
  if (here !== undefined) walk(here, []);
  return [{ title: part.join(" "), rows }];
}
