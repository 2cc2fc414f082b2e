/** What is behind the cursor: the run in the page, what makes it stale, and what must be said of it. */
import { data } from "@/store/studio";
import type { JsonMap } from "@/document/data";
import { DOUBT } from "./account";
import { Stuck } from "./integrators";
import { type Mover, moverOf, type Surroundings, tidier } from "./mover";
import { Session } from "./session";
import { setupOf } from "./setup";
import { missingSignals, signalsAt } from "./signals";
import { motion, type MotionState, type Program } from "./state";
import { endOf, indexAt, stateAt } from "./tape";

export interface Placed {
  q: Float64Array;
  v: Float64Array;
}

export const deck = {
  session: null as Session | null,
  /** Something changed since the tape was made: from the cursor on it is not what would happen now. */
  stale: false,
  /** Where a run begins instead of at the document's start. */
  posed: null as Placed | null,
  /** The start of the document, as text; empty before there is a program. */
  start: "",
  /** Why the last run could not go on. */
  stuck: "",
  /** What the server said of its run. */
  extra: [] as readonly string[],
  /** Ends what shows the mechanism elsewhere than it is (a mode that is animated). */
  settle: null as (() => void) | null,
  /** The run's pace over the clock's, 1 where it keeps up. */
  late: 1,
  /** The document was edited since its program was generated; what was asked of the run meanwhile waits for the new one. */
  pending: false,
  wish: null as (() => void) | null,
};

/** The mechanism is where it is again. */
export function settle(): void {
  const end = deck.settle;
  deck.settle = null;
  end?.();
}

export const around: Surroundings = { parameters: new Float64Array(0), push: null, signals: () => new Float64Array(0) };
export const now = (): MotionState => motion.get();

let read: { of: JsonMap; setup: ReturnType<typeof setupOf> } | null = null;
/** The document's run; read once per document. */
export function setup(): ReturnType<typeof setupOf> {
  const of = data();
  if (read?.of !== of) read = { of, setup: setupOf(of) };
  return read.setup;
}

/** Whether the motion comes from the server. */
export const byServer = (program: Program | null): boolean => program?.layout.kind === "closed" || setup().method === "server";
/** Whether there is something to play. */
export const canPlay = (s: MotionState = now()): boolean => s.program !== null && s.reason === "" && s.status !== "waiting";

/** The last sample's instant. */
export function lastInstant(): number {
  const { time, rate } = setup();
  return Math.max(1, Math.round(time * rate)) / rate;
}

function moverNow(program: Program): Mover {
  const { parameters, push } = now();
  Object.assign(around, { parameters, push, signals: signalsAt(program.layout.signals) });
  const { step, tolerance, method } = setup();
  return moverOf(program, { step, tolerance, method }, around);
}

/** Be at time 0, at the start or where the mechanism was posed. The tape stays until the next run. */
export function toStart(): void {
  const { program } = now();
  if (!program) return;
  deck.session = null;
  deck.stuck = "";
  const { start } = program.layout;
  const from = deck.posed ?? { q: Float64Array.from(start.q), v: Float64Array.from(start.v) };
  motion.set({ status: "ready", t: 0, q: from.q, v: from.v, progress: null });
}

/** A session that can compute on from the cursor. */
export function prepare(program: Program): void {
  const { tape, t, q, v, status } = now();
  const { rate } = setup();
  if (deck.session && !deck.stale && deck.session.rate === rate) return;
  const mover = moverNow(program);
  const anew = status === "ready" || !tape || indexAt(tape.t, t) < 0;
  const session = anew
    ? Session.begin(program, mover, { t, q, v, work: 0 }, rate)
    : Session.resume(program, mover, tape, deck.stale ? t : endOf(tape), rate);
  Object.assign(deck, { session, stale: false, stuck: "" });
  motion.set({ tape: session.tape, energyError: session.account.error });
}

/** Do it; an integration that cannot go on stops there and says what to do. */
export function guarded(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    const at = error instanceof Stuck ? ` at t = ${error.t.toPrecision(4)} s` : "";
    const what = error instanceof Error ? error.message : String(error);
    deck.stuck = `the run stopped${at}: ${what}. Choose a smaller step, or the server's method for stiff mechanisms (run settings)`;
    motion.set({ status: "ended", progress: null });
    show(endOf(now().tape), "ended");
    tell();
    return false;
  }
}

/** The cursor at an instant of the tape. */
export function show(t: number, status: MotionState["status"]): void {
  const { program, tape } = now();
  if (!program || !tape || tape.t.length === 0) return;
  const whole = program.layout.kind !== "open" || status !== "running";
  const error = deck.session ? { energyError: deck.session.account.error } : {};
  motion.set({ t, status, ...stateAt(tape, t, whole, tidier(program.layout)), ...error });
}

/** Whether a run begins at rest, with nothing that would ever move it. */
function rests(): boolean {
  const { tape, push } = now();
  const still = (row: Float64Array | undefined) => row !== undefined && row.length > 0 && row.every((x) => Math.abs(x) < 1e-12);
  return tape !== null && !push && Object.keys(setup().inputs).length === 0 && still(tape.v[0]) && still(tape.a[0]) && still(tape.v.at(-1)) && still(tape.a.at(-1));
}

/** Joints that a run takes beyond their limits where these do not act, in words; empty where none is. */
export function beyond({ program, tape }: Pick<MotionState, "program" | "tape">, stops: unknown): string {
  if (!program || !tape || stops) return "";
  const out = program.layout.coordinates.filter(({ index, lower, upper }) => tape.q.some((q) => q[index]! < (lower ?? -Infinity) - 1e-9 || q[index]! > (upper ?? Infinity) + 1e-9));
  if (out.length === 0) return "";
  const who = out.slice(0, 3).map((c) => c.name).join(", ") + (out.length > 3 ? ` and ${out.length - 3} more` : "");
  return `beyond the limits of ${who}: limits act only as stops, which the run settings switch on`;
}

const RESTS = "nothing moves: it starts in equilibrium. Give it another start or a speed (initial conditions), turn gravity across an axis, or push it in 3D";

/** Put together what must stand beside the run. */
export function tell(): void {
  const { program, energyError, status, speed } = now();
  const missing = program ? missingSignals(program.layout.signals) : [];
  const off = `the energy is off by ${energyError.toExponential(0)} of what moves: doubt this run, choose a smaller step or tolerance`;
  const said = [
    ...(deck.stuck ? [deck.stuck] : []),
    ...(missing.length > 0 ? [`no column for the signal ${missing.join(", ")}: it is 0. Load a CSV in the run settings`] : []),
    ...(energyError > DOUBT ? [off] : []),
    ...(status !== "ready" && rests() ? [RESTS] : []),
    ...(status === "ended" || status === "paused" ? [beyond(now(), setup().stops)].filter(Boolean) : []),
    ...(status === "running" && deck.late < 0.9 ? [`slower than real time: x${(deck.late * speed).toPrecision(1)}`] : []),
    ...(byServer(program) ? deck.extra : []),
    ...(program?.layout.notes ?? []),
  ];
  if (said.join("\n") !== now().said.join("\n")) motion.set({ said });
}
