import { afterEach, expect, test, vi } from "vitest";
import { useBackend } from "@/backend/backend";
import type { Layout } from "@/backend/protocol";
import { setAt } from "@/store/studio";
import { deck } from "./deck";
import { playServer } from "./loop";
import { motion, type Program } from "./state";

const closed = (hash: string): Program => {
  const none = { coordinates: [], freedoms: [], poses: [], bodies: [], signals: [], variables: [], notes: [], stops: {} };
  const layout = { ...none, kind: "closed", name: "x", nq: 1, nv: 1, tree: { nq: 1, nv: 1 }, start: { q: [0], v: [0] }, parameters: [{ name: "L", value: 1 }] };
  return { hash, layout: layout as unknown as Layout, functions: {} };
};

/** A server whose runs, numbered in q, are ready when it is told so. */
function slowServer(): { runs: (() => void)[] } {
  const runs: (() => void)[] = [];
  const rows = (x: number) => [[x], [x]];
  const ask = () =>
    new Promise<unknown>((done) => {
      const x = runs.length;
      const said = { t: [0, 1], q: rows(x), v: rows(0), a: rows(0), tau: rows(0), kinetic: [0, 0], potential: [0, 0], work: [0, 0], gaps: null, energy_error: 0, said: [], constraint_forces: null };
      runs.push(() => done({ ok: true, hash: "", messages: [], motion: said }));
    });
  useBackend({ kind: "server", ask });
  vi.stubGlobal("requestAnimationFrame", () => 0);
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  return { runs };
}

afterEach(() => vi.unstubAllGlobals());
const settled = () => new Promise((next) => setTimeout(next, 5));

test.each(["ready", "running"] as const)("a run that the server made of an older mechanism is made anew (%s)", async (status) => {
  const { runs } = slowServer();
  const [first, second] = [closed("1"), closed("2")];
  setAt("another document", ["name"], status); // answers to the same question are kept
  motion.set({ program: first, parameters: Float64Array.of(1), status, tape: null, reason: "", t: 0, q: Float64Array.of(0), v: Float64Array.of(0) });
  deck.stale = true;
  void playServer(first);
  motion.set({ program: second, parameters: Float64Array.of(2) });
  runs[0]!();
  await settled();
  const { tape, status: after } = motion.get();
  expect([tape?.layout === second.layout, tape?.parameters?.[0]?.[0], after]).toEqual([true, 2, "running"]);
});
