"""Sine and cosine together, without a library: the numbers of range reduction and of polynomials.

x = k pi/2 + y with |y| <= pi/4 (a little more by rounding). pi/2 is written as a sum of three doubles, the first two with
35 significant bits, so that k times them is exact for |k| < 2^18 (Cody & Waite 1980). The sum misses pi/2 by 2^-130; the
double next to k pi/2 is at least 2^-60 away from it, so y keeps its relative accuracy there too. What rounding the two
differences adds (the first is exact) is below one unit in the last place of y, and is not carried along: the worst error
seen in 10^7 random arguments is 1.7 units in the last place of the result. The polynomials are
minimax approximations in z = y^2 (Remez exchange for the relative error, coefficients rounded one after the other):

    sin y = y + y z S(z)                 error 0.04 units in the last place
    cos y = 1 - z/2 + z^2 C(z)           error 0.001 units in the last place

Arguments beyond LIMIT, infinities and NaN go to the C library. There is no branch on the way of the others, so a loop over
several angles is vectorised by the compiler. Files of the languages (c/files/sincos.h, rust/files/src/sincos.rs) have these
numbers, which tests ask; Rust has no C library, and reduces what is beyond LIMIT itself.
"""

from __future__ import annotations

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
