/** A robot on a stage at one state of its motion, with all that is drawn beside it. Where the state comes from is left open. */
import type { Layout, Report } from "@/backend/protocol";
import { at, type JsonMap, mapAt } from "@/document/data";
import { type Names, parameterValues } from "@/document/formula";
import type { Tape } from "@/motion/state";
import { anatomy, type Anatomy, type Placed } from "@/scene/anatomy";
import { closuresOf, coordinatesOnly } from "@/scene/loops";
import { litParts } from "@/scene/lit";
import { poseAt, scale, turned, type Vec } from "@/scene/rigid";
import { shapesOf } from "@/scene/shapes";
import type { Subject } from "@/scene/subject";
import { traceable, tracedAtFirst } from "@/scene/traced";
import { gravityOf, gridStep, isFlat, screenOf, type ViewName } from "@/scene/view";
import { Closures } from "./closures";
import { Ellipsoids } from "./ellipsoids";
import { Framing, lowest, spots } from "./framing";
import { grid, Marks } from "./marks";
import { type MeshLoader, RobotView, rounded } from "./robot";
import { Rods } from "./rods";
import { Stage } from "./stage";
import type { ViewState } from "./state";
import { Traces, type TraceStyle } from "./traces";

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const undrawn = (picture: Subject["picture"]): string[] => (picture?.undrawn.length ? [`not drawn, it has no place in space: ${picture.undrawn.join(", ")}`] : []);

/** What there is to be seen. */
export interface Seen extends Pick<ViewState, "shows" | "traced" | "follow"> {
  subject: Subject;
  q: Float64Array;
  parameters: Float64Array;
  data: JsonMap;
  report: Pick<Report, "loops" | "tree"> | undefined;
  /** The run whose traces are drawn, up to an instant; null: none. */
  trail: { tape: Tape; t: number } | null;
  selection: readonly string[];
  lit: readonly string[];
  /** Grows when other meshes can be had. */
  meshes: number;
  /** A document that was just opened, and is seen as a whole; null: one that is worked on. */
  opened: object | null;
}

/** The 3D view without its buttons. */
export abstract class Picture {
  readonly stage: Stage;
  readonly robot: RobotView;
  readonly framing: Framing;
  anatomy: Anatomy | null = null;
  /** Poses at the state that is shown. */
  placed: Placed | null = null;
  protected marks: Marks | null = null;
  protected stops: (() => void)[] = [];
  private traces: Traces;
  private rods = new Rods();
  private closures: Closures | null = null;
  private ellipsoids: Ellipsoids | null = null;
  private ground: ReturnType<typeof grid> | null = null;
  private theme = "";
  private built: unknown[] = [];
  private shown: unknown[] = [];

  constructor(host: HTMLElement, loadMesh: MeshLoader, trace: TraceStyle) {
    this.stage = new Stage(host);
    this.robot = new RobotView(loadMesh, () => this.again());
    this.traces = new Traces(trace);
    this.framing = new Framing(this.stage, (part) => this.goAlong(part));
    this.stage.world.add(this.robot.group, this.traces.group, this.rods.group);
    this.stage.before = this.update;
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => this.again();
    theme.addEventListener("change", repaint);
    this.stage.canvas.addEventListener("webglcontextrestored", repaint);
    this.stops = [() => theme.removeEventListener("change", repaint)];
    this.again();
  }

  /** What is to be seen now; null: nothing. */
  protected abstract seen(): Seen | null;
  /** Sentences about what is not drawn. */
  protected abstract say(said: string[]): void;
  /** The camera that a document keeps follows a part. */
  protected abstract goAlong(part: string): void;
  /** Where the robot will be along a way that is known. */
  protected along(_now: Seen): Placed[] {
    return [];
  }
  /** The robot stands where it is to be seen. */
  protected moved(_placed: Placed): void {}

  /** Colours and highlights anew with the next picture: the theme changed, or a mesh came. */
  again(): void {
    this.shown = [];
    this.theme = colour("--ground");
    this.stage.setBackground(this.theme);
  }

  private update = (): void => {
    const now = this.seen();
    if (!now?.subject.functions.place || now.subject.layout.bodies.length === 0) return this.empty();
    const { subject, q, parameters } = now;
    const placed = subject.functions.place!(q, parameters) as unknown as Placed;
    this.placed = placed;
    const parts = [subject, parameters, at(now.data, ["studio", "shapes"]), now.data.gravity, now.report, now.meshes, this.theme];
    if (parts.some((x, k) => x !== this.built[k])) {
      this.built = parts;
      this.shown = [];
      this.build(now, placed);
    }
    this.dress(now);
    this.robot.place(placed);
    this.marks?.place(placed);
    this.closures?.place(placed);
    this.ellipsoids?.place(placed);
    this.rods.set(subject.picture?.rods(q, parameters) ?? [], this.robot.thin);
    this.traces.place(subject, parameters, now.trail);
    this.framing.follow(this.anatomy!, placed, now.follow);
    this.moved(placed);
  };

  private empty(): void {
    this.robot.group.visible = false;
    this.rods.set([], 1);
    for (const layer of [this.marks, this.closures, this.ellipsoids]) layer?.group.removeFromParent();
    this.built = [];
    this.anatomy = this.placed = null;
  }

  private build(now: Seen, placed: Placed): void {
    const { layout, picture } = now.subject;
    const names = namesOf(now.data, layout, now.parameters);
    this.anatomy = anatomy(layout, placed, coordinatesOnly(now.data, layout));
    const shapes = picture ? shapesOf({}, {}) : shapesOf(now.data, names);
    const boxes = new Map(picture?.boxes(rounded(this.anatomy.size)).map((s) => [s.body, [s]]));
    this.robot.group.visible = true;
    this.robot.build(this.anatomy, { ...shapes, byBody: new Map([...shapes.byBody, ...boxes]) });
    const size = rounded(this.anatomy.size);
    this.layers(now, size, names);
    this.say([...shapes.wrong, ...undrawn(picture)]);
    const screen = screenOf(gravityOf(now.data, names));
    const turnedOver = this.stage.setScreen(screen);
    const moving = this.anatomy.joints.filter((j) => j.type !== "fixed");
    const flat = isFlat(screen, moving.map((j) => turned(poseAt(placed.poses, j.pose), j.axis))) && Math.abs(screen.up[2]) < 0.5;
    this.lay(size, flat, placed);
    this.framing.extent = this.along(now).flatMap((at) => spots(this.anatomy!, at));
    this.framing.atFirst(this.anatomy, placed, { turned: turnedOver, flat, opened: now.opened, camera: at(now.data, ["studio", "camera"]) });
  }

  /** What is drawn beside the robot. */
  private layers({ subject: { layout }, data, report }: Seen, size: number, names: Names): void {
    for (const old of [this.marks, this.closures, this.ellipsoids]) {
      old?.group.removeFromParent();
      old?.dispose();
    }
    this.marks = new Marks(this.anatomy!, size, { text: colour("--ink"), ground: colour("--panel") }, new Set([...Object.keys(mapAt(data, ["frames"])), ...layout.variables.map((v) => v.name)]));
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

  private dress({ selection, lit, data, shows, traced, subject: { layout } }: Seen): void {
    const now = [selection, lit, data, shows, traced];
    if (this.shown.length > 0 && now.every((x, k) => x === this.shown[k])) return;
    this.shown = now;
    this.robot.highlight(new Set(selection), litParts(lit, data, layout));
    this.marks?.show(shows, selection);
    if (this.ellipsoids) this.ellipsoids.group.visible = shows.ellipsoids;
    if (this.ground) this.ground.visible = shows.grid;
    const wanted = new Set(traced ?? tracedAtFirst(data, layout));
    this.traces.choose(traceable(layout).filter((t) => wanted.has(t.part)));
    this.traces.group.visible = shows.traces;
  }

  /** See parts, or everything. */
  frame(parts: readonly string[] = []): void {
    if (this.anatomy && this.placed) this.framing.frame(parts, this.anatomy, this.placed);
  }

  look(from: ViewName): void {
    if (this.anatomy && this.placed) this.framing.look(from, this.anatomy, this.placed);
  }

  dispose(): void {
    for (const stop of this.stops) stop();
    for (const layer of [this.marks, this.closures, this.ellipsoids]) layer?.dispose();
    this.traces.dispose();
    this.rods.dispose();
    this.robot.dispose();
    this.ground?.geometry.dispose();
    this.stage.dispose();
  }
}

/** Values of parameters: of the document, and of sliders. */
export function namesOf(data: JsonMap, layout: Layout | undefined, parameters: Float64Array): Names {
  const moved = layout?.parameters.map((p, k) => [p.name, parameters[k] ?? p.value] as const) ?? [];
  return { ...parameterValues(data), ...Object.fromEntries(moved) };
}
