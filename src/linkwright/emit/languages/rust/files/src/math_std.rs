// Elementary functions of the standard library.
// Written by Linkwright. Do not edit: generate it again.

#[inline(always)]
pub(crate) fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

#[inline(always)]
pub(crate) fn exp(x: f64) -> f64 {
    x.exp()
}

#[inline(always)]
pub(crate) fn log(x: f64) -> f64 {
    x.ln()
}

#[inline(always)]
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    x.powf(y)
}

#[inline(always)]
pub(crate) fn tan(x: f64) -> f64 {
    x.tan()
}

#[inline(always)]
pub(crate) fn asin(x: f64) -> f64 {
    x.asin()
}

#[inline(always)]
pub(crate) fn acos(x: f64) -> f64 {
    x.acos()
}

#[inline(always)]
pub(crate) fn atan2(x: f64, y: f64) -> f64 {
    x.atan2(y)
}

#[inline(always)]
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    x.hypot(y)
}
