/** Handles on the selected joint, frame or shape: it is moved or turned in 3D, and written into the document when it is let go. */
import { Object3D } from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { JsonMap } from "@/document/data";
import type { Placed } from "@/scene/anatomy";
import { nudged, placeable, type Placeable, placeInWords, snapped, written } from "@/scene/placing";
import { compose, inverse, length, origin, type Pose, poseAt, sub, type Vec } from "@/scene/rigid";
import { shapesOf } from "@/scene/shapes";
import { gridStep } from "@/scene/view";
import { change, studio } from "@/store/studio";
import { rounded } from "./robot";
import type { Show, Tool } from "./show";
import { matrixOf } from "./solids";
import { view } from "./state";

export const TURN = Math.PI / 12;

/** The step of snapping and of arrow keys: a twentieth of the robot, rounded. */
export const stepOf = (show: Show): number => gridStep(rounded(show.anatomy?.size ?? 1) / 2);

export class Handles implements Tool {
  private readonly controls: TransformControls;
  private readonly grip = new Object3D();
  private target: Placeable | null = null;
  private chosen: unknown[] = [];
  private before: Pose | null = null;
  private wrote: { title: string; local: Pose; data: JsonMap } | null = null;

  constructor(private readonly show: Show) {
    this.controls = new TransformControls(show.stage.camera, show.stage.canvas);
    this.controls.setSpace("local");
    this.controls.size = 0.8;
    this.controls.setColors("#d2473a", "#3c9a45", "#3a76d2", "#e0a100");
    this.controls.rotationSnap = TURN;
    this.controls.addEventListener("change", show.stage.invalidate);
    this.controls.addEventListener("objectChange", this.dragged);
    this.controls.addEventListener("dragging-changed", (e) => (e.value ? this.take() : this.leave()));
    show.stage.scene.add(this.grip, this.controls.getHelper());
  }

  /** Whether the pointer is on a handle. */
  busy = (): boolean => this.controls.axis !== null;

  update(placed: Placed): void {
    this.choose();
    const { handle, snap } = view.get();
    this.controls.setMode(handle);
    this.controls.rotationSnap = snap ? TURN : null;
    if (!this.target || this.controls.dragging) return;
    this.set(compose(this.target.parent(placed), this.local(placed)));
    const reading = `${this.target.title}: ${placeInWords(this.local(placed))}`;
    if (view.get().reading !== reading) view.set({ reading });
  }

  /** What is selected gets the handles. */
  private choose(): void {
    const { selection, edited } = studio.get();
    const now = [selection, edited.data, this.show.anatomy, view.get().shape];
    if (now.every((x, k) => x === this.chosen[k])) return;
    this.chosen = now;
    const part = selection.at(-1);
    const found = part && this.show.anatomy ? placeable(part, edited.data, this.show.anatomy, shapesOf(edited.data, this.show.names()), view.get().shape) : "select a joint, a frame or a body with shapes: handles come to it";
    this.target = typeof found === "string" ? null : found;
    if (typeof found === "string") {
      view.set({ reading: found });
      this.controls.detach();
    } else if (this.controls.object !== this.grip) this.controls.attach(this.grip);
  }

  private set(world: Pose): void {
    matrixOf(world, 0, this.grip.matrix).decompose(this.grip.position, this.grip.quaternion, this.grip.scale);
    this.grip.updateMatrixWorld(true);
  }

  private get world(): Pose {
    this.grip.updateMatrix();
    const e = this.grip.matrix.elements;
    return [e[0], e[4], e[8], e[1], e[5], e[9], e[2], e[6], e[10], e[12], e[13], e[14]];
  }

  /** In the parent's frame: as it was just written, where the picture has not followed yet; else as it is seen. */
  private local(placed: Placed): Pose {
    const { wrote, target } = this;
    const newest = wrote && wrote.data === studio.get().edited.data && wrote.title === target!.title;
    return newest ? wrote.local : compose(inverse(target!.parent(placed)), target!.pose(placed));
  }

  private take(): void {
    this.show.stage.controls.enabled = false;
    this.show.stage.touched = true;
    this.before = this.target && this.show.placed ? this.local(this.show.placed) : null;
  }

  private dragged = (): void => {
    const { placed, anatomy } = this.show;
    if (!this.target || !placed || !anatomy || !this.controls.dragging) return;
    const parent = this.target.parent(placed);
    if (this.controls.mode === "translate" && view.get().snap) this.set(snapped(this.world, parent, { step: stepOf(this.show), origins: this.others(placed) }));
    view.set({ reading: `${this.target.title}: ${placeInWords(compose(inverse(parent), this.world))}` });
  };

  /** Origins of everything else. */
  private others(placed: Placed): Vec[] {
    const own = origin(this.target!.pose(placed));
    const a = this.show.anatomy!;
    return [...a.joints, ...a.frames, ...a.bodies].map((x) => origin(poseAt(placed.poses, x.pose))).filter((o) => length(sub(o, own)) > 1e-9);
  }

  private leave(): void {
    this.show.stage.controls.enabled = true;
    const { placed } = this.show;
    if (!this.target || !placed || !this.before) return;
    this.write(this.before, compose(inverse(this.target.parent(placed)), this.world), false);
  }

  /** By keys: along or about an axis of the parent's frame. */
  nudge(axis: 0 | 1 | 2, sign: 1 | -1, turn: boolean): void {
    const { placed } = this.show;
    if (!this.target || !placed) return;
    const local = this.local(placed);
    this.write(local, nudged(local, axis, sign * (turn ? TURN : stepOf(this.show)), turn), true);
  }

  private write(before: Pose, after: Pose, merge: boolean): void {
    const { title, path } = this.target!;
    const data: JsonMap = studio.get().edited.data;
    const { patches, replaced } = written(data, path, before, after);
    if (patches.length === 0) return;
    const commit = () => {
      change(`place ${title}`, patches, { merge });
      this.wrote = { title, local: after, data: studio.get().edited.data };
    };
    if (replaced.length === 0) return commit();
    view.set({ asks: { what: `${title}: replace ${replaced.join(", ")} by ${replaced.length > 1 ? "numbers" : "a number"}?`, yes: commit } });
  }

  dispose(): void {
    this.controls.detach();
    this.controls.getHelper().removeFromParent();
    this.grip.removeFromParent();
    this.controls.dispose();
    view.set({ reading: "", asks: null });
    this.show.stage.controls.enabled = true;
  }
}
