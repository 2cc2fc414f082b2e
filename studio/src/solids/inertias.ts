/** Volume, centre and inertia of solids, per unit of density, in the solid's own frame. */
import type { JsonMap } from "@/document/data";
import type { Names } from "@/document/formula";
import { type Amount, add, amount, multiply, number, scale, square, subtract, ZERO } from "./amount";
import { outlineOf } from "./shape";

/** inertia about the centre: xx, yy, zz, then xy, xz, yz as entries of the tensor (not the positive products). */
export interface Moments {
  volume: Amount;
  centre: [Amount, Amount, Amount];
  inertia: [Amount, Amount, Amount, Amount, Amount, Amount];
}

type Of = (shape: JsonMap, names: Names) => Moments;

const size = (shape: JsonMap, key: string, names: Names): Amount => {
  const found = amount(shape[key], names);
  if (!(found.value > 0)) throw new Error(`${key} is ${found.value}: it must be greater than 0`);
  return found;
};

const three = (shape: JsonMap, key: string, names: Names): [Amount, Amount, Amount] => {
  const found = shape[key];
  if (!Array.isArray(found) || found.length !== 3) throw new Error(`${key} needs three numbers in brackets`);
  return found.map((_, k) => size(Object.fromEntries([[`${key}`, found[k]!]]), key, names)) as [Amount, Amount, Amount];
};

const centred = (volume: Amount, xx: Amount, yy: Amount, zz: Amount): Moments => ({ volume, centre: [ZERO, ZERO, ZERO], inertia: [xx, yy, zz, ZERO, ZERO, ZERO] });

const box: Of = (shape, names) => {
  const [a, b, c] = three(shape, "size", names);
  const volume = multiply(a, b, c);
  const about = (x: Amount, y: Amount) => scale(1 / 12, multiply(volume, add(square(x), square(y))));
  return centred(volume, about(b, c), about(a, c), about(a, b));
};

/** A cylinder along z with a hole. */
function ring(radius: Amount, inner: Amount, length: Amount): Moments {
  const area = subtract(square(radius), square(inner));
  const volume = multiply(number(Math.PI), area, length);
  const squares = add(square(radius), square(inner));
  const across = scale(1 / 12, multiply(volume, add(scale(3, squares), square(length))));
  return centred(volume, across, across, scale(1 / 2, multiply(volume, squares)));
}

const cylinder: Of = (shape, names) => ring(size(shape, "radius", names), ZERO, size(shape, "length", names));

const tube: Of = (shape, names) => {
  const radius = size(shape, "radius", names);
  const inner = size(shape, "inner", names);
  if (inner.value >= radius.value) throw new Error(`inner (${inner.value}) must be less than radius (${radius.value})`);
  return ring(radius, inner, size(shape, "length", names));
};

const ball = (a: Amount, b: Amount, c: Amount): Moments => {
  const volume = scale((4 / 3) * Math.PI, multiply(a, b, c));
  const about = (x: Amount, y: Amount) => scale(1 / 5, multiply(volume, add(square(x), square(y))));
  return centred(volume, about(b, c), about(a, c), about(a, b));
};

const sphere: Of = (shape, names) => {
  const r = size(shape, "radius", names);
  const volume = scale((4 / 3) * Math.PI, multiply(r, square(r)));
  const about = scale(2 / 5, multiply(volume, square(r)));
  return centred(volume, about, about, about);
};

const ellipsoid: Of = (shape, names) => ball(...three(shape, "radii", names));

/** A cylinder of the length, with half a sphere at each end: length is without them. */
const capsule: Of = (shape, names) => {
  const r = size(shape, "radius", names);
  const h = size(shape, "length", names);
  const middle = multiply(number(Math.PI), square(r), h);
  const ends = scale((4 / 3) * Math.PI, multiply(r, square(r)));
  const along = add(scale(1 / 2, multiply(middle, square(r))), scale(2 / 5, multiply(ends, square(r))));
  const across = add(
    multiply(middle, add(scale(1 / 12, square(h)), scale(1 / 4, square(r)))),
    multiply(ends, add(scale(2 / 5, square(r)), scale(1 / 4, square(h)), scale(3 / 8, multiply(h, r)))),
  );
  return centred(add(middle, ends), across, across, along);
};

/** A polygon, convex or not, along z. Sums over its edges (Green's theorem). */
const extrusion: Of = (shape, names) => {
  const h = size(shape, "length", names).value;
  const p = outlineOf(shape, names);
  if (crosses(p)) throw new Error("the outline crosses itself");
  let [area, sx, sy, xx, yy, xy] = [0, 0, 0, 0, 0, 0];
  for (let k = 0; k < p.length; k++) {
    const [x, y] = p[k]!;
    const [u, v] = p[(k + 1) % p.length]!;
    const cross = x * v - u * y;
    area += cross / 2;
    sx += ((x + u) * cross) / 6;
    sy += ((y + v) * cross) / 6;
    xx += ((x * x + x * u + u * u) * cross) / 12;
    yy += ((y * y + y * v + v * v) * cross) / 12;
    xy += ((x * v + 2 * x * y + 2 * u * v + u * y) * cross) / 24;
  }
  if (Math.abs(area) < 1e-15) throw new Error("the outline encloses no area");
  const turn = Math.sign(area); // clockwise outlines count the same
  const [cx, cy, A] = [sx / area, sy / area, turn * area];
  const [Ixx, Iyy, Ixy] = [turn * xx - A * cx * cx, turn * yy - A * cy * cy, turn * xy - A * cx * cy];
  const slab = (A * h ** 3) / 12;
  const values = [Iyy * h + slab, Ixx * h + slab, (Ixx + Iyy) * h, -Ixy * h, 0, 0].map(number);
  return { volume: number(A * h), centre: [number(cx), number(cy), ZERO], inertia: values as Moments["inertia"] };
};

function crosses(p: readonly [number, number][]): boolean {
  const side = (a: readonly number[], b: readonly number[], c: readonly number[]) => Math.sign((b[0]! - a[0]!) * (c[1]! - a[1]!) - (b[1]! - a[1]!) * (c[0]! - a[0]!));
  for (let i = 0; i < p.length; i++) {
    for (let j = i + 2; j < p.length; j++) {
      if (i === 0 && j === p.length - 1) continue;
      const [a, b, c, d] = [p[i]!, p[i + 1]!, p[j]!, p[(j + 1) % p.length]!];
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
    }
  }
  return false;
}

/** Solids with closed formulas; meshes are in mesh.ts. */
export const MOMENTS: Record<string, Of> = { box, cylinder, sphere, tube, capsule, ellipsoid, extrusion };
