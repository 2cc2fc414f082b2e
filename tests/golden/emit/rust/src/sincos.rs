// Sine and cosine together, without a library, whatever the angle.
// Written by Linkwright 1.0. Do not edit: generate it again.
//
// Of huge angles, by Payne and Hanek: bits of 2/pi that only add multiples of 4 to x 2/pi are left out; 192 bits after them
// give the quadrant and 126 bits of the fraction. The double closest to a multiple of pi/2 leaves a fraction of 2^-61, so that
// 64 good bits remain.

/// Sines and cosines of angles, each within 2 units in the last place. No branch depends on an angle up to 400000, so the
/// loop becomes vector code.
#[inline(always)]
pub(crate) fn sincos(angle: &[f64], sine: &mut [f64], cosine: &mut [f64]) {
    // the highest bit: some angle is far; the bits of doubles grow with their size, those of NaN beyond all
    let mut far = 0;
    for ((x, s), c) in angle.iter().zip(sine.iter_mut()).zip(cosine.iter_mut()) {
        far |= (x.to_bits() & (u64::MAX >> 1)) + 0x3ee795ffffffffff;
        (*s, *c) = near(*x);
    }
    if far >> 63 != 0 {
        for ((x, s), c) in angle.iter().zip(sine).zip(cosine) {
            (*s, *c) = sincos_one(*x);
        }
    }
}

/// Sine and cosine of an angle.
#[inline]
pub(crate) fn sincos_one(x: f64) -> (f64, f64) {
    if f64::from_bits(x.to_bits() & (u64::MAX >> 1)) <= 400000.0 {
        near(x)
    } else {
        far(x)
    }
}

#[inline]
pub(crate) fn sin(x: f64) -> f64 {
    sincos_one(x).0
}

#[inline]
pub(crate) fn cos(x: f64) -> f64 {
    sincos_one(x).1
}

#[inline(always)]
fn near(x: f64) -> (f64, f64) {
    // x = k pi/2 + y; pi/2 in three parts, of which the first two times k are exact
    let shifted = x * 0.6366197723675814 + 6755399441055744.0;
    let k = shifted - 6755399441055744.0;
    let y =
        ((x - k * 1.5707963267923333) - k * 2.5633441515839558e-12) - k * 1.0562999066987428e-23;
    turned(y, shifted.to_bits())
}

/// Sine and cosine of y + quadrant pi/2, |y| <= pi/4.
#[inline(always)]
fn turned(y: f64, quadrant: u64) -> (f64, f64) {
    let z = y * y;
    let z2 = z * z;
    let s = y
        + (y * z)
            * ((-0.1666666666666663 + z * 0.00833333333332184)
                + z2 * ((-0.00019841269829358178 + z * 2.7557313538182667e-06)
                    + z2 * (-2.5050734291713603e-08 + z * 1.5895424255961225e-10)));
    let c = (1.0 - 0.5 * z)
        + z2 * ((0.041666666666666595 + z * -0.0013888888888873422)
            + z2 * ((2.480158728908732e-05 + z * -2.755731424937012e-07)
                + z2 * (2.0875710631887434e-09 + z * -1.1359056782364493e-11)));
    let (first, second) = if quadrant & 1 == 0 { (s, c) } else { (c, s) };
    let sine = first.to_bits() ^ ((quadrant & 2) << 62);
    let cosine = second.to_bits() ^ ((quadrant.wrapping_add(1) & 2) << 62);
    (f64::from_bits(sine), f64::from_bits(cosine))
}

/// Reduction of huge angles by Payne and Hanek; infinities and NaN give NaN.
#[cold]
#[inline(never)]
fn far(x: f64) -> (f64, f64) {
    if !x.is_finite() {
        return (f64::NAN, f64::NAN);
    }
    // |x| = m 2^e; the window begins at the bit of 2/pi with weight 2^(1 - e)
    let bits = x.to_bits() & (u64::MAX >> 1);
    let m = (bits & ((1 << 52) - 1)) | (1 << 52);
    let start = (bits >> 52) as usize - 1013;
    let (skip, shift) = (start / 64, start % 64);
    let word = |k: usize| {
        let both = ((TWO_OVER_PI[skip + k] as u128) << 64) | TWO_OVER_PI[skip + k + 1] as u128;
        (both << shift >> 64) as u64
    };
    // the product modulo 4: 2 bits of quadrant, 62 + 64 of fraction; of the last word only its carry
    let wide = m as u128;
    let middle = wide * word(1) as u128 + ((wide * word(2) as u128) >> 64);
    let high = m.wrapping_mul(word(0)).wrapping_add((middle >> 64) as u64);
    // to the nearest quadrant; what is left has a sign
    let rounded = high.wrapping_add(1 << 61);
    let quadrant = rounded >> 62;
    let top = (rounded & ((1 << 62) - 1)) as i64 - (1 << 61);
    let fraction = ((top as i128) << 64) | (middle as u64) as i128;
    let size = fraction.unsigned_abs();
    // times pi/2 in 64 bits, rounded once
    let zeros = size.leading_zeros();
    let product = ((size << zeros >> 64) * 0xc90f_daa2_2168_c234) >> 64;
    let y = product as u64 as f64 * f64::from_bits((1023 + 3 - 64 - zeros as u64) << 52);
    let (sine, cosine) = turned(if fraction < 0 { -y } else { y }, quadrant);
    (if x.is_sign_negative() { -sine } else { sine }, cosine)
}

/// The bits of 2/pi after 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0x0000_0000_0000_0000,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];
