/**
 * Tiny arm: how the functions are called; run: node example_Tiny_arm.mjs
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

import * as robot from "./Tiny_arm.js";

{
  const q = [0.5, -0.25];
  console.log("mass_matrix", robot.mass_matrix(q));
  const parameters = robot.with_parameters({ "m1": 2 });
}
