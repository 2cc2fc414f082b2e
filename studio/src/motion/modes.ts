/** Natural frequencies and modes about the pose shown, and a mode that is watched. */
import { ask, Cancelled } from "@/backend/backend";
import type { Mode } from "@/backend/protocol";
import { createStore } from "@/store/state";
import { studio } from "@/store/studio";
import { deck, now, settle } from "./deck";
import { showElsewhere } from "./player";
import type { Program } from "./state";

export interface Modes {
  found: readonly Mode[] | null;
  stable: boolean;
  /** Positions that they are about. */
  about: Float64Array;
  /** The one that is watched; -1: none. */
  playing: number;
  /** Largest displacement, in rad or m. */
  size: number;
  waiting: boolean;
  /** What must be said of them. */
  said: string;
}

export const modes = createStore<Modes>({ found: null, stable: true, about: new Float64Array(0), playing: -1, size: 0.3, waiting: false, said: "" });
const FASTEST = 1; // Hz that eyes can follow; faster modes are slowed

/** Ask for the modes about the pose shown. */
export async function findModes(): Promise<void> {
  settle();
  const { program, q } = now();
  if (!program) return;
  modes.set({ waiting: true, said: "", found: null });
  try {
    const answer = await ask("modes", { document: studio.get().edited.text, q: Array.from(q) });
    if (!answer.ok) return modes.set({ waiting: false, said: answer.messages.map((m) => `${m.what}${m.hint ? `: ${m.hint}` : ""}`).join("; ") });
    modes.set({ waiting: false, found: answer.modes, stable: answer.stable, about: q, said: answer.said.join("; ") });
  } catch (error) {
    if (!(error instanceof Cancelled)) modes.set({ waiting: false, said: error instanceof Error ? error.message : String(error) });
  }
}

/** What kind of motion an eigenvalue is. */
export function kindOf(mode: Mode): string {
  const size = Math.hypot(mode.real, mode.imaginary);
  if (size < 1e-6) return "moves freely";
  if (Math.abs(mode.imaginary) < 1e-9 * Math.max(1, size)) return mode.real > 0 ? "falls away" : "creeps back";
  if (mode.real > 1e-9 * size) return "grows";
  return mode.real < -1e-9 * size ? "swings, dies away" : "swings";
}

/** Positions of a mode at a phase: the real part of shape e^(i phase), as a displacement of q. */
export function displaced({ layout, functions }: Program, about: Float64Array, mode: Mode, phase: number, size: number): Float64Array {
  const shape = mode.shape.real.map((re, k) => size * (re * Math.cos(phase) - (mode.shape.imaginary[k] ?? 0) * Math.sin(phase)));
  const q = Float64Array.from(about);
  if (layout.kind === "open" && layout.nq !== layout.nv && functions.slope) {
    const none = new Float64Array(layout.nv);
    const { dq } = functions.slope(0, about, Float64Array.from(shape), new Float64Array(layout.signals.length), none, now().parameters);
    dq!.forEach((x, k) => (q[k]! += x));
    return q;
  }
  for (const c of layout.coordinates) {
    const freedom = layout.kind === "lagrangian" ? layout.freedoms[c.index] : layout.freedoms.find((f) => f.name === c.name);
    if (freedom) q[c.index]! += shape[freedom.index] ?? 0;
  }
  return q;
}

/** Whether modes of this program can be shown as motions. */
export const canAnimate = (program: Program | null): boolean => program !== null && program.layout.variables.every((x) => /^(R|S1)/.test(x.manifold));

/** Watch a mode, until `stopMode`, or until something else moves the mechanism. */
export function watchMode(index: number): void {
  settle();
  const { program } = now();
  const mode = modes.get().found?.[index];
  if (!program || !mode || now().status === "running") return;
  const begun = performance.now();
  const { about } = modes.get();
  const pace = 2 * Math.PI * Math.min(FASTEST, Math.max(mode.frequency, 0.2));
  let frame = 0;
  const each = (at: number) => {
    showElsewhere(displaced(program, about, mode, pace * (Math.max(0, at - begun) / 1000) - Math.PI / 2, modes.get().size));
    frame = requestAnimationFrame(each);
  };
  modes.set({ playing: index });
  const before = now().q;
  deck.settle = () => {
    cancelAnimationFrame(frame);
    showElsewhere(before);
    modes.set({ playing: -1 });
  };
  frame = requestAnimationFrame(each);
}

/** The mechanism is where it was. */
export const stopMode = (): void => settle();
