/** What is drawn beside the solids: frames, axes of joints, centres of mass, names, the grid. One draw call per kind. */
import {
  BufferAttribute, BufferGeometry, CanvasTexture, ConeGeometry, CylinderGeometry, DynamicDrawUsage, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4,
  MeshBasicMaterial, MeshLambertMaterial, type Raycaster, Sprite, SpriteMaterial, SRGBColorSpace,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import { partOf } from "@/document/data";
import type { Anatomy, FrameParts, JointParts, Placed } from "@/scene/anatomy";
import { add, along, compose, origin, type Pose, poseAt, scale, type Vec, vec } from "@/scene/rigid";
import type { Screen } from "@/scene/view";
import { centreBall, matrixOf, painted } from "./solids";
import type { Shown } from "./state";

const AXES: [Vec, string][] = [[[1, 0, 0], "#d2473a"], [[0, 1, 0], "#3c9a45"], [[0, 0, 1], "#3a76d2"]];

/** Three arrows of length one. */
function triad(): BufferGeometry {
  const arrows = AXES.flatMap(([axis, colour]) => [
    painted(new CylinderGeometry(0.028, 0.028, 0.8, 10).rotateX(Math.PI / 2), along(scale(axis, 0.4), axis), colour),
    painted(new ConeGeometry(0.075, 0.22, 14).rotateX(Math.PI / 2), along(scale(axis, 0.88), axis), colour),
  ]);
  return mergeGeometries(arrows) as BufferGeometry;
}

/** Copies of one geometry at poses that change. */
class Copies {
  readonly mesh: InstancedMesh;
  private readonly sized: Matrix4;
  constructor(geometry: BufferGeometry, material: MeshBasicMaterial | MeshLambertMaterial, count: number, size: number) {
    this.mesh = new InstancedMesh(geometry, material, Math.max(1, count));
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.count = count;
    this.mesh.frustumCulled = false;
    this.sized = new Matrix4().makeScale(size, size, size);
  }
  set(k: number, pose: Pose): void {
    this.mesh.setMatrixAt(k, matrixOf(pose).multiply(this.sized));
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null; // it moved: rays ask again
  }
  dispose(): void {
    this.mesh.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.dispose();
  }
}

/** Marks of one anatomy. */
export class Marks {
  readonly group = new Group();
  /** Frames of the document; bodies, and frames that were made from something else. */
  private tools: FrameParts[];
  private others: { pose: number }[];
  private frames: Copies;
  private bodyFrames: Copies;
  private axes: Copies;
  private centers: Copies;
  private names: { sprite: Sprite; at: (placed: Placed) => Vec }[] = [];

  constructor(
    private readonly anatomy: Anatomy,
    size: number,
    ink: { text: string; ground: string },
    own: ReadonlySet<string>,
  ) {
    this.tools = anatomy.frames.filter((f) => own.has(f.name));
    this.others = [...anatomy.bodies, ...anatomy.frames.filter((f) => !own.has(f.name))];
    const plain = () => new MeshBasicMaterial({ vertexColors: true });
    this.frames = new Copies(triad(), plain(), this.tools.length, 0.13 * size);
    this.bodyFrames = new Copies(triad(), plain(), this.others.length, 0.09 * size);
    this.axes = new Copies(painted(new CylinderGeometry(0.004, 0.004, 1, 8).rotateX(Math.PI / 2), null, "#8e44ad"), plain(), this.turning.length, 0.36 * size);
    const balls = new MeshLambertMaterial({ vertexColors: true, depthTest: false, transparent: true });
    this.centers = new Copies(centreBall(0.016), balls, this.heavy.length, size);
    this.centers.mesh.renderOrder = 5;
    this.group.add(this.frames.mesh, this.bodyFrames.mesh, this.axes.mesh, this.centers.mesh);
    for (const b of anatomy.bodies) this.name(b.name, ink, (at) => vec(at.centers, 3 * b.index));
    for (const j of anatomy.joints.filter((j) => j.type !== "fixed")) this.name(j.name, ink, (at) => origin(poseAt(at.poses, j.pose)));
    for (const f of this.tools) this.name(f.name, ink, (at) => origin(poseAt(at.poses, f.pose)));
  }

  private get turning() {
    return this.anatomy.joints.filter((j) => j.axis.some((x) => x !== 0));
  }
  /** Joints whose axis is drawn: all, or those that are selected (their solids may be hidden in a mesh). */
  private lined: JointParts[] = [];
  private get heavy() {
    return this.anatomy.bodies.filter((b) => b.mass > 0);
  }

  private name(text: string, ink: { text: string; ground: string }, at: (placed: Placed) => Vec): void {
    const sprite = label(text, ink);
    sprite.renderOrder = 6;
    sprite.visible = false;
    this.names.push({ sprite, at });
    this.group.add(sprite);
  }

  show(shows: Readonly<Record<Shown, boolean>>, selection: readonly string[]): void {
    this.frames.mesh.visible = shows.frames;
    this.bodyFrames.mesh.visible = shows.bodyFrames;
    this.lined = this.turning.filter((j) => shows.axes || selection.includes(partOf(["joints", j.name])));
    this.axes.mesh.count = this.lined.length;
    this.centers.mesh.visible = shows.centers;
    for (const n of this.names) n.sprite.visible = shows.names;
  }

  /** The frame that a ray meets. */
  frameOn(ray: Raycaster): { part: string; point: Vec; distance: number } | null {
    const hit = this.frames.mesh.visible && this.tools.length > 0 ? ray.intersectObject(this.frames.mesh)[0] : undefined;
    const frame = hit && this.tools[hit.instanceId ?? -1];
    return frame ? { part: partOf(["frames", frame.name]), point: [hit.point.x, hit.point.y, hit.point.z], distance: hit.distance } : null;
  }

  place(at: Placed): void {
    this.tools.forEach((f, k) => this.frames.set(k, poseAt(at.poses, f.pose)));
    if (this.bodyFrames.mesh.visible) this.others.forEach((b, k) => this.bodyFrames.set(k, poseAt(at.poses, b.pose)));
    this.lined.forEach((j, k) => this.axes.set(k, compose(poseAt(at.poses, j.pose), along([0, 0, 0], j.axis))));
    this.heavy.forEach((b, k) => {
      const X = poseAt(at.poses, b.pose);
      this.centers.set(k, [...X.slice(0, 9), ...vec(at.centers, 3 * b.index)]);
    });
    for (const n of this.names) if (n.sprite.visible) n.sprite.position.set(...n.at(at));
  }

  dispose(): void {
    for (const c of [this.frames, this.bodyFrames, this.axes, this.centers]) c.dispose();
    for (const { sprite } of this.names) {
      sprite.material.map?.dispose();
      sprite.material.dispose();
    }
  }
}

/** Height of names, as a part of the picture's. */
const NAME = 0.032;

/** A word that faces the camera, of the same size near and far. */
function label(text: string, ink: { text: string; ground: string }): Sprite {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d")!;
  const font = "500 36px system-ui, 'DejaVu Sans', sans-serif";
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 28;
  canvas.height = 56;
  pen.font = font;
  pen.fillStyle = ink.ground;
  pen.globalAlpha = 0.78;
  pen.beginPath();
  pen.roundRect(2, 2, canvas.width - 4, canvas.height - 4, 12);
  pen.fill();
  pen.globalAlpha = 1;
  pen.fillStyle = ink.text;
  pen.textBaseline = "middle";
  pen.fillText(text, 14, 30);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const sprite = new Sprite(new SpriteMaterial({ map, depthTest: false, transparent: true, sizeAttenuation: false }));
  sprite.scale.set((NAME * canvas.width) / canvas.height, NAME, 1);
  sprite.center.set(-0.08, 0.5);
  return sprite;
}

/** A grid that fades outward: in the ground, or behind a flat mechanism. */
export function grid(screen: Screen, middle: Vec, step: number, colour: string, upright: boolean): LineSegments {
  const a = screen.right;
  const b = upright ? screen.up : screen.into;
  const reach = 14;
  const places: number[] = [];
  const alphas: number[] = [];
  const corner = (x: number, y: number, strong: boolean) => {
    places.push(...add(middle, add(scale(a, x * step), scale(b, y * step))));
    alphas.push(Math.max(0, 1 - Math.hypot(x, y) / reach) * (strong ? 0.5 : 0.24));
  };
  for (let k = -reach; k <= reach; k++)
    for (let n = -reach; n < reach; n++) {
      if (Math.hypot(k, n) > reach) continue;
      corner(k, n, k % 5 === 0), corner(k, n + 1, k % 5 === 0);
      corner(n, k, k % 5 === 0), corner(n + 1, k, k % 5 === 0);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(places), 3));
  const colours = new Float32Array(4 * alphas.length);
  alphas.forEach((alpha, k) => colours.set([1, 1, 1, alpha], 4 * k));
  geometry.setAttribute("color", new BufferAttribute(colours, 4));
  const lines = new LineSegments(geometry, new LineBasicMaterial({ color: colour, vertexColors: true, transparent: true, depthWrite: false }));
  lines.renderOrder = -1;
  return lines;
}

