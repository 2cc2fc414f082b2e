"""Sine and cosine of all lanes at once, in straight-line IR: within 2 ulp, for every double.

Cody and Waite's reduction by pi/2 leaves r in [-pi/4, pi/4]; two minimax polynomials give sin r and cos r; the quadrant
says which is which and the signs. Working on |x| and giving sin the sign of x at the end keeps sin(-0.0) = -0.0.
Lanes beyond the limit, infinite or not a number take a cold branch, lane by lane (huge_angles.py): what one lane holds
never changes another lane's bits.

The reduction with fused multiply-adds: x - n P1 is exact (P1 has 53 bits, the difference needs no more), the other two
steps each round once, and P1 + P2 + P3 is pi/2 to 161 bits, so that r keeps full relative accuracy next to multiples of
pi/2. Without them, pieces of 33 bits make n P exact for n < 2^20.

Coefficients: fdlibm's kernel sine and cosine (error below 2^-58), split by Estrin once for a shorter chain.
"""

from __future__ import annotations

from linkwright.runtime.huge_angles import reduce_huge
from linkwright.runtime.ir import Lanes, Lines, Module

_TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
_ROUND = 6755399441055744.0  # 1.5 * 2^52: adding it rounds to an integer and leaves that integer in the low bits

_PIECES_FUSED = tuple(map(float.fromhex, ("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54", "-0x1.f1976b7ed8fbcp-110")))
_PIECES_PLAIN = tuple(
    map(
        float.fromhex,
        ("0x1.921fb54400000p+0", "0x1.0b4611a600000p-34", "0x1.3198a2e000000p-69", "0x1.b839a252049c1p-104"),
    )
)

_SIN = (
    -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
    2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
)  # fmt: skip
_COS = (
    4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
    -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
)  # fmt: skip

_SIGN = -(2**63)


def limit(fma: bool) -> float:
    """The largest angle that the fast way takes."""
    return 1.0e9 if fma else 1.0e6


def write_sincos(module: Module, lanes: Lanes, fma: bool) -> None:
    """sincos.<lanes>x<n> for n = 1, 2, 3 angles: `void (real x0, ..., ptr out)` stores sin x0, cos x0, sin x1, ... at `out`.

    Angles go together because each is one long chain of operations: a call of three takes half the time of three calls.
    """
    for count in TOGETHER:
        _fast(module, lanes, fma, count)
    _slow(module, lanes, fma)


TOGETHER = (1, 2, 3)
"""Angles that a call can take."""


def calls_for(angles: int) -> list[int]:
    """Numbers of angles per call: threes, and twos where a single one would be left over."""
    threes, rest = divmod(angles, 3)
    if rest == 1 and threes:
        return [3] * (threes - 1) + [2, 2]
    return [3] * threes + [rest] * (rest > 0)


def _fast(module: Module, lanes: Lanes, fma: bool, count: int) -> None:
    f = Lines(module, lanes)
    beyond = [_store_fast(f, fma, f"%x{k}", 2 * lanes.bytes * k) for k in range(count)]
    while len(beyond) > 1:
        beyond = [f.let(f"or {lanes.truth} {beyond[0]}, {beyond[1]}"), *beyond[2:]]
    if lanes.count > 1:
        module.declare(f"llvm.vector.reduce.or.v{lanes.count}i1", "i1", lanes.truth)
        beyond = [f.let(f"call i1 @llvm.vector.reduce.or.v{lanes.count}i1({lanes.truth} {beyond[0]})")]
    module.parts["!1"] = '!1 = !{!"branch_weights", i32 1, i32 1000000}'
    f.do(f"br i1 {beyond[0]}, label %slow, label %done, !prof !1")
    f.label("slow")
    for k in range(count):
        f.do(f"call void @slow({lanes.real} %x{k}, ptr {f.at('%out', 2 * lanes.bytes * k)})")
    f.do("br label %done")
    f.label("done")
    f.do("ret void")
    takes = ", ".join([*(f"{lanes.real} %x{k}" for k in range(count)), "ptr noalias %out"])
    name = f"sincos.{lanes.count}x{count}"
    f.finish(name, f"define dso_local void @{name}({takes}) #0")


def _store_fast(f: Lines, fma: bool, x: str, place: int) -> str:
    """Sine and cosine of an angle below the limit to `place`; returns in which lanes it is not below."""
    lanes = f.lanes
    real, number = lanes.real, lanes.number
    positive = f.call("fabs", x)
    shifted = _fused(f, fma, positive, number(_TWO_OVER_PI), number(_ROUND))
    turns = f.binary("fsub", shifted, number(_ROUND))
    steps = [positive]
    for piece in _PIECES_FUSED if fma else _PIECES_PLAIN:
        steps.append(_fused(f, fma, turns, number(-piece), steps[-1]))
    quadrant = f.let(f"bitcast {real} {shifted} to {lanes.integer}")
    # The last step matters only where r is so small that sin r = r: the polynomials need not wait for it.
    sine, cosine = _from_reduced(f, fma, x, steps[-2], steps[-1], quadrant)
    f.do(f"store {real} {sine}, ptr {f.at('%out', place)}, align 8")
    f.do(f"store {real} {cosine}, ptr {f.at('%out', place + lanes.bytes)}, align 8")
    return f.let(f"fcmp ugt {real} {positive}, {number(limit(fma))}")


def _slow(module: Module, lanes: Lanes, fma: bool) -> None:
    """`void slow(real x, ptr out)`: the lanes beyond the limit, one after the other."""
    f = Lines(module, Lanes(1))
    f.do(f"%copy = alloca {lanes.real}, align 64")
    f.do(f"store {lanes.real} %x, ptr %copy")
    f.do("br label %loop")
    f.label("loop")
    f.do("%i = phi i64 [ 0, %0 ], [ %next, %after ]")
    f.do("%next = add i64 %i, 1")
    f.do("%from = getelementptr double, ptr %copy, i64 %i")
    f.do("%angle = load double, ptr %from")
    positive = f.call("fabs", "%angle")
    f.do(f"%beyond = fcmp ugt double {positive}, {f.lanes.number(limit(fma))}")
    f.do("br i1 %beyond, label %reduce, label %after")
    f.label("reduce")
    reduced = f.let(f"call {{ double, i64 }} @{reduce_huge(module, fma)}(double {positive})")
    r = f.let(f"extractvalue {{ double, i64 }} {reduced}, 0")
    quadrant = f.let(f"extractvalue {{ double, i64 }} {reduced}, 1")
    sine, cosine = _from_reduced(f, fma, "%angle", r, r, quadrant)
    f.do("%to = getelementptr double, ptr %out, i64 %i")
    f.do(f"store double {sine}, ptr %to")
    f.do(f"store double {cosine}, ptr {f.at('%to', lanes.bytes)}")
    f.do("br label %after")
    f.label("after")
    f.do(f"%more = icmp ult i64 %next, {lanes.count}")
    f.do("br i1 %more, label %loop, label %end")
    f.label("end")
    f.do("ret void")
    f.finish("slow", f"define internal void @slow({lanes.real} %x, ptr noalias %out) #0 noinline cold")


def _from_reduced(f: Lines, fma: bool, x: str, near: str, r: str, quadrant: str) -> tuple[str, str]:
    """sin x and cos x, from |x| = r + quadrant pi/2 (the two low bits of the quadrant count); `near` is r but for its end.

    The chain of operations is kept short: the first sines of a state are what everything else waits for.
    """
    lanes = f.lanes
    real, integer, number, whole = lanes.real, lanes.integer, lanes.number, lanes.whole

    def polynomial(c: tuple[float, ...]) -> str:
        low, mid, top = (_fused(f, fma, number(c[k + 1]), z, number(c[k])) for k in (0, 2, 4))
        return _fused(f, fma, _fused(f, fma, top, zz, mid), zz, low)

    z = f.binary("fmul", near, near)
    zz = f.binary("fmul", z, z)
    sine = _fused(f, fma, polynomial(_SIN), f.binary("fmul", near, z), r)
    cosine = _fused(f, fma, polynomial(_COS), zz, _fused(f, fma, z, number(-0.5), number(1.0)))
    odd = f.let(f"shl {integer} {quadrant}, {whole(63)}")
    swap = f.let(f"icmp slt {integer} {odd}, {whole(0)}")
    sign_x = f.let(f"bitcast {real} {x} to {integer}")
    sign_sin = f.let(f"xor {integer} {f.let(f'shl {integer} {quadrant}, {whole(62)}')}, {sign_x}")
    next_quadrant = f.let(f"add {integer} {quadrant}, {whole(1)}")
    sign_cos = f.let(f"shl {integer} {next_quadrant}, {whole(62)}")

    def signed(yes: str, no: str, sign: str) -> str:
        chosen = f.let(f"select {lanes.truth} {swap}, {real} {yes}, {real} {no}")
        turned = f.let(f"and {integer} {sign}, {whole(_SIGN)}")
        value = f.let(f"xor {integer} {f.let(f'bitcast {real} {chosen} to {integer}')}, {turned}")
        return f.let(f"bitcast {integer} {value} to {real}")

    return signed(cosine, sine, sign_sin), signed(sine, cosine, sign_cos)


def _fused(f: Lines, fma: bool, a: str, b: str, c: str) -> str:
    return f.call("fma", a, b, c) if fma else f.binary("fadd", f.binary("fmul", a, b), c)
