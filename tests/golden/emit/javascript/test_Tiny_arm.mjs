/**
 * Tiny arm: the generated functions against independent values; run: node test_Tiny_arm.mjs
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */

import * as robot from "./Tiny_arm.js";

const NAME = "Tiny arm";

const DATA = [
  [0.5, -0.25],
  [1.5, 0.25],
  [2.2266843162829835, 0.3633421581414918, 0.3633421581414918, 1.5],
  [-0.12370197962726147],
];

function terms0() {
  const terms = [];
  const made0 = robot.mass_matrix(DATA[0], DATA[1]);
  const r0 = flat(made0.M);
  const r1 = flat(made0.h);
  terms.push(scaled(1.0, r0));
  terms.push(scaled(-1.0, DATA[2]));
  return terms;
}

function terms1() {
  const terms = [];
  const made0 = robot.mass_matrix(DATA[0], DATA[1]);
  const r0 = flat(made0.M);
  const r1 = flat(made0.h);
  terms.push(scaled(1.0, r1));
  terms.push(scaled(-1.0, DATA[3]));
  return terms;
}

const CHECKS = [
  ["M at a sample", terms0, 1e-09, 0.001],
  ["h at a sample", terms1, 1e-09, 0.001],
];

/** A result as an array, even where it is one number. */
function flat(x) {
  return typeof x === "number" ? [x] : x;
}

function scaled(factor, x) {
  return Array.from(x, (element) => factor * element);
}

/** Largest element of the sum of the terms, relative to the largest element of the terms. */
function relativeError(terms, floor) {
  let scale = floor;
  let error = 0;
  for (let k = 0; k < terms[0].length; k++) {
    let sum = 0;
    for (const term of terms) {
      sum += term[k];
      scale = Math.max(scale, Math.abs(term[k]));
    }
    error = Math.max(error, Math.abs(sum)); // NaN stays NaN
  }
  return error / scale;
}

let passed = 0;
let largest = 0;
console.log(NAME);
for (const [name, terms, tolerance, floor] of CHECKS) {
  const error = relativeError(terms(), floor);
  const ok = error <= tolerance;
  passed += ok;
  largest = Math.max(largest, error);
  console.log(`  ${(ok ? "ok" : "FAILED").padEnd(6)} ${error.toExponential(2).padStart(9)}  ${name}`);
}
console.log(`${CHECKS.length} checks, ${passed} passed, max relative error ${largest.toExponential(2)}`);
if (passed !== CHECKS.length) {
  process.exitCode = 1;
}
