// Elementary functions without a standard library: within 3 units in the last place, tan within 5; sqrt is rounded correctly.
// Written by Linkwright. Do not edit: generate it again.
//
// They agree with IEEE 754 on infinities, NaN and, sin and tan of -0 apart, on zeros. Worst seen in 30,000 random arguments, in
// units in the last place: exp, log, pow 0.9; hypot 1.2; atan2 1.6; asin 1.8; acos 2.3; tan 2.9. Polynomials: Taylor's for exp
// and log; for atan an interpolation at Chebyshev's points, error 0.06 units. pow carries the logarithm in two doubles (Dekker
// 1971).

/// ln 2 is the sum of these; the first has 32 bits, so that its multiples up to 2^21 are exact.
const LN2: [f64; 2] = [0.6931471803691238, 1.9082149292705877e-10];

/// (2 atanh(s) / s - 2) / s^2 by powers of s^2.
const LOG: [f64; 10] = [
    0.6666666666666666,
    0.4,
    0.2857142857142857,
    0.2222222222222222,
    0.18181818181818182,
    0.15384615384615385,
    0.13333333333333333,
    0.11764705882352941,
    0.10526315789473684,
    0.09523809523809523,
];

/// (atan(t) / t - 1) / t^2 by powers of t^2, |t| <= tan(pi/8).
const ATAN: [f64; 11] = [
    -0.3333333333333333,
    0.19999999999995513,
    -0.1428571428466482,
    0.11111111015117626,
    -0.09090904572487347,
    0.07692183059894114,
    -0.06664509603255386,
    0.05858132894427922,
    -0.05085365922344248,
    0.03922923713835943,
    -0.01917392228554793,
];

/// (atanh(s) / s - 1 - s^2 / 3) / s^4 by powers of s^2.
const LOG_TAIL: [f64; 11] = [
    0.2,
    0.14285714285714285,
    0.1111111111111111,
    0.09090909090909091,
    0.07692307692307693,
    0.06666666666666667,
    0.058823529411764705,
    0.05263157894736842,
    0.047619047619047616,
    0.043478260869565216,
    0.04,
];

/// (exp(r) - 1 - r) / r^2 by powers of r.
const EXP: [f64; 12] = [
    0.5,
    0.16666666666666666,
    0.041666666666666664,
    0.008333333333333333,
    0.001388888888888889,
    0.0001984126984126984,
    2.48015873015873e-05,
    2.7557319223985893e-06,
    2.755731922398589e-07,
    2.505210838544172e-08,
    2.08767569878681e-09,
    1.6059043836821613e-10,
];

/// Square root, correctly rounded.
pub(crate) fn sqrt(x: f64) -> f64 {
    if x == 0.0 || x.is_nan() || x == f64::INFINITY {
        return x;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    let (m, e) = split(x);
    let (m, e) = if e % 2 == 0 { (m, e) } else { (2.0 * m, e - 1) };
    let mut y = 0.5 + 0.5 * m; // m in [1, 4): four steps of Newton's reach the last bits
    for _ in 0..5 {
        y = 0.5 * (y + m / y);
    }
    // exactly: the largest r with r^2 <= m 2^106; it has one bit more than the result
    let square = ((m * 4503599627370496.0) as u128) << 54;
    let mut r = (y * 9007199254740992.0) as u128;
    while r * r > square {
        r -= 1;
    }
    while (r + 1) * (r + 1) <= square {
        r += 1;
    }
    ((r + 1) >> 1) as f64 * power_of_two(e / 2 - 52)
}

/// Exponential function.
pub(crate) fn exp(x: f64) -> f64 {
    exp_of_sum(x, 0.0)
}

/// Natural logarithm.
pub(crate) fn log(x: f64) -> f64 {
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 || x.is_nan() || x == f64::INFINITY {
        return if x < 0.0 { f64::NAN } else { x };
    }
    let (m, e) = split_around_one(x);
    let (f, k) = (m - 1.0, e as f64);
    let s = f / (2.0 + f); // log(1 + f) = 2 atanh(s) = f - s f + ...
    let z = s * s;
    let tail = z * polynomial(z, &LOG);
    k * LN2[0] + (f - (s * (f - tail) - k * LN2[1]))
}

/// x to the power of y.
pub(crate) fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let a = f64::from_bits(x.to_bits() & (u64::MAX >> 1));
    let large = f64::from_bits(y.to_bits() & (u64::MAX >> 1)) >= 9007199254740992.0; // then it is even
    let whole = large || y as i64 as f64 == y;
    let odd = whole && !large && y as i64 & 1 == 1;
    let size = if a == 1.0 {
        1.0
    } else if a == 0.0 || a == f64::INFINITY || y == f64::INFINITY || y == f64::NEG_INFINITY {
        if (a > 1.0) == (y > 0.0) {
            f64::INFINITY
        } else {
            0.0
        }
    } else {
        power(a, y)
    };
    match (x.is_sign_negative(), odd) {
        (false, _) => size,
        (true, true) => -size,
        (true, false) if whole || a == 0.0 || a == f64::INFINITY => size,
        _ => f64::NAN,
    }
}

/// Tangent.
pub(crate) fn tan(x: f64) -> f64 {
    let (sine, cosine) = crate::sincos::sincos_one(x);
    sine / cosine
}

/// Inverse sine.
pub(crate) fn asin(x: f64) -> f64 {
    atan2(x, sqrt((1.0 - x) * (1.0 + x)))
}

/// Inverse cosine.
pub(crate) fn acos(x: f64) -> f64 {
    2.0 * atan2(sqrt(1.0 - x), sqrt(1.0 + x))
}

/// Angle of the point (x, y).
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let size = |v: f64| f64::from_bits(v.to_bits() & (u64::MAX >> 1));
    let (mut a, mut b) = (size(y), size(x));
    if a == f64::INFINITY && b == f64::INFINITY {
        (a, b) = (1.0, 1.0);
    } else if a > 1e300 || b > 1e300 {
        (a, b) = (0.25 * a, 0.25 * b);
    }
    // atan(a / b) = base + atan(t), |t| <= tan(pi/8)
    let (t, base, rest) = if a == 0.0 && b == 0.0 {
        (0.0, 0.0, 0.0)
    } else if a > 2.414213562373095 * b {
        (-(b / a), 1.5707963267948966, 6.123233995736766e-17)
    } else if a > 0.41421356237309503 * b {
        ((a - b) / (a + b), 0.7853981633974483, 3.061616997868383e-17)
    } else {
        (a / b, 0.0, 0.0)
    };
    let z = t * t;
    let first = base + (t + (rest + t * z * polynomial(z, &ATAN)));
    let angle = if x.is_sign_negative() {
        3.141592653589793 - (first - 1.2246467991473532e-16)
    } else {
        first
    };
    if y.is_sign_negative() {
        -angle
    } else {
        angle
    }
}

/// Length of the vector (x, y), without overflow on the way.
pub(crate) fn hypot(x: f64, y: f64) -> f64 {
    let size = |v: f64| f64::from_bits(v.to_bits() & (u64::MAX >> 1));
    let (a, b) = (size(x), size(y));
    if a == f64::INFINITY || b == f64::INFINITY {
        return f64::INFINITY;
    }
    let largest = if a > b { a } else { b };
    let scale = if largest > 1e150 {
        power_of_two(-600)
    } else if largest < 1e-140 {
        power_of_two(600)
    } else {
        1.0
    };
    let (a, b) = (scale * a, scale * b);
    sqrt(a * a + b * b) / scale
}

/// a to the power of y for positive finite a, by way of a logarithm of two doubles.
fn power(a: f64, y: f64) -> f64 {
    let (m, e) = split_around_one(a);
    // s = (m - 1) / (m + 1) as a sum of two
    let f = m - 1.0;
    let (d, d_rest) = sum(1.0, m);
    let s = f / d;
    let (p, p_rest) = product(s, d);
    let s_rest = ((f - p) - p_rest - s * d_rest) / d;
    // log(m) / 2 = s + s z (1/3 + z / 5 + ...), z = s^2
    let (z, z_rest) = product(s, s);
    let z_rest = z_rest + 2.0 * s * s_rest;
    let (c, c_rest) = sum(0.3333333333333333, z * polynomial(z, &LOG_TAIL));
    let (w, w_rest) = product(z, c);
    let w_rest = w_rest + (z * (c_rest + 1.850371707708594e-17) + z_rest * c);
    let (t, t_rest) = product(s, w);
    let t_rest = t_rest + (s * w_rest + s_rest * w);
    let (l, l_rest) = sum(s, t);
    let k = e as f64;
    let (log, log_rest) = sum(k * LN2[0], 2.0 * l);
    let log_rest = log_rest + (2.0 * (l_rest + (s_rest + t_rest)) + k * LN2[1]);
    let rough = y * log;
    if !(-746.0..=710.0).contains(&rough) {
        return if rough > 0.0 { f64::INFINITY } else { 0.0 };
    }
    let (exponent, rest) = product(y, log);
    exp_of_sum(exponent, rest + y * log_rest)
}

/// a + b and what rounding takes from it (Knuth).
fn sum(a: f64, b: f64) -> (f64, f64) {
    let s = a + b;
    let part = s - a;
    (s, (a - (s - part)) + (b - part))
}

/// a b and what rounding takes from it (Dekker).
fn product(a: f64, b: f64) -> (f64, f64) {
    let halves = |x: f64| {
        let wide = 134217729.0 * x;
        let high = wide - (wide - x);
        (high, x - high)
    };
    let p = a * b;
    let ((a1, a2), (b1, b2)) = (halves(a), halves(b));
    (p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2)
}

/// exp(x + rest), |rest| much smaller than 1.
fn exp_of_sum(x: f64, rest: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    if x > 709.8 {
        return f64::INFINITY;
    }
    if x < -745.2 {
        return 0.0;
    }
    let k = (x * 1.4426950408889634 + 6755399441055744.0) - 6755399441055744.0; // to an integer
    let high = x - k * LN2[0];
    let low = rest - k * LN2[1];
    let r = high + low;
    let r_rest = (high - r) + low;
    let y = 1.0 + (r + (r * r * polynomial(r, &EXP) + r_rest));
    let k = k as i64; // in two steps, for results beyond the exponents of normal numbers
    y * power_of_two(k / 2) * power_of_two(k - k / 2)
}

/// x = m 2^e with m between the square roots of 1/2 and 2, for positive finite x.
fn split_around_one(x: f64) -> (f64, i64) {
    let (m, e) = split(x);
    if m > 1.4142135623730951 {
        (0.5 * m, e + 1)
    } else {
        (m, e)
    }
}

/// x = m 2^e with m in [1, 2), for positive finite x.
fn split(x: f64) -> (f64, i64) {
    let small = x < f64::MIN_POSITIVE;
    let bits = if small { x * 18014398509481984.0 } else { x }.to_bits();
    let m = f64::from_bits((bits & ((1 << 52) - 1)) | (1023 << 52));
    (m, (bits >> 52) as i64 - 1023 - if small { 54 } else { 0 })
}

/// 2^k for exponents of normal numbers.
fn power_of_two(k: i64) -> f64 {
    f64::from_bits(((k + 1023) as u64) << 52)
}

/// c[0] + c[1] x + c[2] x^2 + ..., by Horner's rule.
fn polynomial(x: f64, c: &[f64]) -> f64 {
    c.iter().rev().fold(0.0, |sum, c| c + x * sum)
}
