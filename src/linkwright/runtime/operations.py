"""The op table in LLVM IR: every operation for any number of lanes, with the interpreter's special values."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from linkwright.lazy import lazy
from linkwright.runtime.ir import Lines

Spelling = Callable[..., str]
"""(lines, *arguments) -> name of the result."""


def _infix(op: str) -> Spelling:
    def spell(f: Lines, a: str, b: str) -> str:
        return f.binary(op, a, b)

    return spell


def _intrinsic(name: str) -> Spelling:
    def spell(f: Lines, *args: str) -> str:
        return f.call(name, *args)

    return spell


def _neg(f: Lines, a: str) -> str:
    return f.let(f"fneg {f.lanes.real} {a}")


def _extreme(relation: str) -> Spelling:
    """min, max: NaN wins, as in NumPy; of equal values the second."""

    def spell(f: Lines, a: str, b: str) -> str:
        ordered = f.choose(f.compare(relation, a, b), a, b)
        return f.choose(f.compare("uno", a, a), a, ordered)

    return spell


def _sign(f: Lines, a: str) -> str:
    """-1, +0, 1; NaN stays NaN."""
    unit = f.call("copysign", f.lanes.number(1.0), a)
    return f.choose(f.compare("one", a, f.lanes.number(0.0)), unit, f.call("fabs", a))


def _select(f: Lines, condition: str, yes: str, no: str) -> str:
    return f.choose(f.compare("ogt", condition, f.lanes.number(0.0)), yes, no)


def _only_if(f: Lines, condition: str, x: str) -> str:
    return _select(f, condition, x, f.lanes.number(math.nan))


def _library(name: str) -> Spelling:
    """The C library's function, lane by lane, in a function of its own so that callers stay short."""

    def spell(f: Lines, *args: str) -> str:
        if f.lanes.count == 1:
            return _call(f, name, *args)
        own = f"{name}.{f.lanes.count}"
        if own not in f.module.parts:
            _write_per_lane(f, name, own, len(args))
        return f.let(f"call {f.lanes.real} @{own}({', '.join(f'{f.lanes.real} {a}' for a in args)})")

    return spell


def _call(f: Lines, name: str, *args: str) -> str:
    """Of doubles, whatever the kind: it has no other functions."""
    function = f.module.library(name, f)
    wide = [f.widened(a) for a in args]
    return f.narrowed(f.let(f"call double {function}({', '.join(f'double {a}' for a in wide)})"))


def _write_per_lane(caller: Lines, name: str, own: str, arity: int) -> None:
    lanes = caller.lanes
    f = Lines(caller.module, lanes.of(1))
    total = "poison"
    for k in range(lanes.count):
        parts = [f.let(f"extractelement {lanes.real} %a{j}, i32 {k}") for j in range(arity)]
        value = _call(f, name, *parts)
        total = f.let(f"insertelement {lanes.real} {total}, {lanes.scalar} {value}, i32 {k}")
    f.do(f"ret {lanes.real} {total}")
    f.finish(own, f"define internal {lanes.real} @{own}({', '.join(f'{lanes.real} %a{j}' for j in range(arity))}) #0")


def _fms(f: Lines, a: str, b: str, c: str) -> str:
    return f.call("fma", a, b, _neg(f, c))


def _fnma(f: Lines, a: str, b: str, c: str) -> str:
    return f.call("fma", _neg(f, a), b, c)


OPERATIONS: Mapping[str, Spelling] = {
    "add": _infix("fadd"), "sub": _infix("fsub"), "mul": _infix("fmul"), "div": _infix("fdiv"),
    "neg": _neg, "sqrt": _intrinsic("sqrt"), "abs": _intrinsic("fabs"),
    "min": _extreme("olt"), "max": _extreme("ogt"), "sign": _sign, "select": _select,
    "only_if": _only_if, "atan2": lazy("linkwright.runtime.arctangent:atan2"),
    "asin": lazy("linkwright.runtime.arctangent:asin"), "acos": lazy("linkwright.runtime.arctangent:acos"),
    "fma": _intrinsic("fma"), "fms": _fms, "fnma": _fnma,
    **{name: _library(name) for name in ("tan", "exp", "log", "pow", "hypot")},
}  # fmt: skip
"""Steps of a plan. Sines and cosines are not here: a Turn computes them together."""
