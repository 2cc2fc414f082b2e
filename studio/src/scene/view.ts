/** From where a mechanism is looked at: gravity points down on the screen. */
import { evaluate, type Names, parameterValues } from "@/document/formula";
import { isMap, type JsonMap } from "@/document/data";
import { add, cross, dot, scale, unit, type Vec } from "./rigid";

/** Directions of the screen in the world: right, up, and into it (as the front view looks). */
export interface Screen {
  right: Vec;
  up: Vec;
  into: Vec;
}

/** The document's gravity as numbers; a file without one has the usual; [0, 0, 0] is none. */
export function gravityOf(data: JsonMap, names: Names = parameterValues(data)): Vec {
  const given = data.gravity;
  if (!Array.isArray(given)) return isMap(data.manifold) ? [0, 0, 0] : [0, 0, -9.81];
  return [0, 1, 2].map((k) => evaluate(given[k], names) ?? 0) as Vec;
}

/** Up is against gravity (z without gravity), x is to the right where it can be. */
export function screenOf(gravity: Vec): Screen {
  const up = plain(unit(scale(gravity, -1), [0, 0, 1]));
  const aside: Vec = Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  const right = unit(add(aside, scale(up, -dot(aside, up))));
  return { right, up, into: plain(cross(up, right)) };
}

/** Without minus zeros. */
const plain = (a: Vec): Vec => a.map((x) => x + 0) as Vec;

/** Whether all axes of motion point into the screen: such a mechanism is looked at straight. */
export const isFlat = (screen: Screen, axes: readonly Vec[]): boolean => axes.length > 0 && axes.every((a) => Math.abs(dot(unit(a), screen.into)) > 0.999);

export type ViewName = "front" | "right" | "top" | "corner";

/** The direction from the target to the camera. */
export function towardsCamera(screen: Screen, view: ViewName): Vec {
  const { right, up, into } = screen;
  if (view === "front") return scale(into, -1);
  if (view === "right") return right;
  if (view === "top") return unit(add(up, scale(into, -1e-3)));
  return unit(add(add(scale(into, -1), scale(right, 0.72)), scale(up, 0.5)));
}

/** How far a camera must be to see a ball of this radius. fov: in degrees, of the smaller side. */
export const distanceFor = (radius: number, fov: number, aspect: number): number => radius / Math.sin((Math.min(1, aspect) * fov * Math.PI) / 360);

/** A round step for a grid: about a tenth of the size, 1, 2 or 5 of a power of ten. */
export function gridStep(size: number): number {
  const wanted = size / 10;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return (wanted / power < 1.5 ? 1 : wanted / power < 3.5 ? 2 : wanted / power < 7.5 ? 5 : 10) * power;
}
