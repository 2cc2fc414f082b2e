/** Play, pause, step, scrub: the cursor moves along the tape, and the tape is made as far as the cursor needs it. */
import { say } from "@/store/studio";
import { CLOSED, closedFrom } from "./closing";
import { around, byServer, canPlay, deck, guarded, lastInstant, now, prepare, settle, setup, show, tell, toStart } from "./deck";
import { compute, playServer, run, stop } from "./loop";
import { tidier } from "./mover";
import { signals } from "./signals";
import { motion, type MotionState, type Program } from "./state";
import { copied, endOf, nearest } from "./tape";

export { byServer, canPlay } from "./deck";

/** Whether something has to wait for the program of the document as it is now; it is done then. */
function waits(wish: () => void): boolean {
  if (!deck.pending || now().status === "running") return false;
  deck.wish = wish;
  say("the run begins when the equations of the last edit are here");
  return true;
}

/** The program is that of the document: what waited for it is done. */
export function caughtUp(): void {
  const { wish } = deck;
  deck.wish = null;
  deck.pending = false;
  wish?.();
}

/** Go on from the cursor; from the start where the run has ended or not begun. */
export function play(): void {
  if (waits(play)) return;
  settle();
  const { program, status } = now();
  if (!program || !canPlay() || status === "running") return;
  fromEnd();
  if (byServer(program)) void playServer(program);
  else if (guarded(() => prepare(program))) run();
  tell();
}

/** A run that is over begins again, edited since or not; one whose time was made longer goes on. */
function fromEnd(): void {
  const { status, t } = now();
  if ((status === "ended" && deck.stuck) || (status !== "ready" && t >= lastInstant() - 1e-9)) toStart();
}

/** Stop where the cursor is, at the nearest sample. */
export function pause(): void {
  stop();
  if (now().status !== "running") return;
  motion.set({ status: "paused", progress: null });
  scrub(now().t);
  tell();
}

export const toggle = (): void => (now().status === "running" ? pause() : play());

/** One sample further. */
export function stepOnce(): void {
  if (waits(stepOnce)) return;
  settle();
  const { program } = now();
  if (!program || !canPlay()) return;
  pause();
  const served = byServer(program);
  if (served && (!now().tape || deck.stale)) return void playServer(program, "stay");
  if (now().status === "ended") return;
  const next = now().t + 1 / setup().rate;
  const ready = served || guarded(() => (prepare(program), void deck.session!.compute(next, lastInstant(), performance.now() + 1000)));
  if (ready) scrubOr(next);
}

function scrubOr(next: number): void {
  const t = Math.min(next, endOf(now().tape));
  show(t, t >= lastInstant() - 1e-9 ? "ended" : "paused");
}

/** Back to the start of the document, and to time 0. */
export function reset(): void {
  settle();
  stop();
  deck.posed = null;
  toStart();
  tell();
}

/** Move the cursor to a sample of the tape. */
export function scrub(t: number): void {
  settle();
  const { tape, status } = now();
  if (!tape || tape.t.length === 0) return;
  const at = tape.t[nearest(tape.t, t)]!;
  show(at, status === "running" ? "running" : at >= lastInstant() - 1e-9 ? "ended" : "paused");
}

export function setSpeed(speed: number): void {
  motion.set({ speed });
}

/** The whole run at once, in pieces between which the page lives; `pause` ends it. */
export async function runToEnd(): Promise<void> {
  if (waits(() => void runToEnd())) return;
  settle();
  const { program } = now();
  if (!program || !canPlay()) return;
  pause();
  fromEnd();
  if (byServer(program)) return playServer(program, "end");
  if (guarded(() => prepare(program))) await compute();
}

/** Keep the run that is on the tape beside those to come. */
export function keepRun(label: string): void {
  const { tape, kept } = now();
  if (tape) motion.set({ kept: [...kept, copied(tape, label)] });
}

// --- from sliders, pointers, and the document -----------------------------------------------------------------------------

/** A parameter's value from now on; a run goes on with it. */
export function setParameter(name: string, value: number): void {
  setParameters({ [name]: value });
}

/** Values of several parameters at once; whether all of them are in the program. */
export function setParameters(values: Record<string, number>): boolean {
  const { program, parameters } = now();
  if (!program) return false;
  const places = Object.keys(values).map((name) => program.layout.parameters.findIndex((p) => p.name === name));
  if (places.includes(-1)) return false;
  const made = Float64Array.from(parameters);
  Object.values(values).forEach((value, k) => (made[places[k]!] = value));
  motion.set({ parameters: made });
  changed();
  if (now().status === "ready" && program.layout.kind === "closed") {
    const closed = closedAt(program, now().q);
    if (closed) motion.set({ q: closed });
  }
  return true;
}

/** Pull a body, or let it go. */
export function setPush(push: MotionState["push"]): void {
  const before = now().push;
  motion.set({ push });
  if (push && before) around.push = push;
  else changed();
}

/** Something that acts has changed: a run that goes on forks here, one that rests does when it is played. */
function changed(): void {
  const { program, status } = now();
  deck.stale = true;
  if (!program || status !== "running") return;
  if (byServer(program)) void playServer(program);
  else if (!guarded(() => prepare(program))) stop();
}

/** Where the mechanism stands, at rest; of closed ones q may be any guess: the loops are closed from its free coordinates. */
export function pose(q: Float64Array): void {
  settle();
  const { program } = now();
  if (!program) return;
  stop();
  const placed = program.layout.kind === "closed" ? closedAt(program, q) : Float64Array.from(q);
  if (!placed) return;
  if (program.layout.kind === "open") tidier(program.layout)(placed);
  deck.posed = { q: placed, v: new Float64Array(now().v.length) };
  deck.session = null;
  deck.stale = true;
  motion.set({ status: "ready", t: 0, ...deck.posed, progress: null });
}

/** Show the mechanism elsewhere than it is; nothing of the run changes, and `settle` of the deck ends it. */
export function showElsewhere(q: Float64Array): void {
  const { program, status } = now();
  if (!program || status === "running") return;
  const placed = program.layout.kind === "closed" ? closedAt(program, q) : q;
  if (placed) motion.set({ q: placed });
}

/** All joints with the loops closed, from the free ones of q; null, and said, where they cannot be closed. */
function closedAt(program: Program, q: Float64Array): Float64Array | null {
  const found = closedFrom(program, q, now().q, now().parameters);
  if (found && found.gap < CLOSED) return found.tree;
  if (found) say(`the loops do not close there: a gap of ${found.gap.toPrecision(3)} is left`);
  return null;
}

// --- another program ------------------------------------------------------------------------------------------------------

/** No document: nothing to show and nothing to play. */
export function clear(): void {
  stop();
  Object.assign(deck, { session: null, posed: null, start: "", stale: false, stuck: "", extra: [] });
  const none = new Float64Array(0);
  motion.set({ program: null, status: "none", t: 0, q: none, v: none, parameters: none, tape: null, kept: [], said: [], reason: "", energyError: NaN, progress: null });
}

/** Why the document as it is now cannot be played: the last program stays to be seen. Empty: it can. */
export function refuse(reason: string): void {
  if (reason) {
    deck.wish = null;
    pause();
  }
  motion.set({ reason });
}

/** A program takes over: a run goes on with its state where coordinates have the same names, time goes on. */
export function take(program: Program): void {
  settle();
  const before = now();
  const alike = before.program !== null && names(before.program) === names(program);
  const elsewhere = startsElsewhere();
  const going = before.program !== null && before.t > 0 && (alike || sharesNames(before.program, program)) && !(elsewhere && before.status !== "running");
  if (!alike || elsewhere || JSON.stringify(before.program!.layout.start) !== JSON.stringify(program.layout.start)) deck.posed = null;
  Object.assign(deck, { session: null, stale: true, stuck: "" });
  if (!before.program) motion.set({ speed: setup().speed });
  motion.set({ program, reason: "", parameters: Float64Array.from(program.layout.parameters, (p) => p.value) });
  if (!alike) {
    deck.extra = [];
    motion.set({ tape: null, energyError: NaN });
  }
  if (going) continueWith(before, program);
  else {
    stop();
    toStart();
  }
  tell();
}

/** The same program, told more exactly: its start and values of parameters that follow from others. */
export function refresh(program: Program): void {
  const { status } = now();
  const parameters = Float64Array.from(program.layout.parameters, (p) => p.value);
  const same = parameters.every((x, k) => x === now().parameters[k]);
  motion.set({ program, ...(same ? {} : { parameters }) });
  if (!same) changed();
  const elsewhere = startsElsewhere();
  if (elsewhere) deck.posed = null;
  if (status === "ready" || (elsewhere && (status === "paused" || status === "ended"))) toStart();
  tell();
}

/** Whether the document's start is another than when this was last asked: what rests shows it then, at time 0. */
function startsElsewhere(): boolean {
  const start = JSON.stringify(setup().start);
  const other = deck.start !== "" && deck.start !== start;
  deck.start = start;
  return other;
}

const names = ({ layout }: Program): string => JSON.stringify([layout.kind, layout.coordinates.map((c) => c.name), layout.freedoms.map((f) => f.name)]);

function sharesNames(a: Program, b: Program): boolean {
  const known = new Set(a.layout.coordinates.map((c) => c.name));
  return a.layout.kind === b.layout.kind && b.layout.coordinates.some((c) => known.has(c.name));
}

function continueWith(before: MotionState, program: Program): void {
  const { layout } = program;
  const old = before.program!.layout;
  const mapped = (start: number[], mine: { name: string }[], theirs: { name: string }[], x: Float64Array) =>
    Float64Array.from(start, (at, k) => x[theirs.findIndex((e) => e.name === mine[k]?.name)] ?? at);
  const q = mapped(layout.start.q, layout.coordinates, old.coordinates, before.q);
  const v = mapped(layout.start.v, layout.freedoms, old.freedoms, before.v);
  motion.set({ q, v });
  if (before.status === "running" && canPlay()) {
    if (byServer(program)) void playServer(program);
    else if (!guarded(() => prepare(program))) stop();
  } else {
    stop();
    motion.set({ status: "paused", progress: null });
  }
}

signals.subscribe(() => {
  deck.stale = true;
  tell();
});
