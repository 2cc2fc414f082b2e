/** The clock of a run: frame by frame while it is played, piece by piece while it runs to its end, or by the server. */
import { Cancelled } from "@/backend/backend";
import { studio } from "@/store/studio";
import { accountOf } from "./account";
import { byServer, canPlay, deck, guarded, lastInstant, now, setup, show, tell } from "./deck";
import { measured } from "./measure";
import { serverRun } from "./server_run";
import { motion, type Program } from "./state";
import { endOf } from "./tape";

const BUDGET = 10; // ms of integration per frame
const LONGEST = 100; // ms between frames that still count: a page that slept does not jump

let frame = 0;
let last = 0;
let pace = { asked: 0, done: 0 };

/** No more frames. */
export const stop = (): void => cancelAnimationFrame(frame);

/** Frames from now on, until the status changes or the run ends. */
export function run(): void {
  last = performance.now();
  pace = { asked: 0, done: 0 };
  deck.late = 1;
  motion.set({ status: "running" });
  stop();
  frame = requestAnimationFrame(tick);
}

function tick(at: number): void {
  if (now().status !== "running") return;
  measured("motion", () => advance(Math.min(LONGEST, Math.max(0, at - last))));
  last = Math.max(last, at);
  if (now().status === "running") frame = requestAnimationFrame(tick);
}

function advance(elapsed: number): void {
  const { program, speed, t } = now();
  if (!program) return;
  const wanted = t + (elapsed / 1000) * speed;
  const live = !byServer(program);
  if (live && !guarded(() => void deck.session!.compute(wanted, lastInstant(), performance.now() + BUDGET))) return;
  const { tape } = now();
  const end = live ? lastInstant() : endOf(tape);
  const reached = Math.max(t, Math.min(wanted, endOf(tape), end));
  paced(Math.min(wanted, end) - t, reached - t);
  show(reached, reached >= end - 1e-9 ? "ended" : "running");
  if (now().status === "ended") tell();
}

/** Whether the run keeps up with the clock, over half a second at a time. */
function paced(asked: number, done: number): void {
  pace = { asked: pace.asked + asked, done: pace.done + done };
  if (pace.asked < 0.5 * now().speed) return;
  const late = pace.done / pace.asked;
  pace = { asked: 0, done: 0 };
  if (late < 0.9 === deck.late < 0.9 && (late >= 0.9 || Math.abs(late / deck.late - 1) < 0.2)) return;
  deck.late = late;
  tell();
}

/** The rest of the run at once, in pieces between which the page lives; another status ends it. */
export async function compute(): Promise<void> {
  motion.set({ status: "running", progress: 0 });
  const mine = deck.session!;
  const mineStill = () => deck.session === mine && now().status === "running";
  for (let done = false; !done; ) {
    const piece = () => void (done = measured("motion", () => mine.compute(lastInstant(), lastInstant(), performance.now() + BUDGET)));
    if (!guarded(piece) || !mineStill()) return;
    motion.set({ progress: endOf(mine.tape) / lastInstant(), energyError: mine.account.error });
    if (!done) await new Promise((next) => setTimeout(next));
    if (!mineStill()) return;
  }
  motion.set({ progress: null });
  show(endOf(mine.tape), "ended");
  tell();
}

/** The server makes the run, the page plays it; then: play it, stay where the cursor is, or go to its end. */
export async function playServer(program: Program, then: "play" | "stay" | "end" = "play"): Promise<void> {
  const { tape, status, parameters } = now();
  const t = status === "ready" ? 0 : now().t;
  if (tape && !deck.stale && status !== "ready") return then === "play" ? run() : show(then === "end" ? endOf(tape) : t, then === "end" ? "ended" : "paused");
  if (status !== "running") motion.set({ status: "waiting", progress: 0 });
  try {
    const made = await serverRun(program, parameters, studio.get().edited.text, startingSetup(program), (progress) => motion.set({ progress }));
    if (now().program !== program || now().parameters !== parameters) return again(then);
    if (!made.ok) return failed(made.what);
    Object.assign(deck, { stale: false, stuck: "", extra: made.said, session: null });
    const error = Number.isFinite(made.error) ? made.error : accountOf(made.tape).error;
    motion.set({ tape: made.tape, energyError: error, progress: null });
    if (then === "end") show(endOf(made.tape), "ended");
    else show(Math.min(t, endOf(made.tape)), "paused");
    tell();
    if (then === "play") run();
  } catch (error) {
    if (!(error instanceof Cancelled)) failed(error instanceof Error ? error.message : String(error));
  }
}

/** The mechanism changed while its run was made: it is made anew, if someone still waits for it. */
function again(then: "play" | "stay" | "end"): Promise<void> | undefined {
  const { program, status, tape } = now();
  if (status !== "waiting" && status !== "running") return undefined;
  if (status === "waiting") motion.set({ status: tape ? "paused" : "ready", progress: null });
  deck.stale = true;
  return program && canPlay() && byServer(program) ? playServer(program, then) : undefined;
}

/** The document's run from where the mechanism was posed. */
function startingSetup({ layout }: Program): ReturnType<typeof setup> {
  const given = setup();
  if (!deck.posed) return given;
  const free = layout.coordinates.filter((c) => c.free).map((c) => [c.name, deck.posed!.q[c.index]!] as const);
  return { ...given, start: { q: { ...given.start.q, ...Object.fromEntries(free) }, v: given.start.v } };
}

function failed(what: string): void {
  deck.stuck = `no run: ${what}`;
  motion.set({ status: now().tape ? "paused" : "ready", progress: null });
  tell();
}
