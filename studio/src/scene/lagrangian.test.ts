import { expect, test } from "vitest";
import type { Layout } from "@/backend/protocol";
import { lagrangianPicture } from "./lagrangian";
import { expanded, formula, terms } from "./vectors";

const layout = (variables: [string, string, number][], parameters: [string, number][] = []): Layout => {
  let at = 0;
  return {
    kind: "lagrangian", poses: [], bodies: [], coordinates: [], freedoms: [],
    variables: variables.map(([name, manifold, n]) => ({ name, manifold, q: Array.from({ length: n }, () => at++), v: [] })),
    start: { q: [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1].slice(-at), v: [] },
    parameters: parameters.map(([name, value]) => ({ name, value })),
  } as unknown as Layout;
};

test("vector formulas: products of matrices, transposes, cross products; sums are written out", () => {
  const names = (name: string) => (name === "R" ? ([[0, -1, 0], [1, 0, 0], [0, 0, 1]] as [[number, number, number], [number, number, number], [number, number, number]]) : 2);
  expect(formula("l*R*e1 - R.T*e1/2")(names)).toEqual([0, 2.5, 0]);
  expect(formula("cross(e3, R*e1)")(names)).toEqual([-1, 0, 0]);
  expect(expanded("Sum(i, 1, n, Sum(j, 1, i, l[j]*q[j]))", { n: 2 })).toBe("((l1*q1) + (l1*q1 + l2*q2))");
  expect(terms("dx - l*(a - b)*dq + 1e-3*e1")).toEqual(["dx", "- l*(a - b)*dq", "1e-3*e1"]);
  expect(terms("dx + (l1*dq1 + l2*dq2)")).toEqual(["dx", "l1*dq1", "l2*dq2"]);
});

test("a quadrotor with a load: two masses, a rod between them, the vehicle's box where its thrust acts", () => {
  const data = {
    constants: { l: 0.8, mQ: 1, mL: 1, g: 9.81 },
    lagrangian: "mQ*dot(dx - l*dq, dx - l*dq)/2 + mL*dot(dx, dx)/2 + dot(Omega, J*Omega)/2 - (mQ + mL)*g*dot(x, e3) + mQ*g*l*dot(q, e3)",
    work: "dot(eta, M) + dot(delta(x) - l*delta(q), f*R*e3)",
  };
  const picture = lagrangianPicture(layout([["x", "R^3", 3], ["q", "S2", 3], ["R", "SO(3)", 9]], [["l", 0.8]]), data);
  const q = [1, 2, 3, 0, 0, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const { poses, centers } = picture.place(q, [0.5]);
  expect(Array.from(centers).map((x) => Math.round(x * 1e9) / 1e9)).toEqual([1, 2, 3.5, 1, 2, 3, 1, 2, 3.5]);
  expect(picture.rods(q, [0.5])).toEqual([[[1, 2, 3], [1, 2, 3.5]]]);
  expect(picture.layout.bodies.map((b) => b.name)).toEqual(["x - l*q", "x", "R"]);
  expect(poses.length).toBe(12 * 4);
  expect(picture.undrawn).toEqual([]);
});

test("a pendulum of rotations shows its rod; numbers without a direction are told", () => {
  const rods = lagrangianPicture(layout([["R", "SO(3)", 9]]), { constants: { rho: [0, 0, 0.5] }, lagrangian: "dot(Omega, J*Omega)/2 - m*g*dot(R*rho, e3)" });
  expect(rods.rods([1, 0, 0, 0, 0, -1, 0, 1, 0], [])).toEqual([[[0, 0, 0], [0, -0.5, 0]]]);
  expect(lagrangianPicture(layout([["x", "R", 1]]), { constants: { m: 1 }, lagrangian: "m*dx**2/2" }).undrawn).toEqual(["x"]);
});
