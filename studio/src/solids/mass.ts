/** Mass, centre of mass and inertia of a body from its shapes and their materials, as `bodies` of the document has them. */
import type { Json, JsonMap } from "@/document/data";
import type { Names } from "@/document/formula";
import { type Amount, add, amount, divide, multiply, number, square, subtract, written, ZERO } from "./amount";
import { type Moments, MOMENTS } from "./inertias";
import { materialOf } from "./materials";
import { momentsOfMesh } from "./mesh";
import { applied, isQuarterTurn, type Matrix, multiplied, rotation, transposed } from "./rotation";
import { row, solidOf } from "./shape";
import { trianglesOf } from "./triangles";

/** mass, com, inertia: numbers, or formulas of the parameters that the sizes use. parametric: whether there are such formulas. */
export interface MassFromShapes {
  mass: number | string;
  com: (number | string)[];
  /** Ixx, Iyy, Izz; or Ixx, Ixy, Iyy, Ixz, Iyz, Izz: about the centre of mass. */
  inertia: (number | string)[];
  parametric: boolean;
  /** What a person must know of it. */
  notes: string[];
}

/** Triangles of a mesh file, nine numbers each, unscaled; null: not loaded, or missing. */
export type MeshTriangles = (file: string) => ArrayLike<number> | null;

type Three = [Amount, Amount, Amount];
interface Part {
  mass: Amount;
  centre: Three;
  /** xx, yy, zz, xy, xz, yz about the centre, in the body's axes. */
  inertia: Moments["inertia"];
}

const LONGEST = 1500; // characters of a formula in a document that is still read, with room

/** Throws an Error that says what is wrong, with the number of the shape. */
export function massFromShapes(shapes: readonly JsonMap[], parameters: Names, meshes: MeshTriangles = trianglesOf): MassFromShapes {
  if (shapes.length === 0) throw new Error("the body has no shapes: add a solid, or type its mass");
  const notes: string[] = [];
  const parts = shapes.map((shape, k) => {
    try {
      return partOf(shape, parameters, meshes, notes);
    } catch (error) {
      throw new Error(`shape ${k + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  const made = together(parts);
  const long = [made.mass, ...made.com, ...made.inertia].some((x) => typeof x === "string" && x.length > LONGEST);
  const result = long ? together(parts.map(inNumbers)) : made;
  if (long) notes.push("the formulas would be too long: these are numbers for the parameters' present values");
  const parametric = [result.mass, ...result.com, ...result.inertia].some((x) => typeof x === "string");
  if (!parametric && !long && shapes.some((s) => usesNames(s, parameters))) {
    notes.push("numbers for the parameters' present values: a turned or an irregular solid has no short formula");
  }
  return { ...result, parametric, notes };
}

function partOf(shape: JsonMap, names: Names, meshes: MeshTriangles, notes: string[]): Part {
  const density = densityOf(shape, names);
  const moments = momentsOf(shape, names, meshes);
  const R = rotation(row(shape, "rpy", 3, names, [0, 0, 0]));
  const turnedByNames = Array.isArray(shape.rpy) && shape.rpy.some((x) => dependsOn(x, names));
  const plain = turnedByNames || !isQuarterTurn(R) ? numbersOf(moments) : moments;
  if (shape.density === undefined && shape.material === undefined) notes.push("no material: density 1000 kg/m³ is taken");
  const xyz = position(shape, names);
  const centre = turned(R, plain.centre).map((x, k) => add(xyz[k]!, x)) as Three;
  const inertia = turnedTensor(R, plain.inertia).map((x) => multiply(density, x)) as Moments["inertia"];
  return { mass: multiply(density, plain.volume), centre, inertia };
}

function position(shape: JsonMap, names: Names): Three {
  const found = shape.xyz;
  if (found === undefined || found === null) return [ZERO, ZERO, ZERO];
  if (!Array.isArray(found) || found.length !== 3) throw new Error("xyz needs three numbers in brackets");
  return found.map((x) => amount(x, names)) as Three;
}

function densityOf(shape: JsonMap, names: Names): Amount {
  if (shape.density !== undefined && shape.density !== null) {
    const given = amount(shape.density, names);
    if (!(given.value > 0)) throw new Error(`density is ${given.value}: it must be greater than 0`);
    return given;
  }
  if (shape.material === undefined || shape.material === null) return number(1000);
  const found = materialOf(String(shape.material));
  if (!found) throw new Error(`material '${String(shape.material)}' is not in the table: choose one, or give a density in kg/m³`);
  return number(found.density);
}

function momentsOf(shape: JsonMap, names: Names, meshes: MeshTriangles): Moments {
  const solid = solidOf(shape);
  if (!solid) throw new Error(`'${String(shape.solid)}' is no solid`);
  if (solid !== "mesh") return MOMENTS[solid]!(shape, names);
  const found = meshes(String(shape.file ?? ""));
  if (!found) throw new Error(`mesh '${String(shape.file ?? "")}' is not loaded`);
  const [x, y, z] = row(shape, "scale", 3, names, [1, 1, 1]);
  return momentsOfMesh(Float64Array.from(found, (v, k) => v * [x!, y!, z!][k % 3]!));
}

/** The sum of the parts, about their common centre (parallel axes). */
function together(parts: readonly Part[]): Omit<MassFromShapes, "parametric" | "notes"> {
  const mass = add(...parts.map((p) => p.mass));
  const one = parts.length === 1 ? parts[0]! : null;
  const com = one ? one.centre : ([0, 1, 2].map((i) => divide(add(...parts.map((p) => multiply(p.mass, p.centre[i]!))), mass)) as Three);
  const sums = [0, 1, 2, 3, 4, 5].map((n) => add(...parts.map((p) => add(p.inertia[n]!, one ? ZERO : multiply(p.mass, shifted(p.centre, com, n))))));
  const [xx, yy, zz, xy, xz, yz] = sums.map(written) as [number, number, number, number, number, number];
  const size = Math.max(...sums.slice(0, 3).map((x) => x.value));
  const diagonal = sums.slice(3).every((x) => x.formula === null && Math.abs(x.value) <= 1e-13 * size);
  return { mass: written(mass), com: com.map((x) => tidy(x, com)), inertia: diagonal ? [xx, yy, zz] : [xx, xy, yy, xz, yz, zz] };
}

/** Entry n of |d|^2 1 - d d^T. */
function shifted(centre: Three, com: Three, n: number): Amount {
  const d = centre.map((x, i) => subtract(x, com[i]!)) as Three;
  const [i, j] = ([[1, 2], [0, 2], [0, 1], [0, 1], [0, 2], [1, 2]] as const)[n]!;
  return n < 3 ? add(square(d[i]), square(d[j])) : multiply(number(-1), d[i], d[j]);
}

function tidy(x: Amount, all: readonly Amount[]): number | string {
  const size = Math.max(...all.map((y) => Math.abs(y.value)));
  return x.formula === null && Math.abs(x.value) <= 1e-14 * size ? 0 : written(x);
}

const turned = (R: Matrix, v: Three): Three => (v.every((x) => x.formula === null) ? (applied(R, v.map((x) => x.value)).map(number) as Three) : (R.map((r) => add(...r.map((k, i) => multiply(number(k), v[i]!)))) as Three));

/** R I R^T; quarter turns keep formulas. */
function turnedTensor(R: Matrix, I: Moments["inertia"]): Moments["inertia"] {
  if (I.every((x) => x.formula === null)) {
    const [xx, yy, zz, xy, xz, yz] = I.map((x) => x.value) as [number, number, number, number, number, number];
    const T = multiplied(multiplied(R, [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]), transposed(R));
    return [T[0][0], T[1][1], T[2][2], T[0][1], T[0][2], T[1][2]].map(number) as Moments["inertia"];
  }
  const axis = (i: number) => R[i]!.findIndex((x) => x !== 0); // solids with formulas have no products of inertia
  return [I[axis(0)]!, I[axis(1)]!, I[axis(2)]!, ZERO, ZERO, ZERO];
}

const numbersOf = (m: Moments): Moments => ({ volume: number(m.volume.value), centre: m.centre.map((x) => number(x.value)) as Three, inertia: m.inertia.map((x) => number(x.value)) as Moments["inertia"] });
const inNumbers = (p: Part): Part => ({ mass: number(p.mass.value), centre: p.centre.map((x) => number(x.value)) as Three, inertia: p.inertia.map((x) => number(x.value)) as Moments["inertia"] });

const dependsOn = (written_: Json, names: Names): boolean => typeof written_ === "string" && amount(written_, names).formula !== null;

function usesNames(shape: JsonMap, names: Names): boolean {
  const words = JSON.stringify(shape).match(/[A-Za-z_]\w*/g) ?? [];
  return words.some((w) => Object.hasOwn(names, w));
}
