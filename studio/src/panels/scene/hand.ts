/** A hand at a point of a body: it pulls with a force while the motion runs, or poses the mechanism. */
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Plane, Vector3 } from "three";
import { pathOf } from "@/document/data";
import { pose, setPush } from "@/motion/player";
import { motion } from "@/motion/state";
import type { Placed } from "@/scene/anatomy";
import { movable } from "@/scene/movable";
import { reach } from "@/scene/reach";
import { along, inverse, length, placed as pointOf, poseAt, scale, sub, type Vec } from "@/scene/rigid";
import { poseInWords } from "@/scene/words";
import type { Show, Tool } from "./show";
import { matrixOf } from "./solids";
import { view } from "./state";

/** The body that a part moves: itself, or what a joint carries. */
export function bodyOf(part: string, show: Show): string | null {
  const [section, name] = pathOf(part);
  if (section === "bodies") return name ?? null;
  const frame = section === "frames" ? show.anatomy?.frames.find((f) => f.name === name) : undefined;
  return frame?.body ?? show.anatomy?.joints.find((j) => j.name === name)?.child ?? null;
}

/** What is common to both: the point that is held, and where the pointer draws it, in the plane of the screen through it. */
abstract class Hand implements Tool {
  protected readonly local: Vec;
  protected readonly poseIndex: number;
  protected goal: Vec;
  private readonly plane: Plane;
  private readonly arrow = new Arrow();

  constructor(
    protected readonly show: Show,
    protected readonly body: string,
    point: Vec,
  ) {
    const parts = show.anatomy!.bodies.find((b) => b.name === body)!;
    this.poseIndex = parts.pose;
    this.local = pointOf(inverse(poseAt(show.placed!.poses, parts.pose)), point);
    this.goal = point;
    this.plane = new Plane().setFromNormalAndCoplanarPoint(show.stage.camera.getWorldDirection(new Vector3()), new Vector3(...point));
    show.stage.world.add(this.arrow.group);
  }

  /** The pointer moved. */
  draw(x: number, y: number): void {
    const hit = this.show.ray(x, y).ray.intersectPlane(this.plane, new Vector3());
    if (hit) this.goal = [hit.x, hit.y, hit.z];
    this.show.stage.invalidate();
  }

  protected held = (placed: Placed): Vec => pointOf(poseAt(placed.poses, this.poseIndex), this.local);

  update(placed: Placed): void {
    this.arrow.set(this.held(placed), this.goal, this.show.robot.thin);
  }

  /** Let go. */
  end(): void {
    this.arrow.group.removeFromParent();
    this.arrow.dispose();
    this.show.stage.invalidate();
  }
}

/** A spring from the point to the pointer. */
export class Pusher extends Hand {
  private readonly stiffness: number;

  constructor(show: Show, body: string, point: Vec) {
    super(show, body, point);
    const mass = show.anatomy!.bodies.reduce((sum, b) => sum + b.mass, 0);
    this.stiffness = (view.get().strength * 20 * Math.max(mass, 1e-6)) / show.anatomy!.size;
  }

  override update(placed: Placed): void {
    super.update(placed);
    const from = this.held(placed);
    const force = scale(sub(this.goal, from), this.stiffness);
    const running = motion.get().status === "running";
    view.set({ reading: `${newtons(length(force))} at ${this.body}${running ? "" : ": press play, a push acts while the motion runs"}` });
    const before = motion.get().push;
    const same = before?.body === this.body && length(sub(before.point, from)) + length(sub(before.force, force)) < 1e-9;
    if (running && !same) setPush({ body: this.body, point: from, force });
  }

  override end(): void {
    super.end();
    if (motion.get().push) setPush(null);
    view.set({ reading: "" });
  }
}

export const newtons = (force: number): string => `${force < 10 ? force.toFixed(2) : force.toPrecision(3)} N`;

/** The mechanism goes where its point is drawn, as far as it can. */
export class Poser extends Hand {
  override draw(x: number, y: number): void {
    super.draw(x, y);
    const { program, parameters, q } = motion.get();
    if (!program) return;
    const found = reach(movable(program, parameters, this.body, this.local), q, this.goal, this.show.anatomy!.size);
    if (found !== q) pose(found);
    view.set({ reading: poseInWords(program.layout, motion.get().q) });
  }
}

/** An arrow between two points. */
class Arrow {
  readonly group = new Group();
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  constructor() {
    const paint = new MeshBasicMaterial({ color: "#d6336c", depthTest: false, transparent: true, opacity: 0.9 });
    this.shaft = new Mesh(new CylinderGeometry(0.4, 0.4, 1, 12).rotateX(Math.PI / 2).translate(0, 0, 0.5), paint);
    this.head = new Mesh(new ConeGeometry(1.3, 3.4, 16).rotateX(Math.PI / 2).translate(0, 0, -1.7), paint);
    for (const part of [this.shaft, this.head]) {
      part.renderOrder = 8;
      part.matrixAutoUpdate = false;
      this.group.add(part);
    }
  }
  set(from: Vec, to: Vec, thin: number): void {
    const way = sub(to, from);
    const long = length(way);
    this.group.visible = long > 0.2 * thin;
    if (!this.group.visible) return;
    const t = 0.6 * thin;
    const shaft = Math.max(1e-6, long - 3 * t);
    matrixOf(along(from, way), 0, this.shaft.matrix).scale(new Vector3(t, t, shaft));
    matrixOf(along(to, way), 0, this.head.matrix).scale(new Vector3(t, t, Math.min(t, long / 3.4)));
    this.group.updateMatrixWorld(true);
  }
  dispose(): void {
    this.shaft.geometry.dispose();
    this.head.geometry.dispose();
    (this.shaft.material as MeshBasicMaterial).dispose();
  }
}
