import { expect, test } from "vitest";
import { hashOf, type JsonMap } from "@/document/data";
import { parseCsv, timeColumn, valueAt, writeCsv } from "./csv";
import { changedNumbers, moving, setupOf } from "./setup";
import { cut, indexAt, nearest, newTape, stateAt } from "./tape";
import { pendulum } from "./pendulum.fixture";

const DOCUMENT: JsonMap = { linkwright: 1, parameters: { L: 1, m: 2, A: "pi*L" }, joints: { pivot: { type: "revolute" } }, studio: { run: { time: 5 } } };

test("how the page looks and what it watches is no other motion", () => {
  const looks = { ...DOCUMENT, studio: { run: { time: 7, method: "dopri5" }, positions: { world: [1, 2] }, camera: {}, probes: [{ of: "energy", what: "balance" }], groups: {} } };
  expect(hashOf(moving(looks))).toBe(hashOf(moving(DOCUMENT)));
  expect(hashOf(moving({ ...DOCUMENT, studio: { start: { q: { pivot: 1 } } } }))).not.toBe(hashOf(moving(DOCUMENT)));
  expect(hashOf(moving({ ...DOCUMENT, studio: { run: { inputs: { pivot: { kind: "formula", force: "1" } } } } }))).not.toBe(hashOf(moving(DOCUMENT)));
});

test("numbers of parameters alone are told apart from other edits", () => {
  expect(changedNumbers(DOCUMENT, { ...DOCUMENT, parameters: { L: 1.5, m: 2, A: "pi*L" } })).toEqual({ L: 1.5 });
  expect(changedNumbers(DOCUMENT, { ...DOCUMENT, parameters: { L: 1, m: 2, A: "pi*m" } })).toBeNull();
  expect(changedNumbers(DOCUMENT, { ...DOCUMENT, parameters: { L: 1, m: 2 } })).toBeNull();
  expect(changedNumbers(DOCUMENT, { ...DOCUMENT, parameters: { L: "100 cm", m: 2, A: "pi*L" } })).toBeNull();
  expect(changedNumbers(DOCUMENT, { ...DOCUMENT, gravity: [0, 0, 0] })).toBeNull();
  expect(changedNumbers(DOCUMENT, DOCUMENT)).toEqual({});
  const told = (value: number) => ({ parameters: { L: { value, doc: "length" } } });
  expect(changedNumbers(told(1), told(2))).toEqual({ L: 2 });
  expect(changedNumbers({ constants: { m: 1 } }, { constants: { m: 3 } })).toEqual({ m: 3 });
});

test("a run is complete whatever the document leaves out or has wrong", () => {
  expect(setupOf({})).toMatchObject({ time: 10, rate: 100, step: 0.001, method: "rk4", stops: null, start: { q: {}, v: {} }, inputs: {} });
  expect(setupOf({ studio: { run: { time: -1, rate: "x", stops: { stiffness: 5 } } } })).toMatchObject({ time: 10, rate: 100, stops: { stiffness: 5, damping: 10 } });
  expect(setupOf({ studio: { run: { time: 1e6, rate: 1e6 } } }).rate).toBe(0.2);
});

test("tables are read and written, and say where they are wrong", () => {
  const table = parseCsv("t;a [N]\r\n0;1\r\n1;3\r\n");
  if (typeof table === "string") throw new Error(table);
  expect(table.heads).toEqual(["t", "a [N]"]);
  expect(timeColumn(table)).toBe(0);
  expect([-1, 0, 0.25, 2].map((t) => valueAt(table.columns[0]!, table.columns[1]!, t))).toEqual([1, 1, 1.5, 3]);
  expect(parseCsv("")).toContain("empty");
  expect(parseCsv("t,x\n0,1\n1")).toContain("line 3 has 1 cells");
  expect(parseCsv("t,x\n0,one")).toContain("line 2, column 'x': 'one'");
  expect(parseCsv("0,1\n2,3")).toContain("name the columns");
  const again = parseCsv(writeCsv(["t", "x"], [[0, 0.1], [1, 1 / 3]]));
  expect(typeof again !== "string" && again.columns[1]![1]).toBe(1 / 3);
});

test("samples are found by time, cut, and joined by lines", () => {
  const tape = newTape(pendulum().layout);
  for (let k = 0; k < 5; k++) {
    tape.t.push(k / 10);
    tape.q.push(Float64Array.of(k));
    tape.v.push(Float64Array.of(-k));
  }
  expect([-1, 0, 0.05, 0.1, 9].map((t) => indexAt(tape.t, t))).toEqual([-1, 0, 0, 1, 4]);
  expect(nearest(tape.t, 0.16)).toBe(2);
  expect(cut(tape, 2).t).toEqual([0, 0.1]);
  expect(stateAt(tape, 0.25, false, () => undefined).q[0]).toBeCloseTo(2.5);
  expect(stateAt(tape, 0.25, true, () => undefined).q[0]).toBe(2);
});

test("what drives a joint that is not connected yet waits with it", () => {
  const motor = { kind: "formula", force: "1" };
  const studio = { loose: { joints: { grip: { type: "revolute" } } }, start: { q: { grip: 1, "grip.x": 2, elbow: 3 } }, run: { inputs: { grip: motor, elbow: motor } } };
  expect(setupOf({ studio })).toMatchObject({ start: { q: { elbow: 3 } }, inputs: { elbow: motor } });
  expect(Object.keys(setupOf({ studio }).inputs)).toEqual(["elbow"]);
  expect(Object.keys(setupOf({ studio }).start.q)).toEqual(["elbow"]);
});
