/** Volume, centre and inertia of what a closed surface of triangles encloses: signed tetrahedra from the origin. */
import { number } from "./amount";
import type { Moments } from "./inertias";

/** triangles: nine numbers each, corners counterclockwise seen from outside. Open surfaces are refused. */
export function momentsOfMesh(triangles: ArrayLike<number>): Moments {
  if (triangles.length < 36) throw new Error("the mesh has too few triangles to enclose anything");
  const open = openEdges(triangles);
  if (open > 0) throw new Error(`the mesh is not closed: ${open} edges belong to one triangle only, so it encloses no volume`);
  let volume = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0]; // xx, yy, zz, xy, xz, yz: integrals of the products
  for (let k = 0; k < triangles.length; k += 9) {
    const [a, b, c] = [0, 3, 6].map((j) => [triangles[k + j]!, triangles[k + j + 1]!, triangles[k + j + 2]!]) as [number[], number[], number[]];
    const six = a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) + a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) + a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
    volume += six / 6;
    for (let i = 0; i < 3; i++) first[i]! += (six * (a[i]! + b[i]! + c[i]!)) / 24;
    PAIRS.forEach(([i, j], n) => {
      const sum = (a[i]! + b[i]! + c[i]!) * (a[j]! + b[j]! + c[j]!) + a[i]! * a[j]! + b[i]! * b[j]! + c[i]! * c[j]!;
      second[n]! += (six * sum) / 120;
    });
  }
  const sign = Math.sign(volume); // inside out: every part changes its sign
  if (Math.abs(volume) < 1e-18) throw new Error("the mesh encloses no volume");
  const centre = first.map((x) => x / volume);
  const about = second.map((x, n) => sign * (x - volume * centre[PAIRS[n]![0]]! * centre[PAIRS[n]![1]]!));
  const [xx, yy, zz, xy, xz, yz] = about as [number, number, number, number, number, number];
  return {
    volume: number(sign * volume),
    centre: centre.map(number) as Moments["centre"],
    inertia: [yy + zz, xx + zz, xx + yy, -xy, -xz, -yz].map(number) as Moments["inertia"],
  };
}

const PAIRS: readonly [number, number][] = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];

/** How many edges are not shared by two triangles that go round them in opposite ways. */
function openEdges(triangles: ArrayLike<number>): number {
  let size = 0;
  for (let k = 0; k < triangles.length; k++) size = Math.max(size, Math.abs(triangles[k]!));
  const grid = (size || 1) * 1e-6;
  const corner = (k: number) => [0, 1, 2].map((j) => Math.round(triangles[k + j]! / grid)).join(" ");
  const edges = new Map<string, number>();
  for (let k = 0; k < triangles.length; k += 9) {
    const [a, b, c] = [corner(k), corner(k + 3), corner(k + 6)];
    if (a === b || b === c || c === a) continue; // a triangle without area
    for (const [p, q] of [[a, b], [b, c], [c, a]] as const) {
      const [key, way] = p < q ? [`${p}|${q}`, 1] : [`${q}|${p}`, -1];
      edges.set(key, (edges.get(key) ?? 0) + way);
    }
  }
  let open = 0;
  for (const balance of edges.values()) open += Math.abs(balance);
  return open;
}
