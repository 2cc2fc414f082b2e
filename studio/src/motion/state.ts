/** What the page shows of the motion: the program of the last good document, the state at the cursor, and the runs. */
import type { Layout } from "@/backend/protocol";
import { createStore, useStore } from "@/store/state";

type Out = Record<string, Float64Array>;
/** Functions of the generated module, by the names of protocol.ts. */
export type ProgramFunctions = Record<string, (...inputs: unknown[]) => Out>;

export interface Program {
  /** Of the document that it was generated from. */
  hash: string;
  layout: Layout;
  functions: ProgramFunctions;
}

/** Samples of one run, one row per instant; columns are named by the layout (of closed robots: of the tree). */
export interface Tape {
  id: number;
  /** What it shows ("now", "L2 = 1.2", "measured.csv"). */
  label: string;
  layout: Layout;
  t: number[];
  q: Float64Array[];
  v: Float64Array[];
  a: Float64Array[];
  tau: Float64Array[];
  /** What acts in the joints about their axes. */
  acting: Float64Array[];
  kinetic: number[];
  potential: number[];
  work: number[];
  /** Largest gap of the loops, where there are loops. */
  gaps: number[];
  /** Forces in the loops' closures, where the server told them: one row per instant. */
  constraint?: { labels: string[]; values: number[][] };
  /** The program and the parameters' values of every sample: what frames did follows from them. */
  functions?: ProgramFunctions;
  parameters?: Float64Array[];
}

export interface MotionState {
  program: Program | null;
  /** none: no program yet; waiting: the server computes; ended: the run's time is over. */
  status: "none" | "ready" | "running" | "paused" | "waiting" | "ended";
  /** Time at the cursor, and the state there: 3D and sliders show it. q, v: of the tree where the robot is closed. */
  t: number;
  q: Float64Array;
  v: Float64Array;
  /** In the order of layout.parameters; sliders change them at once. */
  parameters: Float64Array;
  /** The run that goes on or was last made; null before the first. */
  tape: Tape | null;
  /** Runs kept for comparison, measured tables. */
  kept: readonly Tape[];
  speed: number;
  /** A body that is being dragged: the force in world axes at a point of the world. */
  push: { body: string; point: [number, number, number]; force: [number, number, number] } | null;
  /** Sentences that must stand beside the run (stops, contact, doubts about the energy, slower than real time). */
  said: readonly string[];
  /** Why it cannot be played; empty where it can. */
  reason: string;
  /** Largest violation of the energy balance of the run, relative to the energy that moves; NaN before there is one. */
  energyError: number;
  /** Part of a run to the end, a run of the server or a sweep that is done, 0 to 1; null where none goes on. */
  progress: number | null;
}

export const motion = createStore<MotionState>({
  program: null,
  status: "none",
  t: 0,
  q: new Float64Array(0),
  v: new Float64Array(0),
  parameters: new Float64Array(0),
  tape: null,
  kept: [],
  speed: 1,
  push: null,
  said: [],
  reason: "",
  energyError: NaN,
  progress: null,
});

export const useMotion = <S>(select: (now: MotionState) => S): S => useStore(motion, select);
