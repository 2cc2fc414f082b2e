// What functions compute with. Elementary functions without a standard library, and sines with one too, are those of f64: what
// they give is rounded once.
// Written by Linkwright. Do not edit: generate it again.

use crate::sincos;

pub(crate) type Real = f32;

/// Sines and cosines of angles. No branch depends on an angle up to 400000, so the loop becomes vector code.
#[inline(always)]
pub(crate) fn sincos(angle: &[f32], sine: &mut [f32], cosine: &mut [f32]) {
    let mut all_near = true;
    for ((x, s), c) in angle.iter().zip(sine.iter_mut()).zip(cosine.iter_mut()) {
        all_near &= (-400000.0..=400000.0).contains(x);
        let (first, second) = sincos::near(f64::from(*x));
        (*s, *c) = (first as f32, second as f32);
    }
    if !all_near {
        for ((x, s), c) in angle.iter().zip(sine).zip(cosine) {
            (*s, *c) = sincos_one(*x);
        }
    }
}

/// Sine and cosine of an angle.
#[inline]
pub(crate) fn sincos_one(x: f32) -> (f32, f32) {
    let (sine, cosine) = sincos::sincos_one(f64::from(x));
    (sine as f32, cosine as f32)
}

#[inline]
pub(crate) fn sin(x: f32) -> f32 {
    sincos_one(x).0
}

#[inline]
pub(crate) fn cos(x: f32) -> f32 {
    sincos_one(x).1
}

#[cfg(not(feature = "std"))]
macro_rules! by_doubles {
    ($($name:ident($($x:ident),*);)*) => {$(
        #[inline]
        pub(crate) fn $name($($x: f32),*) -> f32 {
            crate::math_core::$name($(f64::from($x)),*) as f32
        }
    )*};
}

#[cfg(not(feature = "std"))]
by_doubles! {
    sqrt(x);
    exp(x);
    log(x);
    pow(x, y);
    tan(x);
    asin(x);
    acos(x);
    atan2(y, x);
    hypot(x, y);
}
