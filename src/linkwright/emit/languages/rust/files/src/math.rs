// What generated functions share.
// Written by Linkwright. Do not edit: generate it again.

#[cfg(feature = "std")]
pub(crate) use crate::math_std::*;
pub(crate) use crate::real::*;

/// With debug assertions, names an input that is not finite, and stops.
#[inline(always)]
#[track_caller]
pub(crate) fn check<'a>(function: &str, input: &str, values: impl Iterator<Item = &'a Real>) {
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
    fn flat(&mut self) -> &mut [Real];
}

impl<const N: usize> Flat for [Real; N] {
    fn flat(&mut self) -> &mut [Real] {
        self
    }
}

impl<const M: usize, const N: usize> Flat for [[Real; N]; M] {
    fn flat(&mut self) -> &mut [Real] {
        self.as_flattened_mut()
    }
}

impl<const L: usize, const M: usize, const N: usize> Flat for [[[Real; N]; M]; L] {
    fn flat(&mut self) -> &mut [Real] {
        self.as_flattened_mut().as_flattened_mut()
    }
}

#[inline(always)]
pub(crate) fn abs(x: Real) -> Real {
    Real::from_bits(x.to_bits() & !Real::to_bits(-0.0))
}

#[inline(always)]
pub(crate) fn min(a: Real, b: Real) -> Real {
    if b < a {
        b
    } else {
        a
    }
}

#[inline(always)]
pub(crate) fn max(a: Real, b: Real) -> Real {
    if b > a {
        b
    } else {
        a
    }
}

#[inline(always)]
pub(crate) fn sign(x: Real) -> Real {
    if x > 0.0 {
        1.0
    } else if x < 0.0 {
        -1.0
    } else {
        x
    }
}

#[inline(always)]
pub(crate) fn select(x: Real, yes: Real, no: Real) -> Real {
    if x > 0.0 {
        yes
    } else {
        no
    }
}

#[inline(always)]
pub(crate) fn only_if(condition: Real, x: Real) -> Real {
    if condition > 0.0 {
        x
    } else {
        Real::NAN
    }
}
