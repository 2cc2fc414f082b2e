import { expect, test } from "vitest";
import type { Json, JsonMap } from "@/document/data";
import { evaluate } from "@/document/formula";
import { matrixOfQuaternion, matrixOfRpy, quaternionOfRpy, rpyOfQuaternion, type Three } from "@/document/turns";
import { inertiaAs, refused, tenOf, turned } from "./forms";

test("a turn is the same in all forms", () => {
  const rpy: Three = [0.3, -1.1, 2.5];
  const [a, b] = [matrixOfRpy(rpy).flat(), matrixOfQuaternion(quaternionOfRpy(rpy)).flat()];
  a.forEach((x, k) => expect(x).toBeCloseTo(b[k]!, 12));
  rpyOfQuaternion(quaternionOfRpy(rpy)).forEach((x, k) => expect(x).toBeCloseTo(rpy[k]!, 12));
  const there = turned({ rpy: ["30 deg", 0, "pi/2"] }, "rotation") as JsonMap;
  const back = turned({ rotation: there.rotation as Json }, "rpy") as JsonMap;
  (back.rpy as number[]).forEach((x, k) => expect(x).toBeCloseTo([Math.PI / 6, 0, Math.PI / 2][k]!, 9));
  expect(refused(turned({ rpy: [0, 0, "a"] }, "quaternion"))).toBe(true);
});

test("ten parameters and mass with centre and tensor are the same body, formulas included", () => {
  const body: JsonMap = { mass: "m1", com: ["L/2", 0, "h"], inertia: ["Ia", "Ib", 0.3] };
  const ten = inertiaAs(body, "ten") as JsonMap;
  const names = { m1: 2, L: 0.6, h: 0.25, Ia: 0.1, Ib: 0.2 };
  const values = tenOf(ten.parameters as Json).map((x) => evaluate(x, names));
  const [m, cx, cz] = [2, 0.3, 0.25];
  const expected = [m, m * cx, 0, m * cz, 0.1 + m * cz * cz, 0, 0.2 + m * (cx * cx + cz * cz), -m * cx * cz, 0, 0.3 + m * cx * cx];
  values.forEach((x, k) => expect(x).toBeCloseTo(expected[k]!, 12));
  const back = inertiaAs({ parameters: ten.parameters as Json }, "full") as JsonMap;
  expect((back.com as Json[]).map((x) => evaluate(x, names))).toEqual([0.3, 0, 0.25]);
  (back.inertia as Json[]).forEach((x, k) => expect(evaluate(x, names)).toBeCloseTo([0.1, 0, 0.2, 0, 0, 0.3][k]!, 12));
});

test("what would be lost is refused", () => {
  expect(refused(inertiaAs({ inertia: [1, 0.1, 1, 0, 0, 1] }, "diagonal"))).toBe(true);
  expect(refused(inertiaAs({ parameters: { mx: 1 } }, "diagonal"))).toBe(true);
  expect(refused(inertiaAs({ parameters: { m: 1, Izz: null } }, "diagonal"))).toBe(true);
  expect(inertiaAs({ mass: 1, inertia: [1, 2, 3] }, "full")).toEqual({ inertia: [1, 0, 2, 0, 0, 3] });
});
