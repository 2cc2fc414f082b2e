/** Geometry of solids, in the frame of their body, centred as the document says. */
import {
  BoxGeometry, BufferAttribute, type BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, ExtrudeGeometry, LatheGeometry, Matrix4, Path, Shape as Outline,
  SphereGeometry, Vector2,
} from "three";
import { along, length, type Pose, scale, sub, add, type Vec } from "@/scene/rigid";
import type { Size } from "@/scene/shapes";

/** A pose as three.js wants it. */
export function matrixOf(X: ArrayLike<number>, at = 0, out = new Matrix4()): Matrix4 {
  const x = (k: number): number => X[at + k] ?? 0;
  return out.set(x(0), x(1), x(2), x(9), x(3), x(4), x(5), x(10), x(6), x(7), x(8), x(11), 0, 0, 0, 1);
}

const AROUND = 28;
const UPRIGHT = new Matrix4().makeRotationX(Math.PI / 2); // three's cylinders stand along y, ours along z

/** The solid of a shape; of a mesh, a box that stands for it until its file is there. */
export function geometryOf(size: Size, missing: number): BufferGeometry {
  switch (size.solid) {
    case "box":
      return new BoxGeometry(...size.size.map(Math.abs));
    case "cylinder":
      return new CylinderGeometry(size.radius, size.radius, size.length, AROUND).applyMatrix4(UPRIGHT);
    case "capsule":
      return new CapsuleGeometry(size.radius, size.length, 8, AROUND).applyMatrix4(UPRIGHT);
    case "sphere":
      return new SphereGeometry(size.radius, AROUND, AROUND / 2);
    case "tube":
      return tube(size.radius, size.inner, size.length);
    case "ellipsoid":
      return new SphereGeometry(1, AROUND, AROUND / 2).scale(...size.radii);
    case "extrusion":
      return extrusion(size.outline, size.length);
    case "mesh":
      return new BoxGeometry(missing, missing, missing);
  }
}

function tube(radius: number, inner: number, long: number): BufferGeometry {
  const h = long / 2;
  const corners = [[inner, -h], [radius, -h], [radius, -h], [radius, h], [radius, h], [inner, h], [inner, h], [inner, -h]];
  return new LatheGeometry(corners.map(([x, y]) => new Vector2(x, y)), AROUND).applyMatrix4(UPRIGHT);
}

function extrusion(outline: readonly (readonly [number, number])[], long: number): BufferGeometry {
  const path = new Path(outline.map(([x, y]) => new Vector2(x, y)));
  const shape = new Outline(path.getPoints());
  return new ExtrudeGeometry(shape, { depth: long, bevelEnabled: false, steps: 1 }).translate(0, 0, -long / 2);
}

/** A round rod between two points. */
export function rod(from: Vec, to: Vec, radius: number): BufferGeometry {
  const way = sub(to, from);
  const middle = scale(add(from, to), 0.5);
  return new CapsuleGeometry(radius, length(way), 5, 16).applyMatrix4(UPRIGHT).applyMatrix4(matrixOf(along(middle, way)));
}

/** A cylinder about an axis through a point. */
export function drum(at: Vec, axis: Vec, radius: number, long: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, long, AROUND).applyMatrix4(UPRIGHT).applyMatrix4(matrixOf(along(at, axis)));
}

/** A block along an axis through a point. */
export function block(at: Vec, axis: Vec, wide: number, long: number): BufferGeometry {
  return new BoxGeometry(wide, wide, long).applyMatrix4(matrixOf(along(at, axis)));
}

/** The geometry moved to a pose, without index, with one colour for all its corners: ready to be merged with others. */
export function painted(geometry: BufferGeometry, pose: Pose | null, colour: string): BufferGeometry {
  const flat = geometry.index ? geometry.toNonIndexed() : geometry;
  if (flat !== geometry) geometry.dispose();
  if (pose) flat.applyMatrix4(matrixOf(pose));
  const count = flat.getAttribute("position").count;
  const { r, g, b } = new Color(colour);
  const colours = new Float32Array(3 * count);
  for (let k = 0; k < count; k++) colours.set([r, g, b], 3 * k);
  flat.setAttribute("color", new BufferAttribute(colours, 3));
  for (const name of Object.keys(flat.attributes)) if (!["position", "normal", "color"].includes(name)) flat.deleteAttribute(name);
  flat.morphAttributes = {};
  return flat;
}

/** The black and white ball that marks a centre of mass. */
export function centreBall(radius: number): BufferGeometry {
  const ball = new SphereGeometry(radius, 24, 16).toNonIndexed();
  const place = ball.getAttribute("position");
  const colours = new Float32Array(3 * place.count);
  for (let k = 0; k < place.count; k += 3) {
    const middle = (read: (n: number) => number) => Math.sign(read(k) + read(k + 1) + read(k + 2));
    const dark = middle((n) => place.getX(n)) * middle((n) => place.getY(n)) * middle((n) => place.getZ(n)) > 0;
    colours.fill(dark ? 0.01 : 0.95, 3 * k, 3 * k + 9);
  }
  ball.setAttribute("color", new BufferAttribute(colours, 3));
  return ball;
}
