/** Draws plots in turns, never longer than a part of a frame: the run and the 3D picture go first. */
import { measured } from "@/motion/measure";
import { motion } from "@/motion/state";

const BUDGET = 6; // ms per frame for all plots
const EVERY = 60; // ms between two drawings of the same plot while the run goes on

export interface Painted {
  /** Whether it can be seen. */
  visible: boolean;
  draw(): void;
  cursor(t: number): void;
}

interface Entry {
  painted: Painted;
  drawn: number;
  dirty: boolean;
}

const entries: Entry[] = [];
let turn = 0;
let frame = 0;
let shownAt = NaN;

/** Take a plot into the turns; the result takes it out. */
export function enter(painted: Painted): { dirty(): void; leave(): void } {
  const entry: Entry = { painted, drawn: 0, dirty: true };
  entries.push(entry);
  wake();
  return {
    dirty() {
      entry.dirty = true;
      wake();
    },
    leave() {
      entries.splice(entries.indexOf(entry), 1);
    },
  };
}

/** All plots are drawn again. */
export function repaint(): void {
  for (const e of entries) e.dirty = true;
  wake();
}

function wake(): void {
  if (!frame && entries.length > 0) frame = requestAnimationFrame(paint);
}

function paint(): void {
  frame = 0;
  if (measured("plots", turns)) wake();
}

/** Whether something is left to draw. */
function turns(): boolean {
  const now = performance.now();
  const { t, status } = motion.get();
  const running = status === "running";
  let left = false;
  for (let n = 0; n < entries.length; n++) {
    const entry = entries[(turn + n) % entries.length]!;
    if (!entry.dirty || !entry.painted.visible) continue;
    if ((running && now - entry.drawn < EVERY) || performance.now() - now > BUDGET) {
      left = true;
      continue;
    }
    entry.painted.draw();
    Object.assign(entry, { drawn: now, dirty: false });
    turn = (turn + n + 1) % entries.length;
    n = -1;
    if (entries.every((e) => !e.dirty || !e.painted.visible)) break;
  }
  for (const { painted } of entries) if (painted.visible) painted.cursor(t);
  return left;
}

let tape = motion.get().tape;
let length = 0;
motion.subscribe(() => {
  const s = motion.get();
  const grown = s.tape !== tape || (s.tape?.t.length ?? 0) !== length;
  if (!grown && Object.is(s.t, shownAt)) return;
  shownAt = s.t;
  tape = s.tape;
  length = s.tape?.t.length ?? 0;
  if (grown) for (const e of entries) e.dirty = true;
  wake();
});
