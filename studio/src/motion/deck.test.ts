import { expect, test } from "vitest";
import { beyond } from "./deck";
import { pendulum } from "./pendulum.fixture";
import { newTape } from "./tape";

test("a run beyond limits that do not act says whose, one with stops or within them says nothing", () => {
  const program = pendulum();
  program.layout.coordinates[0]!.upper = 0.2;
  const tape = newTape(program.layout);
  tape.q.push(Float64Array.of(0.1));
  expect(beyond({ program, tape }, null)).toBe("");
  tape.q.push(Float64Array.of(0.3));
  expect(beyond({ program, tape }, null)).toContain("beyond the limits of pivot");
  expect(beyond({ program, tape }, { stiffness: 1 })).toBe("");
});
