// Elementary functions of the standard library.
// Written by Linkwright. Do not edit: generate it again.

use crate::real::Real;

#[inline(always)]
pub(crate) fn sqrt(x: Real) -> Real {
    x.sqrt()
}

#[inline(always)]
pub(crate) fn exp(x: Real) -> Real {
    x.exp()
}

#[inline(always)]
pub(crate) fn log(x: Real) -> Real {
    x.ln()
}

#[inline(always)]
pub(crate) fn pow(x: Real, y: Real) -> Real {
    x.powf(y)
}

#[inline(always)]
pub(crate) fn tan(x: Real) -> Real {
    x.tan()
}

#[inline(always)]
pub(crate) fn asin(x: Real) -> Real {
    x.asin()
}

#[inline(always)]
pub(crate) fn acos(x: Real) -> Real {
    x.acos()
}

#[inline(always)]
pub(crate) fn atan2(x: Real, y: Real) -> Real {
    x.atan2(y)
}

#[inline(always)]
pub(crate) fn hypot(x: Real, y: Real) -> Real {
    x.hypot(y)
}
