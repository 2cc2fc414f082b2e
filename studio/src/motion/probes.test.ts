import { expect, test } from "vitest";
import { columnsOf } from "./columns";
import { guess, targets } from "./measured";
import { moverOf } from "./mover";
import { pendulum } from "./pendulum.fixture";
import { possible, probesOf, shown, watchOf } from "./probes";
import { Session } from "./session";
import { probesCsv, tapeCsv } from "./tables";

function run(time = 1) {
  const program = pendulum({ q: 1, v: 0 }, 0.5);
  const parameters = Float64Array.of(1.2, 2, 9.81, 0.5);
  const mover = moverOf(program, { step: 1e-3, tolerance: 1e-9, method: "rk4" }, { parameters, push: null, signals: () => new Float64Array(0) });
  const session = Session.begin(program, mover, { t: 0, q: Float64Array.of(1), v: Float64Array.of(0), work: 0 }, 100);
  session.compute(time, time, Infinity);
  return session.tape;
}

function watch(of: string, what: string, tape = run()) {
  const found = watchOf({ of, what }, tape.layout, tape);
  if (typeof found === "string") throw new Error(found);
  return { watch: found, columns: columnsOf(tape, found), tape };
}

test("probes show positions, speeds, and what acts: the damper's -d v", () => {
  const { columns, tape, watch: w } = watch("joints/pivot", "force");
  expect(w.unit).toBe("N m");
  tape.v.forEach((v, k) => expect(columns[0]![k]).toBe(-0.5 * v[0]!));
  expect(watch("joints/pivot", "acceleration").watch.unit).toBe("rad/s²");
});

test("frames move with the parameters that their sample had", () => {
  const { columns, tape } = watch("frames/tip", "position");
  tape.q.forEach((q, k) => expect(columns[2]![k]).toBeCloseTo(-1.2 * Math.cos(q[0]!), 12));
  const velocity = watch("frames/tip", "velocity").columns;
  tape.q.forEach((q, k) => expect(velocity[0]![k]).toBeCloseTo(1.2 * Math.cos(q[0]!) * tape.v[k]![0]!, 12));
});

test("energies: the balance is nearly nothing, the total falls by the work", () => {
  const { columns: [balance] } = watch("energy", "balance");
  expect(Math.max(...balance!.map(Math.abs))).toBeLessThan(1e-9);
  const { columns: [total], tape } = watch("energy", "total");
  expect(total!.at(-1)! - total![0]!).toBeCloseTo(tape.work.at(-1)!, 9);
});

test("columns grow with the run", () => {
  const tape = run(0.5);
  const { columns: before, watch: w } = watch("joints/pivot", "position", tape);
  for (const name of ["t", "q", "v", "a", "tau", "acting"] as const) (tape[name] as unknown[]).push(tape[name][3]);
  const [after] = columnsOf(tape, w);
  expect(after!.length).toBe(before[0]!.length + 1);
  expect(after!.at(-1)).toBe(tape.q[3]![0]);
});

test("what cannot be probed says why; what can is listed", () => {
  const { layout } = pendulum();
  expect(watchOf({ of: "joints/knee", what: "position" }, layout)).toContain("no joint 'knee'");
  expect(watchOf({ of: "joints/pivot", what: "colour" }, layout)).toContain("one of position");
  expect(watchOf({ of: "frames/toe", what: "position" }, layout)).toContain("no frame");
  expect(watchOf({ of: "close/x", what: "force" }, layout)).toContain("no loops");
  expect(possible(layout).map((p) => p.of)).toEqual(["joints/pivot", "frames/tip", "energy"]);
  expect(probesOf({ studio: { probes: [{ of: "energy", what: "work" }, 3, { of: 1 }] } })).toEqual([{ of: "energy", what: "work" }]);
  expect(shown("rad/s", true).unit).toBe("deg/s");
  expect(shown("N m", true)).toEqual({ factor: 1, unit: "N m" });
});

test("tables have the columns of `linkwright simulate --csv`, or the probes' with units", () => {
  const tape = run(0.02);
  expect(tapeCsv(tape).split("\r\n")[0]).toBe("t,q1,v1,a1,tau1,kinetic,potential,energy");
  expect(tapeCsv(tape).trim().split("\r\n").length).toBe(4);
  const { watch: w } = watch("joints/pivot", "position", tape);
  expect(probesCsv(tape, [w], true).split("\r\n").slice(0, 2)).toEqual(["t [s],pivot position [deg]", `0,${180 / Math.PI}`]);
});

test("heads of measured tables find their curves", () => {
  const all = targets(pendulum().layout, null);
  expect(guess("q1", all).to).toBe("joints/pivot position 0");
  expect(guess("pivot position [deg]", all)).toEqual({ to: "joints/pivot position 0", degrees: true });
  expect(guess("tau1", all).to).toBe("joints/pivot force 0");
  expect(guess("tip position z", all).to).toBe("frames/tip position 2");
  expect(guess("temperature", all).to).toBe("");
});
