/**
 * Tiny arm: equations of motion, types for TypeScript
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

/** Numbers of a vector or, row by row, of a matrix. */
export type Input = ArrayLike<number>;

/** Where results may go. */
export type Output = Float64Array | number[];

/** Switch the checks of all inputs on or off; they are on at first. */
export function setChecks(on: boolean): void;

/** length of q */
export const NQ: number;

/** joints in the order of q */
export const JOINT_NAMES: readonly string[];

/** lower limits of q */
export const LOWER_POSITION_LIMIT: readonly number[];

/** Default values of parameters. */
export const PARAMETERS: readonly number[];

/** The default values of parameters, some of them changed by name. */
export function with_parameters(changes: {
  "m1"?: number;
  "L_upper"?: number;
}): Float64Array;

/** What mass_matrix returns. */
export interface mass_matrix_result {
  M: Float64Array;
  h: number;
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
export function mass_matrix(q: Input, parameters?: Input, out?: Partial<mass_matrix_result>): mass_matrix_result;
