/** The robot on the stage: one object per body and per joint, moved by the poses of the generated program. */
import { type BufferGeometry, CylinderGeometry, Group, Matrix4, Mesh, MeshStandardMaterial, type Object3D, SphereGeometry } from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { type Anatomy, type BodyParts, type JointParts, type Placed, rodsOf } from "@/scene/anatomy";
import { bodyColour } from "@/scene/colours";
import { partOf } from "@/document/data";
import { along, cross, IDENTITY, length, origin, poseAt, sub, unit, type Vec, ZERO } from "@/scene/rigid";
import type { Shape, Shapes } from "@/scene/shapes";
import { onePiece } from "./dressing";
import { block, drum, geometryOf, matrixOf, painted, rod } from "./solids";

/** Thickness of rods as a part of the mechanism's size. */
const THIN = 1 / 55;
const JOINT = "#5d6470";
const GROUND = "#8a919c";

/** Meshes of files; null where the file is not there. */
export type MeshLoader = (file: string) => Promise<Object3D | null>;

interface Moved {
  object: Object3D;
  part: string;
  move: (at: Placed) => void;
}

export class RobotView {
  readonly group = new Group();
  /** Files of meshes that are not there. */
  readonly missing = new Set<string>();
  private moved: Moved[] = [];
  private materials = new Map<string, MeshStandardMaterial[]>();
  private made = new Map<string, { key: string; geometry: BufferGeometry }>();
  private newest = 0;
  thin = 0.01;

  constructor(
    private readonly loadMesh: MeshLoader,
    private readonly changed: () => void,
  ) {}

  /** Build what is shown; bodies whose looks did not change keep their geometry. */
  build(anatomy: Anatomy, shapes: Shapes): void {
    this.newest++;
    this.missing.clear();
    this.group.clear();
    this.moved = [];
    for (const list of this.materials.values()) for (const m of list) m.dispose();
    this.materials.clear();
    this.thin = rounded(anatomy.size) * THIN;
    const before = this.made;
    this.made = new Map();
    const shaped = [...shapes.byBody.values()].some((list) => list.length > 0);
    for (const body of anatomy.bodies) this.body(body, shapes.byBody.get(body.name) ?? [], before);
    this.world(anatomy, shapes.byBody.get("world") ?? [], before);
    for (const joint of anatomy.joints) {
      const dressed = shaped && (shapes.byBody.get(joint.child)?.length || shapes.byBody.get(joint.parent)?.length);
      if (!dressed) this.joint(joint, anatomy, before);
    }
    for (const [name, { geometry }] of before) if (this.made.get(name)?.geometry !== geometry) geometry.dispose();
  }

  private body(body: BodyParts, shapes: Shape[], before: RobotView["made"]): void {
    const colour = bodyColour(body.index);
    const holder = new Group();
    const part = partOf(["bodies", body.name]);
    this.shapes(holder, part, `body ${body.name}`, shapes, colour, before);
    if (shapes.length === 0) {
      const key = JSON.stringify([body.points, body.center, body.mass > 0, this.thin, colour]);
      this.mesh(holder, part, `body ${body.name}`, key, before, () => this.bare(body).map((g) => painted(g, null, colour)));
    }
    this.put(holder, part, (at) => matrixOf(at.poses, 12 * body.pose, holder.matrix));
  }

  /** Rods, a ball at the far end of a lone one, or a block where the body has no extent. */
  private bare(body: BodyParts): BufferGeometry[] {
    const rods = rodsOf(body, 0.8 * this.thin);
    if (rods.length > 0) return rods.map((r) => rod(r.from, r.to, this.thin));
    return body.mass > 0 ? [new SphereGeometry(1.7 * this.thin, 20, 12)] : [];
  }

  private world(anatomy: Anatomy, shapes: Shape[], before: RobotView["made"]): void {
    const holder = new Group();
    this.shapes(holder, "world", "world", shapes, GROUND, before);
    this.put(holder, "world", () => matrixOf(IDENTITY, 0, holder.matrix));
    if (shapes.length > 0) return;
    for (const joint of anatomy.joints.filter((j) => j.parent === "world" && j.type === "prismatic")) {
      const rail = new Group();
      const long = 0.9 * rounded(anatomy.size);
      this.mesh(rail, partOf(["joints", joint.name]), `rail ${joint.name}`, JSON.stringify([joint.axis, long, this.thin]), before, () => [painted(drum(ZERO, joint.axis, 0.45 * this.thin, 2 * long), null, GROUND)]);
      this.put(rail, partOf(["joints", joint.name]), (at) => matrixOf(at.poses, 12 * joint.pose, rail.matrix));
    }
  }

  private shapes(holder: Group, part: string, name: string, shapes: Shape[], colour: string, before: RobotView["made"]): void {
    const solids = shapes.filter((s) => s.size.solid !== "mesh");
    if (solids.length > 0)
      this.mesh(holder, part, name, JSON.stringify([solids, colour]), before, () => solids.map((s) => painted(geometryOf(s.size, 0), s.pose, s.color ?? colour)));
    const build = this.newest;
    for (const shape of shapes) {
      if (shape.size.solid !== "mesh") continue;
      const { file, scale } = shape.size;
      void this.loadMesh(file).then((found) => {
        if (build !== this.newest) return;
        const whole = found && onePiece(found, shape.color, "#d5d9de");
        if (whole) holder.add(this.dressed(whole, shape, part, scale));
        else {
          this.missing.add(file);
          const stand = new Mesh(painted(geometryOf(shape.size, 4 * this.thin), shape.pose, "#c05a5a"), this.material(part));
          holder.add(stand);
        }
        this.changed();
      });
    }
  }

  /** A mesh of a file with a material of its own, so that it can light up. */
  private dressed(geometry: BufferGeometry, shape: Shape, part: string, scale: Vec): Object3D {
    const mesh = new Mesh(geometry, this.material(part));
    mesh.matrixAutoUpdate = false;
    matrixOf(shape.pose, 0, mesh.matrix).multiply(new Matrix4().makeScale(...scale));
    return mesh;
  }

  private joint(joint: JointParts, anatomy: Anatomy, before: RobotView["made"]): void {
    const t = this.thin;
    const slides = ["prismatic", "cylindrical", "helical"].includes(joint.type);
    const child = anatomy.bodies.find((b) => b.name === joint.child);
    const part = partOf(["joints", joint.name]);
    const big = joint.parent === "world" ? 1.35 : 1;
    const colour = joint.parent === "world" ? GROUND : JOINT;
    const holder = new Group();
    this.mesh(holder, part, `joint ${joint.name}`, JSON.stringify([joint.type, joint.axis, t, big]), before, () => jointSolids(joint, t * big).map((g) => painted(g, null, colour)));
    if (!slides || !child) return this.put(holder, part, (at) => matrixOf(at.poses, 12 * joint.pose, holder.matrix));
    this.put(holder, part, (at) => {
      matrixOf(at.poses, 12 * joint.pose, holder.matrix).setPosition(...origin(poseAt(at.poses, child.pose)));
    });
    if (joint.parent !== "world") this.rail(joint, child, part);
  }

  /** From the place where a slider is at zero to where it is. */
  private rail(joint: JointParts, child: BodyParts, part: string): void {
    const rail = new Mesh(new CylinderGeometry(0.55 * this.thin, 0.55 * this.thin, 1, 16).rotateX(Math.PI / 2), this.material(part, GROUND));
    this.put(rail, part, (at) => {
      const [from, to] = [origin(poseAt(at.poses, joint.pose)), origin(poseAt(at.poses, child.pose))];
      const long = Math.max(length(sub(to, from)), 1e-9);
      const middle: Vec = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2, (from[2] + to[2]) / 2];
      matrixOf(along(middle, sub(to, from)), 0, rail.matrix).multiply(new Matrix4().makeScale(1, 1, long));
    });
  }

  private mesh(holder: Group, part: string, name: string, key: string, before: RobotView["made"], make: () => BufferGeometry[]): void {
    const kept = before.get(name);
    const geometry = kept?.key === key ? kept.geometry : merged(make());
    if (!geometry) return;
    this.made.set(name, { key, geometry });
    holder.add(new Mesh(geometry, this.material(part)));
  }

  private material(part: string, colour?: string): MeshStandardMaterial {
    const made = new MeshStandardMaterial({ roughness: 0.55, metalness: 0.05, vertexColors: colour === undefined, ...(colour ? { color: colour } : {}) });
    this.materials.set(part, [...(this.materials.get(part) ?? []), made]);
    return made;
  }

  private put(object: Object3D, part: string, move: Moved["move"]): void {
    object.matrixAutoUpdate = false;
    object.userData.part = part;
    this.group.add(object);
    this.moved.push({ object, part, move });
  }

  /** Bring everything to the poses. */
  place(at: Placed): void {
    for (const m of this.moved) {
      m.move(at);
      m.object.matrixWorldNeedsUpdate = true;
    }
  }

  /** Light up parts: strongly what is selected, softly what a symbol belongs to. */
  highlight(selected: ReadonlySet<string>, lit: ReadonlySet<string>): void {
    for (const [part, list] of this.materials)
      for (const m of list) {
        const on = selected.has(part);
        m.emissive.set(on ? "#1f7ae0" : lit.has(part) ? "#d08a00" : "#000000");
        m.emissiveIntensity = on ? 0.55 : 0.45;
      }
  }

  dispose(): void {
    for (const { geometry } of this.made.values()) geometry.dispose();
    for (const list of this.materials.values()) for (const m of list) m.dispose();
  }
}

function jointSolids(joint: JointParts, t: number): BufferGeometry[] {
  const { axis } = joint;
  const aside = unit(cross(axis, Math.abs(axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]), [1, 0, 0]);
  switch (joint.type) {
    case "fixed":
    case "floating":
      return [];
    case "prismatic":
      return [block(ZERO, axis, 3.1 * t, 4.6 * t)];
    case "cylindrical":
    case "helical":
      return [drum(ZERO, axis, 1.9 * t, 5.4 * t)];
    case "spherical":
    case "gimbal":
      return [new SphereGeometry(2.1 * t, 28, 16)];
    case "universal":
      return [drum(ZERO, axis, 0.9 * t, 5.4 * t), drum(ZERO, aside, 0.9 * t, 5.4 * t)];
    case "planar":
      return [block(ZERO, [0, 0, 1], 5 * t, 0.8 * t)];
    default:
      return [drum(ZERO, axis, 1.8 * t, 4 * t)];
  }
}

const merged = (list: BufferGeometry[]): BufferGeometry | null => (list.length === 0 ? null : list.length === 1 ? list[0]! : (mergeGeometries(list) as BufferGeometry | null));

/** Two digits: a slider that changes a length does not make all rods thicker with every step. */
export const rounded = (size: number): number => Number(size.toPrecision(1)) || 1;
