/** What is played: which robot, where it stands, the clock. */
import { CLOSED, closedFrom } from "@/motion/closing";
import { tidier } from "@/motion/mover";
import { endOf, stateAt } from "@/motion/tape";
import { createStore } from "@/store/store";
import type { Given } from "./given";

export interface PlayerState {
  robots: readonly Given[];
  chosen: number;
  q: Float64Array;
  t: number;
  speed: number;
  playing: boolean;
  said: readonly string[];
}

export const SPEEDS = [0.05, 0.1, 0.2, 0.5, 1, 2, 5] as const;
const LONGEST = 100; // ms between frames that still count
const SHORT = 2; // s: shorter motions are played slower

const none = new Float64Array(0);
export const player = createStore<PlayerState>({ robots: [], chosen: 0, q: none, t: 0, speed: 1, playing: false, said: [] });

export const robotNow = (): Given => player.get().robots[player.get().chosen]!;
export const lasts = (): number => endOf(robotNow().tape);

/** Show another robot, at the start of its motion. */
export function choose(chosen: number): void {
  player.set({ chosen, playing: false, said: [] });
  const wanted = Math.max(1e-9, lasts()) / SHORT;
  player.set({ speed: lasts() > 0 ? (SPEEDS.findLast((s) => s <= Math.min(1, wanted)) ?? SPEEDS[0]) : 1 });
  const { tape, subject } = robotNow();
  if (tape) scrub(0);
  else player.set({ t: 0, q: Float64Array.from(subject.layout.start.q) });
}

/** Where the motion is at an instant. */
export function scrub(t: number): void {
  const { tape, subject } = robotNow();
  if (tape) player.set({ t, q: stateAt(tape, t, false, tidier(subject.layout)).q });
}

/** One coordinate by hand; loops are closed again, or it is said that they cannot be. */
export function move(index: number, value: number): void {
  const { subject, parameters } = robotNow();
  const before = player.get().q;
  const q = before.slice();
  q[index] = value;
  const found = closedFrom(subject, q, before, parameters);
  const open = found !== null && !(found.gap < CLOSED);
  player.set({ playing: false, q: open ? before.slice() : (found?.tree.slice() ?? q), said: open ? ["the loops do not close there"] : [] });
}

/** Play on from the cursor, again and again, or stop there. */
export function toggle(): void {
  const playing = !player.get().playing;
  player.set({ playing, said: [] });
  if (playing) requestAnimationFrame((now) => tick(now, now));
}

function tick(now: number, last: number): void {
  const { playing, t, speed } = player.get();
  if (!playing) return;
  const next = t + (Math.min(LONGEST, Math.max(0, now - last)) / 1000) * speed;
  scrub(next <= lasts() ? next : 0);
  requestAnimationFrame((then) => tick(then, now));
}
