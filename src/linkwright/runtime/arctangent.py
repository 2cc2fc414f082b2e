"""atan2, asin and acos of all lanes at once, in straight-line IR, with C99's special values.

atan2 is within 2 ulp (of 10^7 random points the worst was 1.5), asin and acos within 2.5.

Let t = min(|x|, |y|) / max(|x|, |y|). Up to t = 0.55 its arctangent is a polynomial; beyond, it is pi/4 plus that of
(t - 1) / (t + 1), a quotient of a difference (exact) and a sum of the same two numbers: one division in all. Then

    |atan2(y, x)| = k pi/4 + atan t  or  k pi/4 - atan t,     k = 0 ... 4

with pi/4 in two parts, the first of which k times is exact, so that the last sum rounds once.

atan t = t + t z P(z), z = t^2: P is the minimax polynomial of degree 12 of the relative error on [0, 0.55^2] (Remez
exchange in 50 digits, coefficients rounded one after the other, the rest fitted again each time): 2^-57.5. Floats take one of
degree 6: 2^-33.5.

asin x = atan2(x, sqrt(1 - x^2)), acos x = atan2(sqrt(1 - x^2), x).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.real import FLOAT32, FLOAT64, Real

_NEAR = 0.55


@dataclass(frozen=True)
class _Constants:
    """polynomial: of P; quarter: pi/4 in two parts; huge: beyond it both numbers are made smaller, for their sum."""

    polynomial: tuple[float, ...]
    quarter: tuple[float, float]
    huge: float


_CONSTANTS: Mapping[Real, _Constants] = {
    FLOAT64: _Constants(
        (
            -0.3333333333333315, 0.19999999999950835, -0.14285714281147172, 0.11111110897071853, -0.09090903157455281,
            0.07692201557527599, -0.06665376496908347, 0.058713592402534445, -0.05196381945840171, 0.044711494791319834,
            -0.034435292938271536, 0.0201096166077684, -0.006292313890077421,
        ),
        (float.fromhex("0x1.921fb54442d18p-1"), float.fromhex("0x1.1a62633145c07p-55")),
        2.0**1000,
    ),
    FLOAT32: _Constants(
        (
            -0.3333333134651184, 0.1999983936548233, -0.14281290769577026, 0.11052612960338593, -0.08667532354593277,
            0.05928807333111763, -0.024166464805603027,
        ),
        (float.fromhex("0x1.921fb6p-1"), float.fromhex("-0x1.777a5cp-26")),
        2.0**120,
    ),
}  # fmt: skip
_SMALLER = 2.0**-10


def atan2(f: Lines, y: str, x: str) -> str:
    """A call of atan2.<lanes>, which stands in the module once so that callers stay short."""
    name = f"atan2.{f.lanes.count}"
    if name not in f.module.parts:
        _write(f.module, f.lanes, name)
    return f.let(f"call {f.lanes.real} @{name}({f.lanes.real} {y}, {f.lanes.real} {x})")


def asin(f: Lines, x: str) -> str:
    """NaN beyond -1 and 1."""
    return atan2(f, x, _leg(f, x))


def acos(f: Lines, x: str) -> str:
    """NaN beyond -1 and 1."""
    return atan2(f, _leg(f, x), x)


def _leg(f: Lines, x: str) -> str:
    """sqrt(1 - x^2), the square rounded only with the difference."""
    one = f.lanes.number(1.0)
    if f.module.fma:
        return f.call("sqrt", f.call("fma", f.let(f"fneg {f.lanes.real} {x}"), x, one))
    return f.call("sqrt", f.binary("fmul", f.binary("fsub", one, x), f.binary("fadd", one, x)))


def _write(module: Module, lanes: Lanes, name: str) -> None:
    f = _Arctangent(module, lanes)
    own = _CONSTANTS[lanes.kind]
    size_x, size_y = f.call("fabs", "%x"), f.call("fabs", "%y")
    steep = f.compare("ogt", size_y, size_x)
    small, large = f.choose(steep, size_x, size_y), f.choose(steep, size_y, size_x)
    scale = f.choose(f.compare("ogt", large, f.number(own.huge)), f.number(_SMALLER), f.number(1.0))
    small, large = f.binary("fmul", small, scale), f.binary("fmul", large, scale)
    t, near = f.quotient(small, large)
    turned = f.arctangent(t)
    half = f.choose(steep, f.number(2.0), f.number(0.0))
    k = f.choose(near, f.number(1.0), half)
    back = f.let(f"icmp slt {lanes.integer} {f.let(f'bitcast {lanes.real} %x to {lanes.integer}')}, {lanes.whole(0)}")
    k = f.choose(back, f.binary("fsub", f.number(4.0), k), k)
    down = f.let(f"xor {lanes.truth} {steep}, {back}")
    signed = f.choose(down, f.let(f"fneg {lanes.real} {turned}"), turned)
    angle = f.fused(k, f.number(own.quarter[0]), f.fused(k, f.number(own.quarter[1]), signed))
    f.do(f"ret {lanes.real} {f.call('copysign', angle, '%y')}")
    f.finish(name, f"define internal {lanes.real} @{name}({lanes.real} %y, {lanes.real} %x) #0")


class _Arctangent(Lines):
    def number(self, x: float) -> str:
        return self.lanes.number(x)

    def fused(self, a: str, b: str, c: str) -> str:
        return self.call("fma", a, b, c) if self.module.fma else self.binary("fadd", self.binary("fmul", a, b), c)

    def quotient(self, small: str, large: str) -> tuple[str, str]:
        """What the polynomial takes, and whether it is (t - 1) / (t + 1); two infinities are t = 1, two zeros t = 0."""
        infinite = self.compare("oeq", small, self.number(math.inf))
        beyond = self.compare("ogt", self.binary("fmul", small, self.number(1.0 / _NEAR)), large)
        near = self.let(f"or {self.lanes.truth} {beyond}, {infinite}")
        above = self.choose(near, self.binary("fsub", small, large), small)
        above = self.choose(infinite, self.number(0.0), above)
        below = self.choose(near, self.binary("fadd", small, large), large)
        below = self.choose(self.compare("oeq", below, self.number(0.0)), self.number(1.0), below)
        return self.binary("fdiv", above, below), near

    def arctangent(self, t: str) -> str:
        """By the polynomial, in fours, for a short chain of operations."""
        c = [self.number(x) for x in _CONSTANTS[self.lanes.kind].polynomial]
        z = self.binary("fmul", t, t)
        z2 = self.binary("fmul", z, z)
        z4 = self.binary("fmul", z2, z2)
        pairs = [self.fused(c[k + 1], z, c[k]) for k in range(0, len(c) - 1, 2)]
        fours = [self.fused(pairs[k + 1], z2, pairs[k]) for k in range(0, len(pairs) - 1, 2)]
        if len(pairs) % 2:  # the last coefficient follows a pair, or a four
            fours.append(self.fused(c[-1], z2, pairs[-1]))
        else:
            fours[-1] = self.fused(c[-1], z4, fours[-1])
        *lower, p = fours
        for part in reversed(lower):
            p = self.fused(p, z4, part)
        return self.fused(self.binary("fmul", t, z), p, t)
