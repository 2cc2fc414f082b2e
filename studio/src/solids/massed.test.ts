import { expect, test } from "vitest";
import type { JsonMap } from "@/document/data";
import { withAt } from "@/document/operations/loose";
import { massed } from "./massed";

const DATA: JsonMap = {
  parameters: { L: 1 },
  joints: { j: { type: "revolute", parent: "world", child: "rod" } },
  bodies: { rod: { mass: 1, com: [0, 0, 0] } },
  studio: { shapes: { rod: [{ solid: "box", size: ["L", 0.1, 0.1], xyz: ["L/2", 0, 0], density: 1000 }] } },
};
const on = massed(DATA, withAt(DATA, ["studio", "mass_from", "rod"], "solid"));
const rod = (d: JsonMap) => (d.bodies as JsonMap).rod as JsonMap;

test("a body that is made from its shapes has their mass, and keeps it when they change", () => {
  expect([rod(on).mass, rod(on).com]).toEqual(["10*L", ["L/2", 0, 0]]);
  const wider = massed(on, withAt(on, ["studio", "shapes", "rod"], [{ solid: "sphere", radius: 0.1, density: 3000 }]));
  expect(rod(wider)).toEqual({ mass: 12.5663706144, inertia: [0.0502654824574, 0.0502654824574, 0.0502654824574] });
});

test("other edits leave it alone; a typed mass wins", () => {
  const other = withAt(on, ["parameters", "L"], 2);
  expect(massed(on, other)).toBe(other);
  const typed = massed(on, withAt(on, ["bodies", "rod", "mass"], 5));
  expect([rod(typed).mass, (typed.studio as JsonMap).mass_from]).toEqual([5, undefined]);
});

test("shapes without a mass, and bodies without shapes, change nothing", () => {
  const gone = withAt(on, ["studio", "shapes", "rod"], undefined);
  expect(massed(on, gone)).toBe(gone);
  expect(massed(DATA, { ...DATA, name: "x" })).toEqual({ ...DATA, name: "x" });
});
