/** Where the camera stands: at first so that everything is seen, then where a person put it, or along with what it follows. */
import { Vector3 } from "three";
import { type Json, pathOf } from "@/document/data";
import type { Anatomy, Placed } from "@/scene/anatomy";
import { add, dot, length, origin, placed as pointOf, poseAt, scale, sub, type Vec, vec } from "@/scene/rigid";
import type { ViewName } from "@/scene/view";
import type { Stage } from "./stage";

/** Points of the mechanism that must be seen. */
export function spots(a: Anatomy, placed: Placed): Vec[] {
  const attached = a.bodies.flatMap((b) => b.points.map((p) => pointOf(poseAt(placed.poses, b.pose), p)));
  return [...a.joints.map((j) => origin(poseAt(placed.poses, j.pose))), ...attached, ...a.bodies.map((b) => vec(placed.centers, 3 * b.index))].filter((p) => p.every(Number.isFinite));
}

/** How low it reaches, against the direction up. */
export const lowest = (points: readonly Vec[], up: Vec): number => Math.min(0, ...points.map((p) => dot(p, up)));

const mean = (points: readonly Vec[]): Vec => scale(points.reduce((sum, p) => add(sum, p), [0, 0, 0] as Vec), 1 / Math.max(1, points.length));

/** A ball about the box of points, a little larger. */
function around(points: readonly Vec[]): { middle: Vec; radius: number } {
  const middle = [0, 1, 2].map((k) => {
    const along = points.map((p) => p[k]!);
    return (Math.min(...along) + Math.max(...along)) / 2;
  }) as Vec;
  return { middle, radius: 1.1 * Math.max(1e-6, ...points.map((p) => length(sub(p, middle)))) };
}

/** Where a part is: a body's centre of mass, a joint's or frame's origin. */
export function spotOf(part: string, a: Anatomy, placed: Placed): Vec | null {
  const [section, name] = pathOf(part);
  const body = section === "bodies" ? a.bodies.find((b) => b.name === name) : undefined;
  if (body) return vec(placed.centers, 3 * body.index);
  const other = [...(section === "joints" ? a.joints : []), ...(section === "frames" ? a.frames : [])].find((x) => x.name === name);
  return other ? origin(poseAt(placed.poses, other.pose)) : null;
}

export class Framing {
  /** Points that are seen as a whole, where the way of the mechanism is known. */
  extent: readonly Vec[] = [];
  private framed = 0;
  private radius = Infinity;
  private session: object | null = null;
  private followed: { part: string; spot: Vec } | null = null;

  /** goAlong: is told the part that a kept camera follows. */
  constructor(
    private readonly stage: Stage,
    private readonly goAlong: (part: string) => void,
  ) {}

  /** A ball around the mechanism, thicker than its points, and around it turned half about the vertical through its root: what swings stays in sight. */
  private ball(a: Anatomy, placed: Placed): { middle: Vec; radius: number } {
    if (this.extent.length > 0) return around(this.extent);
    const here = spots(a, placed);
    if (here.length === 0) return { middle: [0, 0, 0], radius: 1 };
    const { up } = this.stage.screen;
    const held = a.joints.filter((j) => j.parent === "world" && !["floating", "planar"].includes(j.type)).map((j) => origin(poseAt(placed.poses, j.pose)));
    const root = mean(held.length > 0 ? held : here);
    const points = [...here, ...here.map((p) => sub(add(root, scale(up, 2 * dot(sub(p, root), up))), sub(p, root)))];
    const heights = points.map((p) => dot(p, up));
    const middle = add(root, scale(up, (Math.min(...heights) + Math.max(...heights)) / 2 - dot(root, up)));
    return { middle, radius: 1.15 * Math.max(...points.map((p) => length(sub(p, middle))), 0.5 * a.size) };
  }

  /** A new document is seen as a whole, or from its kept camera; after that the camera is the person's. */
  atFirst(a: Anatomy, placed: Placed, first: { turned: boolean; flat: boolean; opened: object | null; camera: Json | undefined }): void {
    const { turned, flat } = first;
    const opened = first.opened !== null && this.session !== first.opened;
    if (opened) {
      this.session = first.opened;
      this.stage.touched = false;
    }
    const grown = a.size > 1.6 * this.framed || a.size < 0.4 * this.framed;
    if (!opened && !turned && (this.stage.touched || !grown)) return;
    this.framed = a.size;
    if (opened && this.kept(first.camera)) return;
    const { middle, radius } = this.ball(a, placed);
    this.radius = radius;
    this.stage.see(middle, radius, flat ? "front" : "corner", true);
  }

  private kept(camera: Json | undefined): boolean {
    const kept = camera as { position?: number[]; target?: number[]; follow?: string } | undefined;
    const good = (x: unknown): x is number[] => Array.isArray(x) && x.length === 3 && x.every((n) => typeof n === "number");
    if (!good(kept?.position) || !good(kept.target)) return false;
    this.stage.go(new Vector3(...vec(kept.position)), new Vector3(...vec(kept.target)), true);
    this.stage.touched = true;
    if (typeof kept.follow === "string") this.goAlong(kept.follow);
    return true;
  }

  /** See parts, or everything. */
  frame(parts: readonly string[], a: Anatomy, placed: Placed): void {
    const chosen = parts.map((part) => spotOf(part, a, placed)).filter((p): p is Vec => p !== null);
    if (chosen.length === 0) return this.look(null, a, placed);
    const middle = mean(chosen);
    this.stage.see(middle, Math.max(0.25 * a.size, ...chosen.map((p) => length(sub(p, middle)))), null);
  }

  look(from: ViewName | null, a: Anatomy, placed: Placed): void {
    if (from) this.stage.touched = true;
    const { middle, radius } = this.ball(a, placed);
    this.stage.see(middle, radius, from);
  }

  /** Go along with what is followed. */
  follow(a: Anatomy, placed: Placed, follow: string | null): void {
    const spot = follow ? spotOf(follow, a, placed) : null;
    if (spot && this.followed?.part === follow) this.stage.carry(new Vector3(...sub(spot, this.followed.spot)));
    this.followed = spot && follow ? { part: follow, spot } : null;
    if (!follow && !this.stage.touched) this.keepInSight(a, placed);
  }

  /** What flies or falls away is gone after, as long as nobody has moved the camera. */
  private keepInSight(a: Anatomy, placed: Placed): void {
    const middle = mean(a.bodies.map((b) => vec(placed.centers, 3 * b.index)).filter((p) => p.every(Number.isFinite)));
    const away = sub(middle, this.stage.target);
    const far = length(away);
    const most = 0.4 * this.radius;
    if (a.bodies.length > 0 && far > most) this.stage.carry(new Vector3(...scale(away, 1 - most / far)));
  }
}
