/**
 * Tiny arm: the generated functions against independent values; run: node test_Tiny_arm.mjs
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */
import { run } from "./linkwright_checks.mjs";
import * as robot from "./Tiny_arm.js";

const data = [
  0.5, -0.25,
  1.5, 0.25,
  2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5,
  -0.12370197962726147,
  1.0, -1.0,
];
const functions = [
  [robot.mass_matrix, [[0, 2], [1, 2]], ["M", "h"]],
];
const places = [0, 2, 11, 15, 0, 2, 11, 15];
const checks = [
  ["M at a sample", 1e-09, 0.001, 4, [
    [0, 0, 0, 0, 0, 0, 0], [3, 9, 11, 0, 0, 0, 0], [3, 10, 4, 0, 0, 0, 0],
  ]],
  ["h at a sample", 1e-09, 0.001, 1, [
    [0, 0, 4, 0, 0, 0, 0], [3, 9, 15, 0, 0, 0, 0], [3, 10, 8, 0, 0, 0, 0],
  ]],
];
run({ name: "Tiny arm", data, memory: 16, functions, places, checks });
