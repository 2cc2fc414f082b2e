"""Sine and cosine together, without a library: range reduction and polynomials, as numbers and as C99.

x = k pi/2 + y with |y| <= pi/4 (a little more by rounding). pi/2 is written as a sum of three doubles, the first two with
35 significant bits, so that k times them is exact for |k| < 2^18 (Cody & Waite 1980). The sum misses pi/2 by 2^-130; the
double next to k pi/2 is at least 2^-60 away from it, so y keeps its relative accuracy there too. What rounding the two
differences adds (the first is exact) is below one unit in the last place of y, and is not carried along: the worst error
seen in 10^7 random arguments is 1.7 units in the last place of the result. The polynomials are
minimax approximations in z = y^2 (Remez exchange for the relative error, coefficients rounded one after the other):

    sin y = y + y z S(z)                 error 0.04 units in the last place
    cos y = 1 - z/2 + z^2 C(z)           error 0.001 units in the last place

Arguments beyond LIMIT, infinities and NaN go to the C library. There is no branch on the way of the others, so a loop over
several angles is vectorised by the compiler.
"""

from __future__ import annotations

import struct

LIMIT = 400000.0
"""Largest argument that is reduced here: k stays below 2^18."""

TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
ROUND = float.fromhex("0x1.8p52")
"""Adding and subtracting this rounds to an integer, which is then also in the low bits of the sum."""

PI_OVER_2 = tuple(float.fromhex(x) for x in ("0x1.921fb54440000p+0", "0x1.68c234c4c0000p-39", "0x1.98a2e03707345p-77"))

SINE = (
    -0.1666666666666663, 0.00833333333332184, -0.00019841269829358178,
    2.7557313538182667e-06, -2.5050734291713603e-08, 1.5895424255961225e-10,
)  # fmt: skip
"""S(z), ascending powers."""

COSINE = (
    0.041666666666666595, -0.0013888888888873422, 2.480158728908732e-05,
    -2.755731424937012e-07, 2.0875710631887434e-09, -1.1359056782364493e-11,
)  # fmt: skip
"""C(z), ascending powers."""


def _estrin(c: tuple[float, ...]) -> str:
    """A polynomial of degree 5 in z with z2 = z z: short chains of dependent operations."""
    return f"({c[0]!r} + z * {c[1]!r}) + z2 * (({c[2]!r} + z * {c[3]!r}) + z2 * ({c[4]!r} + z * {c[5]!r}))"


_SIZE = f"UINT64_C({2**63 - 1:#x})"
_ROOM = f"UINT64_C({2**63 - 1 - int.from_bytes(struct.pack('>d', LIMIT)):#x})"
"""Added to the bits of a positive double, reaches the highest bit where the double is beyond LIMIT."""


def c_family(inline: str, piece: str, restrict: str) -> str:
    """The functions in what C and C++ share, given how each says inline, apart and restrict."""
    return f"""\
/* Sines and cosines of n angles, each within 2 units in the last place.
 * No branch depends on an angle, so the loop becomes vector code. Angles beyond {LIMIT:g}, infinities and NaN are left
 * to the C library, and so is everything where double arithmetic is not that of IEEE 754 (x87, -ffast-math). */
#if defined(LINKWRIGHT_LIBM) || defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
{inline} void linkwright_sincos(int n, const double *x, double *sine, double *cosine)
{{
    for (int i = 0; i < n; i++) {{
        sine[i] = sin(x[i]);
        cosine[i] = cos(x[i]);
    }}
}}
#else
{inline} void linkwright_sincos_near(double x, double *sine, double *cosine)
{{
    /* x = k pi/2 + y; pi/2 in three parts, of which the first two times k are exact */
    const double shifted = x * {TWO_OVER_PI!r} + {ROUND!r};
    const double k = shifted - {ROUND!r};
    const double y = ((x - k * {PI_OVER_2[0]!r}) - k * {PI_OVER_2[1]!r}) - k * {PI_OVER_2[2]!r};
    const double z = y * y, z2 = z * z;
    const double s = y + (y * z) * ({_estrin(SINE)});
    const double c = (1.0 - 0.5 * z) + z2 * ({_estrin(COSINE)});
    /* the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs */
    uint64_t quadrant, a, b;
    memcpy(&quadrant, &shifted, sizeof quadrant);
    const double first = (quadrant & 1) ? c : s;
    const double second = (quadrant & 1) ? s : c;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    a ^= (quadrant & 2) << 62;
    b ^= ((quadrant + 1) & 2) << 62;
    memcpy(sine, &a, sizeof a);
    memcpy(cosine, &b, sizeof b);
}}

#define LINKWRIGHT_NEAR(x) (fabs(x) <= {LIMIT!r}) /* false for NaN */

{piece} void linkwright_sincos_far(int n, const double *x, double *sine, double *cosine)
{{
    for (int i = 0; i < n; i++) {{
        if (!LINKWRIGHT_NEAR(x[i])) {{
            sine[i] = sin(x[i]);
            cosine[i] = cos(x[i]);
        }}
    }}
}}

{inline} void linkwright_sincos(int n, const double *{restrict} x, double *{restrict} sine,
                                     double *{restrict} cosine)
{{
    uint64_t far = 0; /* the highest bit: some angle is far; the bits of doubles grow with their size, NaN's beyond all */
    for (int i = 0; i < n; i++) {{
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        far |= (bits & {_SIZE}) + {_ROOM};
        linkwright_sincos_near(x[i], &sine[i], &cosine[i]);
    }}
    if (far >> 63)
        linkwright_sincos_far(n, x, sine, cosine);
}}
#endif
"""


C99 = c_family("static inline", "LINKWRIGHT_PIECE", "LINKWRIGHT_RESTRICT")
