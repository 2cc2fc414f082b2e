// What generated functions share.
// Written by Linkwright 1.0. Do not edit: generate it again.

#[cfg(not(feature = "std"))]
pub(crate) use crate::math_core::*;
#[cfg(feature = "std")]
pub(crate) use crate::math_std::*;
pub(crate) use crate::sincos::*;

/// With debug assertions, names an input that is not finite, and stops.
#[inline(always)]
#[track_caller]
pub(crate) fn check<'a>(function: &str, input: &str, values: impl Iterator<Item = &'a f64>) {
    for (k, x) in values.enumerate() {
        debug_assert!(
            x.is_finite(),
            "{function}: element {k} of {input} is {x}, not a finite number"
        );
    }
}

/// Sets elements of an array of any depth to zero, counted row by row.
#[inline(always)]
pub(crate) fn zero<A: Flat>(array: &mut A, first: usize, end: usize) {
    array.flat()[first..end].fill(0.0);
}

pub(crate) trait Flat {
    fn flat(&mut self) -> &mut [f64];
}

impl<const N: usize> Flat for [f64; N] {
    fn flat(&mut self) -> &mut [f64] {
        self
    }
}

impl<const M: usize, const N: usize> Flat for [[f64; N]; M] {
    fn flat(&mut self) -> &mut [f64] {
        self.as_flattened_mut()
    }
}

impl<const L: usize, const M: usize, const N: usize> Flat for [[[f64; N]; M]; L] {
    fn flat(&mut self) -> &mut [f64] {
        self.as_flattened_mut().as_flattened_mut()
    }
}

#[inline(always)]
pub(crate) fn abs(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (u64::MAX >> 1))
}

#[inline(always)]
pub(crate) fn min(a: f64, b: f64) -> f64 {
    if b < a {
        b
    } else {
        a
    }
}

#[inline(always)]
pub(crate) fn max(a: f64, b: f64) -> f64 {
    if b > a {
        b
    } else {
        a
    }
}

#[inline(always)]
pub(crate) fn sign(x: f64) -> f64 {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

#[inline(always)]
pub(crate) fn select(x: f64, yes: f64, no: f64) -> f64 {
    if x > 0.0 {
        yes
    } else {
        no
    }
}

#[inline(always)]
pub(crate) fn only_if(condition: f64, x: f64) -> f64 {
    if condition > 0.0 {
        x
    } else {
        f64::NAN
    }
}
