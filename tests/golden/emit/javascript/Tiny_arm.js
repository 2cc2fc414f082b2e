/**
 * Tiny arm: equations of motion, JavaScript
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Conventions
 *   M(q) a = tau
 *   angles in radians * / """ % \end{document}
 *
 * Parameters
 *   m1       1.5   kg  mass of the upper link
 *   L_upper  0.25  m
 *
 * Functions
 *   mass_matrix  M(q) a = tau
 *
 * Vectors come as Float64Array or plain arrays. Matrices are flat and row-major: element (i, j) of an m x n matrix is at
 * n * i + j. Results go to `out` where it is given (not an array that is also an input), else to a new Float64Array;
 * a function with several outputs fills and returns an object. `undefined` stands for an input that is left out.
 * Inputs are checked (sizes, finite numbers) unless setChecks(false) is called.
 */

/** length of q */
export const NQ = 2;
/** joints in the order of q */
export const JOINT_NAMES = Object.freeze(["upper \"arm\"", "it's \\ \u03b1"]);
/** lower limits of q */
export const LOWER_POSITION_LIMIT = Object.freeze([-0.5, -Infinity]);

let $checks = true;

/** Switch the checks of all inputs on or off; they are on at first. */
export function setChecks(on) {
  $checks = Boolean(on);
}

function $array(where, name, x, size) {
  if (x === null || typeof x !== "object" || x.length !== size) {
    throw new RangeError(`${where}: ${name} must be an array of ${size} numbers, not ${x?.length ?? x}`);
  }
}

function $numbers(where, name, x, size) {
  $array(where, name, x, size);
  for (let k = 0; k < size; k++) {
    if (!Number.isFinite(x[k])) {
      throw new RangeError(`${where}: element ${k} of ${name} is ${x[k]}, not a finite number`);
    }
  }
}

function $number(where, name, x) {
  if (!Number.isFinite(x)) {
    throw new RangeError(`${where}: ${name} is ${x}, not a finite number`);
  }
}

function $result(where, name, x, size, overlaps) {
  $array(where, name, x, size);
  if (overlaps) {
    throw new RangeError(`${where}: ${name} is also an input; it would be overwritten while it is read`);
  }
}

/** Numbers, some of them changed by name. index: name -> place. */
function $changed(port, numbers, index, changes) {
  const values = Float64Array.from(numbers);
  for (const [name, value] of Object.entries(changes)) {
    const place = index.get(name);
    if (place === undefined) {
      throw new RangeError(`no element of ${port} is called ${name}`);
    }
    values[place] = value;
  }
  return values;
}

/** Default values of parameters. */
export const PARAMETERS = Object.freeze([
  1.5, // 0: m1
  0.25, // 1: L_upper
]);
const $PARAMETERS = Float64Array.from(PARAMETERS);
const $PARAMETERS_INDEX = new Map([
  ["m1", 0],
  ["L_upper", 1],
]);

/** The default values of parameters, some of them changed by name: with_parameters({ "m1": 1.5 }). */
export function with_parameters(changes) {
  return $changed("parameters", PARAMETERS, $PARAMETERS_INDEX, changes);
}

/**
 * Mass matrix of a small arm
 *
 *   M(q) a = tau
 *
 * in   q  [2]  (rad)  joint positions
 * in   parameters  [2]  physical parameters
 *      may be left out: 2 default values
 * out  M  [2x2]
 * out  h  [scalar]
 *
 * Operations: add 1 mul 4 neg 1 sin 1 cos 1
 * Reference: Featherstone 2008, table 6.2
 *
 * @param {Float64Array|number[]} q
 * @param {Float64Array|number[]} [parameters]
 * @param {{M: Float64Array, h: number}} [out]
 * @returns {{M: Float64Array, h: number}} `out`
 */
export function mass_matrix(q, parameters = $PARAMETERS, out = {}) {
  const M = out.M ??= new Float64Array(4);
  let h;
  if ($checks) {
    $numbers("mass_matrix", "q", q, 2);
    $numbers("mass_matrix", "parameters", parameters, 2);
    $result("mass_matrix", "M", M, 4, M === q || M === parameters);
  }
  const t1 = Math.cos(q[1]);
  const t2 = Math.sin(q[1]);
  const t3 = parameters[0] * parameters[1] * t1;
  M[1] = t3;
  M[2] = t3;
  M[0] = 2.0 * t3 + parameters[0];
  h = -(-0.5 * t2);
  M[3] = parameters[0];
  out.h = h;
  return out;
}
