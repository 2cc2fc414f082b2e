/** Keeps the stage as the stores say: the robot of the program, at the state of the motion, with the parts that are selected lit. */
import { Raycaster, Vector2 } from "three";
import { at, pathOf } from "@/document/data";
import type { Names } from "@/document/formula";
import { loadMesh, meshFiles } from "@/files/meshes";
import { motion } from "@/motion/state";
import type { Placed } from "@/scene/anatomy";
import type { Vec } from "@/scene/rigid";
import { subjectOf } from "@/scene/subject";
import { select, studio } from "@/store/studio";
import { Handles } from "./handles";
import { namesOf, Picture, type Seen } from "./picture";
import { view } from "./state";

/** Where a part is looked for: thin ones are hard to hit. */
const AROUND = [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5], [8, 8], [-8, 8], [8, -8], [-8, -8]] as const;

/** Something that acts on the stage while it is there: a hand that pulls, handles. */
export interface Tool {
  /** Before every picture. */
  update(placed: Placed): void;
  /** Whether the pointer is on it: a click there selects nothing. */
  busy?(): boolean;
}

/** The picture of the document that is worked on. */
export class Show extends Picture {
  tool: Tool | null = null;
  /** Coordinates to show instead of those of the motion: a recording goes through the tape by itself. */
  instead: { q: Float64Array; t: number } | null = null;
  handles: Handles | null = null;

  constructor(host: HTMLElement) {
    super(host, loadMesh, { seconds: 5, most: 420, fades: true });
    const { invalidate } = this.stage;
    this.stops.push(...[motion, studio, view, meshFiles].map((s) => s.subscribe(invalidate)));
  }

  protected seen(): Seen | null {
    const { program, q, t, parameters, tape, status } = motion.get();
    const { edited, good, selection, lit } = studio.get();
    const { shows, traced, follow } = view.get();
    const subject = subjectOf(program, edited.data);
    if (!subject) return null;
    const instant = this.instead?.t ?? t;
    const ran = tape !== null && instant > 0 && (this.instead !== null || status !== "ready");
    return {
      subject, parameters, shows, traced, follow, selection, lit,
      q: this.instead?.q ?? q,
      data: edited.data,
      report: good?.checked.report,
      trail: ran ? { tape, t: instant } : null,
      meshes: meshFiles.get().version,
      opened: edited.past.length === 0 && edited.future.length === 0 ? edited : null,
    };
  }

  protected say(said: string[]): void {
    view.set({ said });
  }

  protected goAlong(follow: string): void {
    view.set({ follow });
  }

  protected override moved(placed: Placed): void {
    this.arm();
    this.tool?.update(placed);
  }

  /** Handles are there while things are placed. */
  private arm(): void {
    const wanted = view.get().mode === "place";
    if (wanted === (this.handles !== null)) return;
    this.handles?.dispose();
    this.handles = wanted ? new Handles(this) : null;
    this.tool = this.handles;
  }

  /** Values of parameters: of the document, and of sliders. */
  names(): Names {
    const { program, parameters } = motion.get();
    return namesOf(studio.get().edited.data, program?.layout, parameters);
  }

  /** See what is selected, or everything. */
  override frame(): void {
    super.frame(studio.get().selection);
  }

  /** A ray through a place of the page. */
  ray(x: number, y: number): Raycaster {
    const box = this.stage.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2), this.stage.camera);
    return ray;
  }

  /** The part under a place of the page, or a few pixels beside it, with the point of the world. */
  pick(x: number, y: number): { part: string; point: Vec } | null {
    for (const [right, down] of AROUND) {
      const ray = this.ray(x + right, y + down);
      const hit = ray.intersectObject(this.robot.group, true)[0];
      const frame = this.marks?.frameOn(ray);
      if (frame && (!hit || frame.distance < hit.distance + 3 * this.robot.thin)) return frame;
      let object = hit?.object ?? null;
      while (object && typeof object.userData.part !== "string") object = object.parent;
      if (hit && object) return { part: object.userData.part as string, point: [hit.point.x, hit.point.y, hit.point.z] };
    }
    return null;
  }

  /** Select what is under the pointer; more: beside what is selected. */
  choose(x: number, y: number, more: boolean): void {
    const found = this.pick(x, y)?.part ?? null;
    const known = found !== null && at(studio.get().edited.data, pathOf(found)) !== undefined;
    if (!known) return more ? undefined : select([]);
    const before = studio.get().selection;
    select(more ? (before.includes(found) ? before.filter((p) => p !== found) : [...before, found]) : [found]);
  }

  override dispose(): void {
    this.handles?.dispose();
    super.dispose();
  }
}
