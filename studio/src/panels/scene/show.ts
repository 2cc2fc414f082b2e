/** Keeps the stage as the stores say: the robot of the program, at the state of the motion, with the parts that are selected lit. */
import { Raycaster, Vector2, Vector3 } from "three";
import { at, pathOf } from "@/document/data";
import { parameterValues } from "@/document/formula";
import { motion } from "@/motion/state";
import { anatomy, type Anatomy, type Placed } from "@/scene/anatomy";
import { litParts } from "@/scene/lit";
import { add, length, origin, poseAt, scale, sub, type Vec, vec } from "@/scene/rigid";
import { type Shapes, shapesOf } from "@/scene/shapes";
import { gravityOf, gridStep, isFlat, screenOf } from "@/scene/view";
import { select, studio } from "@/store/studio";
import { axisOf, grid, Marks } from "./marks";
import { type MeshLoader, RobotView, rounded } from "./robot";
import { Stage } from "./stage";
import { view } from "./state";

const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The 3D view without its buttons. */
export class Show {
  readonly stage: Stage;
  readonly robot: RobotView;
  anatomy: Anatomy | null = null;
  /** Poses at the state that is shown. */
  placed: Placed | null = null;
  private marks: Marks | null = null;
  private ground: ReturnType<typeof grid> | null = null;
  private built: unknown[] = [];
  private shown: unknown[] = [];
  private followed: Vec | null = null;
  private framedSize = 0;
  private session: object | null = null;
  private stops: (() => void)[] = [];

  constructor(host: HTMLElement, loadMesh: MeshLoader) {
    this.stage = new Stage(host);
    this.robot = new RobotView(loadMesh, () => this.again());
    this.stage.world.add(this.robot.group);
    this.stage.before = this.update;
    const theme = matchMedia("(prefers-color-scheme: dark)");
    const repaint = () => this.again();
    theme.addEventListener("change", repaint);
    this.stops = [motion.subscribe(this.stage.invalidate), studio.subscribe(this.stage.invalidate), view.subscribe(this.stage.invalidate), () => theme.removeEventListener("change", repaint)];
    this.again();
  }

  /** Everything anew with the next picture: colours changed, or a mesh came. */
  again(): void {
    this.shown = [];
    this.stage.setBackground(colour("--ground"));
  }

  private update = (): void => {
    const { program, q, parameters } = motion.get();
    if (!program?.functions.place) return this.empty();
    const { edited } = studio.get();
    const shapesGiven = at(edited.data, ["studio", "shapes"]);
    const now = [program, parameters, shapesGiven, edited.data.gravity, colour("--ground")];
    const placed = program.functions.place(q, parameters) as unknown as Placed;
    if (now.some((x, k) => x !== this.built[k])) {
      this.built = now;
      this.build(placed);
      this.shown = [];
    }
    this.placed = placed;
    this.robot.place(placed);
    this.dress();
    this.marks?.place(placed);
    this.follow();
  };

  private empty(): void {
    this.robot.group.visible = false;
    this.marks?.group.removeFromParent();
  }

  private build(placed: Placed): void {
    const { program, parameters } = motion.get();
    const { layout } = program!;
    const data = studio.get().edited.data;
    const names = { ...parameterValues(data), ...Object.fromEntries(layout.parameters.map((p, k) => [p.name, parameters[k] ?? p.value])) };
    this.anatomy = anatomy(layout, placed);
    const shapes: Shapes = shapesOf(data, names);
    this.robot.group.visible = true;
    this.robot.build(this.anatomy, shapes);
    this.marks?.group.removeFromParent();
    this.marks?.dispose();
    const size = rounded(this.anatomy.size);
    this.marks = new Marks(this.anatomy, size, colour("--ink"));
    this.stage.world.add(this.marks.group);
    this.robot.place(placed);
    view.set({ said: shapes.wrong });
    const screen = screenOf(gravityOf(data, names));
    const turned = this.stage.setScreen(screen);
    const flat = isFlat(screen, this.anatomy.joints.filter((j) => j.type !== "fixed").map((j) => axisOf(poseAt(placed.poses, j.pose), j.axis)));
    const upright = flat && Math.abs(screen.up[2]) < 0.5;
    this.lay(size, upright, placed);
    this.frameAtFirst(turned, upright, placed);
  }

  /** The grid: below everything, or behind what moves in the plane of the screen. */
  private lay(size: number, upright: boolean, placed: Placed): void {
    this.ground?.removeFromParent();
    this.ground?.geometry.dispose();
    const { up, into } = this.stage.screen;
    const lowest = Math.min(0, ...this.spots(placed).map((p) => p[0] * up[0] + p[1] * up[1] + p[2] * up[2]));
    const below = lowest < -0.2 * size ? scale(up, -1.15 * Math.max(size, -lowest)) : ([0, 0, 0] as Vec);
    this.ground = grid(this.stage.screen, upright ? scale(into, 0.06 * size) : below, gridStep(2 * size), colour("--line"), upright);
    this.stage.world.add(this.ground);
  }

  private spots(placed: Placed): Vec[] {
    const a = this.anatomy;
    if (!a) return [];
    return [...a.joints.map((j) => origin(poseAt(placed.poses, j.pose))), ...a.bodies.flatMap((b) => b.points.map((p) => add(axisOf(poseAt(placed.poses, b.pose), p), origin(poseAt(placed.poses, b.pose))))), ...a.bodies.map((b) => vec(placed.centers, 3 * b.index))].filter((p) => p.every(Number.isFinite));
  }

  /** A ball around the whole. */
  private ball(placed: Placed): { middle: Vec; radius: number } {
    const spots = this.spots(placed);
    if (spots.length === 0) return { middle: [0, 0, 0], radius: 1 };
    const middle = scale(spots.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec), 1 / spots.length);
    return { middle, radius: Math.max(...spots.map((p) => length(sub(p, middle))), 0.5 * (this.anatomy?.size ?? 1)) * 1.12 + 3 * this.robot.thin };
  }

  /** A new document is seen as a whole (or from its kept camera); after that the camera is the person's. */
  private frameAtFirst(turned: boolean, flat: boolean, placed: Placed): void {
    const { edited } = studio.get();
    const opened = edited.past.length === 0 && edited.future.length === 0 && this.session !== edited;
    if (opened) {
      this.session = edited;
      this.stage.touched = false;
    }
    const size = this.anatomy!.size;
    const grown = size > 1.6 * this.framedSize || size < 0.4 * this.framedSize;
    if (!opened && !turned && (this.stage.touched || !grown)) return;
    this.framedSize = size;
    if (opened && this.keptCamera()) return;
    const { middle, radius } = this.ball(placed);
    this.stage.see(middle, radius, flat ? "front" : "corner", true);
  }

  private keptCamera(): boolean {
    const kept = at(studio.get().edited.data, ["studio", "camera"]) as { position?: number[]; target?: number[]; follow?: string } | undefined;
    const good = (x: unknown): x is number[] => Array.isArray(x) && x.length === 3 && x.every((n) => typeof n === "number");
    if (!good(kept?.position) || !good(kept.target)) return false;
    this.stage.go(new Vector3(...vec(kept.position)), new Vector3(...vec(kept.target)), true);
    this.stage.touched = true;
    if (typeof kept.follow === "string") view.set({ follow: kept.follow });
    return true;
  }

  /** See what is selected, or everything. */
  frame(): void {
    if (!this.placed || !this.anatomy) return;
    const spots = studio.get().selection.map((part) => this.spotOf(part)).filter((p): p is Vec => p !== null);
    if (spots.length === 0) {
      const { middle, radius } = this.ball(this.placed);
      return this.stage.see(middle, radius, null);
    }
    const middle = scale(spots.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec), 1 / spots.length);
    this.stage.see(middle, Math.max(0.2 * this.anatomy.size, ...spots.map((p) => length(sub(p, middle)))), null);
  }

  look(from: "front" | "right" | "top" | "corner"): void {
    if (!this.placed) return;
    this.stage.touched = true;
    const { middle, radius } = this.ball(this.placed);
    this.stage.see(middle, radius, from);
  }

  /** Where a part is: a body's centre of mass, a joint's or frame's origin. */
  spotOf(part: string): Vec | null {
    if (!this.placed || !this.anatomy) return null;
    const [section, name] = pathOf(part);
    const body = section === "bodies" ? this.anatomy.bodies.find((b) => b.name === name) : undefined;
    if (body) return vec(this.placed.centers, 3 * body.index);
    const other = [...(section === "joints" ? this.anatomy.joints : []), ...(section === "frames" ? this.anatomy.frames : [])].find((x) => x.name === name);
    return other ? origin(poseAt(this.placed.poses, other.pose)) : null;
  }

  private follow(): void {
    const { follow } = view.get();
    const spot = follow ? this.spotOf(follow) : null;
    if (spot && this.followed) this.stage.carry(new Vector3(...sub(spot, this.followed)));
    this.followed = spot;
  }

  private dress(): void {
    const { selection, lit, edited } = studio.get();
    const { shows } = view.get();
    const now = [selection, lit, edited.data, shows, this.robot.group.children.length];
    if (now.every((x, k) => x === this.shown[k]) && this.shown.length > 0) return;
    this.shown = now;
    const program = motion.get().program;
    this.robot.highlight(new Set(selection), program ? litParts(lit, edited.data, program.layout) : new Set());
    this.marks?.show(shows);
    if (this.ground) this.ground.visible = shows.grid;
  }

  /** The part under a place of the page, with the point of the world. */
  pick(x: number, y: number): { part: string; point: Vec } | null {
    const box = this.stage.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(((x - box.left) / box.width) * 2 - 1, 1 - ((y - box.top) / box.height) * 2), this.stage.camera);
    const hit = ray.intersectObject(this.robot.group, true)[0];
    if (!hit) return null;
    let object: typeof hit.object | null = hit.object;
    while (object && typeof object.userData.part !== "string") object = object.parent;
    return object ? { part: object.userData.part as string, point: [hit.point.x, hit.point.y, hit.point.z] } : null;
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
    this.marks?.dispose();
    this.robot.dispose();
    this.ground?.geometry.dispose();
    this.stage.dispose();
  }
}
