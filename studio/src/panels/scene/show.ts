/** Keeps the stage as the stores say: the robot of the program, at the state of the motion, with the parts that are selected lit. */
import { Raycaster, Vector2 } from "three";
import type { Layout } from "@/backend/protocol";
import { at, mapAt, pathOf } from "@/document/data";
import { type Names, parameterValues } from "@/document/formula";
import { loadMesh, meshFiles } from "@/files/meshes";
import { motion } from "@/motion/state";
import { anatomy, type Anatomy, type Placed } from "@/scene/anatomy";
import { closuresOf, coordinatesOnly } from "@/scene/loops";
import { litParts } from "@/scene/lit";
import { poseAt, scale, turned, type Vec } from "@/scene/rigid";
import { shapesOf } from "@/scene/shapes";
import { type Subject, subjectOf } from "@/scene/subject";
import { traceable, tracedAtFirst } from "@/scene/traced";
import { gravityOf, gridStep, isFlat, screenOf, type ViewName } from "@/scene/view";
import { select, studio } from "@/store/studio";
import { Closures } from "./closures";
import { Ellipsoids } from "./ellipsoids";
import { Framing, lowest, spots } from "./framing";
import { Handles } from "./handles";
import { grid, Marks } from "./marks";
import { RobotView, rounded } from "./robot";
import { Rods } from "./rods";
import { Stage } from "./stage";
import { view } from "./state";
import { Traces } from "./traces";

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Where a part is looked for: thin ones are hard to hit. */
const AROUND = [[0, 0], [5, 0], [-5, 0], [0, 5], [0, -5], [8, 8], [-8, 8], [8, -8], [-8, -8]] as const;

const undrawn = (picture: Subject["picture"]): string[] => (picture?.undrawn.length ? [`not drawn, it has no place in space: ${picture.undrawn.join(", ")}`] : []);

/** Something that acts on the stage while it is there: a hand that pulls, handles. */
export interface Tool {
  /** Before every picture. */
  update(placed: Placed): void;
  /** Whether the pointer is on it: a click there selects nothing. */
  busy?(): boolean;
}

/** The 3D view without its buttons. */
export class Show {
  readonly stage: Stage;
  readonly robot = new RobotView(loadMesh, () => this.again());
  readonly framing: Framing;
  anatomy: Anatomy | null = null;
  /** Poses at the state that is shown. */
  placed: Placed | null = null;
  tool: Tool | null = null;
  /** Coordinates to show instead of those of the motion: a recording goes through the tape by itself. */
  instead: { q: Float64Array; t: number } | null = null;
  handles: Handles | null = null;
  private traces = new Traces();
  private rods = new Rods();
  private marks: Marks | null = null;
  private closures: Closures | null = null;
  private ellipsoids: Ellipsoids | null = null;
  private ground: ReturnType<typeof grid> | null = null;
  private theme = "";
  private built: unknown[] = [];
  private shown: unknown[] = [];
  private stops: (() => void)[] = [];

  constructor(host: HTMLElement) {
    this.stage = new Stage(host);
    this.framing = new Framing(this.stage);
    this.stage.world.add(this.robot.group, this.traces.group, this.rods.group);
    this.stage.before = this.update;
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => this.again();
    theme.addEventListener("change", repaint);
    this.stage.canvas.addEventListener("webglcontextrestored", repaint);
    const { invalidate } = this.stage;
    this.stops = [...[motion, studio, view, meshFiles].map((s) => s.subscribe(invalidate)), () => theme.removeEventListener("change", repaint)];
    this.again();
  }

  /** Colours and highlights anew with the next picture: the theme changed, or a mesh came. */
  again(): void {
    this.shown = [];
    this.theme = colour("--ground");
    this.stage.setBackground(this.theme);
  }

  /** Handles are there while things are placed. */
  private arm(): void {
    const wanted = view.get().mode === "place";
    if (wanted === (this.handles !== null)) return;
    this.handles?.dispose();
    this.handles = wanted ? new Handles(this) : null;
    this.tool = this.handles;
  }

  private update = (): void => {
    const { parameters } = motion.get();
    const { edited, good } = studio.get();
    const program = subjectOf(motion.get().program, edited.data);
    if (!program?.functions.place || program.layout.bodies.length === 0) return this.empty();
    const q = this.instead?.q ?? motion.get().q;
    const now = [program, parameters, at(edited.data, ["studio", "shapes"]), edited.data.gravity, good?.checked.report, meshFiles.get().version, this.theme];
    const placed = program.functions.place(q, parameters) as unknown as Placed;
    this.placed = placed;
    if (now.some((x, k) => x !== this.built[k])) {
      this.built = now;
      this.shown = [];
      this.build(program, placed);
    }
    this.dress();
    this.robot.place(placed);
    this.marks?.place(placed);
    this.closures?.place(placed);
    this.ellipsoids?.place(placed);
    this.rods.set(program.picture?.rods(q, parameters) ?? [], this.robot.thin);
    this.traces.place(program, this.instead?.t ?? motion.get().t, this.instead !== null);
    this.framing.follow(this.anatomy!, placed);
    this.arm();
    this.tool?.update(placed);
  };

  private empty(): void {
    this.robot.group.visible = false;
    this.rods.set([], 1);
    for (const layer of [this.marks, this.closures, this.ellipsoids]) layer?.group.removeFromParent();
    this.built = [];
    this.anatomy = this.placed = null;
  }

  /** Values of parameters: of the document, and of sliders. */
  names(): Names {
    const { program, parameters } = motion.get();
    const moved = program?.layout.parameters.map((p, k) => [p.name, parameters[k] ?? p.value] as const) ?? [];
    return { ...parameterValues(studio.get().edited.data), ...Object.fromEntries(moved) };
  }

  private build({ layout, picture }: Subject, placed: Placed): void {
    const data = studio.get().edited.data;
    const names = this.names();
    this.anatomy = anatomy(layout, placed, coordinatesOnly(data, layout));
    const shapes = picture ? shapesOf({}, {}) : shapesOf(data, names);
    const boxes = new Map(picture?.boxes(rounded(this.anatomy.size)).map((s) => [s.body, [s]]));
    this.robot.group.visible = true;
    this.robot.build(this.anatomy, { ...shapes, byBody: new Map([...shapes.byBody, ...boxes]) });
    const size = rounded(this.anatomy.size);
    this.layers(layout, size, names);
    view.set({ said: [...shapes.wrong, ...undrawn(picture)] });
    const screen = screenOf(gravityOf(data, names));
    const turnedOver = this.stage.setScreen(screen);
    const moving = this.anatomy.joints.filter((j) => j.type !== "fixed");
    const flat = isFlat(screen, moving.map((j) => turned(poseAt(placed.poses, j.pose), j.axis))) && Math.abs(screen.up[2]) < 0.5;
    this.lay(size, flat, placed);
    this.framing.atFirst(this.anatomy, placed, { turned: turnedOver, flat });
  }

  /** What is drawn beside the robot. */
  private layers(layout: Layout, size: number, names: Names): void {
    const { edited, good } = studio.get();
    const report = good?.checked.report;
    for (const old of [this.marks, this.closures, this.ellipsoids]) {
      old?.group.removeFromParent();
      old?.dispose();
    }
    this.marks = new Marks(this.anatomy!, size, { text: colour("--ink"), ground: colour("--panel") }, new Set([...Object.keys(mapAt(edited.data, ["frames"])), ...layout.variables.map((v) => v.name)]));
    this.closures = new Closures(closuresOf(report?.loops ?? [], layout), size, this.robot.thin);
    this.ellipsoids = new Ellipsoids(report?.tree?.bodies ?? [], this.anatomy!, names, this.robot.thin);
    this.stage.world.add(this.marks.group, this.closures.group, this.ellipsoids.group);
  }

  /** The grid: below everything, or behind what moves in the plane of the screen. */
  private lay(size: number, upright: boolean, placed: Placed): void {
    this.ground?.removeFromParent();
    this.ground?.geometry.dispose();
    const { up, into } = this.stage.screen;
    const low = lowest(spots(this.anatomy!, placed), up);
    const below: Vec = low < -0.2 * size ? scale(up, -1.15 * Math.max(size, -low)) : scale(up, -0.006 * size);
    this.ground = grid(this.stage.screen, upright ? scale(into, 0.06 * size) : below, gridStep(2 * size), colour("--soft"), upright);
    this.stage.world.add(this.ground);
  }

  private dress(): void {
    const { selection, lit, edited } = studio.get();
    const { shows, traced } = view.get();
    const now = [selection, lit, edited.data, shows, traced];
    if (this.shown.length > 0 && now.every((x, k) => x === this.shown[k])) return;
    this.shown = now;
    const { layout } = subjectOf(motion.get().program, edited.data)!;
    this.robot.highlight(new Set(selection), litParts(lit, edited.data, layout));
    this.marks?.show(shows, selection);
    if (this.ellipsoids) this.ellipsoids.group.visible = shows.ellipsoids;
    if (this.ground) this.ground.visible = shows.grid;
    const wanted = new Set(traced ?? tracedAtFirst(edited.data, layout));
    this.traces.choose(traceable(layout).filter((t) => wanted.has(t.part)));
    this.traces.group.visible = shows.traces;
  }

  /** See what is selected, or everything. */
  frame(): void {
    if (this.anatomy && this.placed) this.framing.frame(studio.get().selection, this.anatomy, this.placed);
  }

  look(from: ViewName): void {
    if (this.anatomy && this.placed) this.framing.look(from, this.anatomy, this.placed);
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

  dispose(): void {
    for (const stop of this.stops) stop();
    this.handles?.dispose();
    for (const layer of [this.marks, this.closures, this.ellipsoids]) layer?.dispose();
    this.traces.dispose();
    this.rods.dispose();
    this.robot.dispose();
    this.ground?.geometry.dispose();
    this.stage.dispose();
  }
}
