// What functions compute with. Elementary functions without a standard library, and sines of angles beyond 5000 with one too,
// are those of f64: what they give is rounded once.
// Written by Linkwright. Do not edit: generate it again.

use crate::sincos;

pub(crate) type Real = f32;

/// Sines and cosines of angles, each within 2 units in the last place. No branch depends on an angle up to 5000, so the loop
/// becomes vector code.
#[inline(always)]
pub(crate) fn sincos(angle: &[f32], sine: &mut [f32], cosine: &mut [f32]) {
    // the highest bit: some angle is far; the bits of floats grow with their size, those of NaN beyond all
    let mut far = 0;
    for ((x, s), c) in angle.iter().zip(sine.iter_mut()).zip(cosine.iter_mut()) {
        far |= (x.to_bits() & (u32::MAX >> 1)) + 0x3a63bfff;
        (*s, *c) = near(*x);
    }
    if far >> 31 != 0 {
        for ((x, s), c) in angle.iter().zip(sine).zip(cosine) {
            (*s, *c) = sincos_one(*x);
        }
    }
}

/// Sine and cosine of an angle.
#[inline]
pub(crate) fn sincos_one(x: f32) -> (f32, f32) {
    if (-5000.0..=5000.0).contains(&x) {
        return near(x);
    }
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

#[inline(always)]
fn near(x: f32) -> (f32, f32) {
    // |x| = k pi/2 + y; pi/2 in four parts, of which the first three times k are exact, and so is what `twice` rounds off
    let size = f32::from_bits(x.to_bits() & (u32::MAX >> 1));
    let shifted = size * 0.63661975 + 12582912.0;
    let k = shifted - 12582912.0;
    let once = size - k * 1.5708008;
    let twice = once + k * 4.4535846e-06;
    let lost = (once - twice) + k * 4.4535846e-06;
    let y = (twice + (lost + k * 8.706138e-10)) - k * 6.223372e-14;
    let z = y * y;
    let z2 = z * z;
    let s =
        y + (y * z) * ((-0.16666667 + z * 0.008333379) + z2 * (-0.00019853038 + z * 2.8319803e-06));
    let c = (1.0 - 0.5 * z) + z2 * ((0.041666646 + z * -0.0013887306) + z2 * 2.4431652e-05);
    // the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs
    let quadrant = shifted.to_bits();
    let (first, second) = if quadrant & 1 == 0 { (s, c) } else { (c, s) };
    let sine = first.to_bits() ^ ((quadrant & 2) << 30) ^ (x.to_bits() & (1 << 31));
    let cosine = second.to_bits() ^ ((quadrant.wrapping_add(1) & 2) << 30);
    (f32::from_bits(sine), f32::from_bits(cosine))
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
