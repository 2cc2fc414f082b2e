// Tiny arm: mass_matrix
// Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

use crate::math;

/// Mass matrix of a small arm.
///
/// ```text
///   M(q) a = tau
///
/// in   q  [2]  (rad)  joint positions
/// in   parameters  [2]  physical parameters
///      may be left out: 2 default values
/// out  M  [2x2]
/// out  h  [scalar]
///
/// Operations: add 1 mul 4 neg 1 sin 1 cos 1
/// Reference: Featherstone 2008, table 6.2
/// ```
///
/// Default values: [`PARAMETERS`](crate)
#[inline]
#[must_use]
pub fn mass_matrix(q: &[f64; 2], parameters: &[f64; 2]) -> ([[f64; 2]; 2], f64) {
    let mut M = [[0.0; 2]; 2];
    let mut h = 0.0;
    mass_matrix_into(q, parameters, &mut M, &mut h);
    (M, h)
}

/// As [`mass_matrix`], with results in arrays of the caller's.
pub fn mass_matrix_into(q: &[f64; 2], parameters: &[f64; 2], M: &mut [[f64; 2]; 2], h: &mut f64) {
    math::check("mass_matrix", "q", q.iter());
    math::check("mass_matrix", "parameters", parameters.iter());
    let mut sine = [0.0; 2];
    let mut cosine = [0.0; 2];
    math::sincos(&q[0..2], &mut sine[0..2], &mut cosine[0..2]);
    let t1 = parameters[0] * parameters[1] * cosine[1];
    M[0][1] = t1;
    M[1][0] = t1;
    M[0][0] = 2.0 * t1 + parameters[0];
    *h = -(-0.5 * sine[1]);
    M[1][1] = parameters[0];
}
