"""Sine and cosine of all lanes at once, in straight-line IR: within 2 ulp, for every double or every float.

Cody and Waite's reduction by pi/2 leaves r in [-pi/4, pi/4]; two minimax polynomials give sin r and cos r; the quadrant
says which is which and the signs. Working on |x| and giving sin the sign of x at the end keeps sin(-0.0) = -0.0.
Lanes beyond the limit, infinite or not a number take a cold branch, lane by lane (huge_angles.py): what one lane holds
never changes another lane's bits.

The reduction with fused multiply-adds: x - n P1 is exact (P1 has 53 bits, the difference needs no more), the other two
steps each round once, and P1 + P2 + P3 is pi/2 to 161 bits, so that r keeps full relative accuracy next to multiples of
pi/2. Without them, pieces of 33 bits make n P exact for n < 2^20. Floats have pieces of 24 bits, 12 without fused operations.

Coefficients of doubles: fdlibm's kernel sine and cosine (error below 2^-58), split by Estrin once for a shorter chain. Those of
floats are minimax polynomials of the relative error on [0, 1.004 pi/4], coefficients rounded one after the other, the rest
fitted again each time: sine 2^-32.4, cosine 2^-32.9.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwright.runtime.huge_angles import reduce_huge
from linkwright.runtime.ir import Lanes, Lines, Module
from linkwright.runtime.real import FLOAT32, FLOAT64, Real

Numbers = tuple[float, ...]


def _read(*texts: str) -> Numbers:
    return tuple(map(float.fromhex, texts))


@dataclass(frozen=True)
class _Constants:
    """What the same steps need for one kind of real.

    round:    adding it rounds to an integer and leaves that integer in the low bits
    fused:    pi/2 in pieces with fused multiply-adds; plain: without
    limits:   the largest angle that the fast way takes, fused and plain
    kept:     what the second plain piece rounds off goes with the third: floats would be 2.3 ulp off without
    """

    two_over_pi: float
    round: float
    fused: Numbers
    plain: Numbers
    limits: tuple[float, float]
    sine: Numbers
    cosine: Numbers
    kept: bool = False


_CONSTANTS: Mapping[Real, _Constants] = {
    FLOAT64: _Constants(
        float.fromhex("0x1.45f306dc9c883p-1"),
        1.5 * 2.0**52,
        _read("0x1.921fb54442d18p+0", "0x1.1a62633145c07p-54", "-0x1.f1976b7ed8fbcp-110"),
        _read("0x1.921fb54400000p+0", "0x1.0b4611a600000p-34", "0x1.3198a2e000000p-69", "0x1.b839a252049c1p-104"),
        (1.0e9, 1.0e6),
        (
            -1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
            2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10,
        ),
        (
            4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
            -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11,
        ),
    ),
    FLOAT32: _Constants(
        float.fromhex("0x1.45f306p-1"),
        1.5 * 2.0**23,
        _read("0x1.921fb6p+0", "-0x1.777a5cp-25", "-0x1.ee59dap-50"),
        _read("0x1.922p+0", "-0x1.2aep-18", "-0x1.deap-31", "0x1.184698p-44"),
        (1.0e5, 5.0e3),
        _read("-0x1.555556p-3", "0x1.111174p-7", "-0x1.a05930p-13", "0x1.7c1a1ap-19"),
        _read("0x1.55554ap-5", "-0x1.6c0c22p-10", "0x1.99e526p-16"),
        kept=True,
    ),
}  # fmt: skip


def limit(kind: Real, fma: bool) -> float:
    """The largest angle that the fast way takes."""
    return _CONSTANTS[kind].limits[0 if fma else 1]


def write_sincos(module: Module, lanes: Lanes, fma: bool, angles: int) -> None:
    """sincos.<lanes>x<n> for n = 1, 2 or 3 angles: `void (real x0, ..., ptr out)` stores sin x0, cos x0, sin x1, ... at `out`.

    Angles go together because each is one long chain of operations: a call of three takes half the time of three calls. Each
    number of angles is code of its own: a robot needs one of them, and each takes milliseconds to compile.
    """
    _fast(module, lanes, fma, angles)
    _slow(module, lanes, fma)


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
    own = _CONSTANTS[lanes.kind]
    shifted = _fused(f, fma, positive, number(own.two_over_pi), number(own.round))
    turns = f.binary("fsub", shifted, number(own.round))
    steps = [positive]
    for piece in own.fused if fma else own.plain:
        if own.kept and not fma and len(steps) == 3:
            lost = _lost(f, turns, own.plain[1], steps)
            steps.append(f.binary("fadd", steps[-1], _fused(f, fma, turns, number(-piece), lost)))
        else:
            steps.append(_fused(f, fma, turns, number(-piece), steps[-1]))
    quadrant = f.let(f"bitcast {real} {shifted} to {lanes.integer}")
    # The last step matters only where r is so small that sin r = r: the polynomials need not wait for it.
    sine, cosine = _from_reduced(f, fma, x, steps[-2], steps[-1], quadrant)
    f.do(f"store {real} {sine}, ptr {f.at('%out', place)}, align {lanes.step}")
    f.do(f"store {real} {cosine}, ptr {f.at('%out', place + lanes.bytes)}, align {lanes.step}")
    return f.let(f"fcmp ugt {real} {positive}, {number(limit(lanes.kind, fma))}")


def _lost(f: Lines, turns: str, piece: float, steps: list[str]) -> str:
    """What the last step rounded off, exactly."""
    before, after = steps[-2:]
    product = f.binary("fmul", turns, f.lanes.number(-piece))
    return f.binary("fadd", f.binary("fsub", before, after), product)


def _slow(module: Module, lanes: Lanes, fma: bool) -> None:
    """`void slow(real x, ptr out)`: the lanes beyond the limit, one after the other. Hardly ever run, it is compiled without
    optimising, in half the time."""
    f = Lines(module, lanes.of(1))
    one = f.lanes.scalar
    f.do(f"%copy = alloca {lanes.real}, align 64")
    f.do(f"store {lanes.real} %x, ptr %copy")
    f.do("br label %loop")
    f.label("loop")
    f.do("%i = phi i64 [ 0, %0 ], [ %next, %after ]")
    f.do("%next = add i64 %i, 1")
    f.do(f"%from = getelementptr {one}, ptr %copy, i64 %i")
    f.do(f"%angle = load {one}, ptr %from")
    positive = f.call("fabs", "%angle")
    f.do(f"%beyond = fcmp ugt {one} {positive}, {f.lanes.number(limit(lanes.kind, fma))}")
    f.do("br i1 %beyond, label %reduce, label %after")
    f.label("reduce")
    reduced = f.let(f"call {{ double, i64 }} @{reduce_huge(module, fma)}(double {f.widened(positive)})")
    r = f.narrowed(f.let(f"extractvalue {{ double, i64 }} {reduced}, 0"))
    quadrant = f.let(f"extractvalue {{ double, i64 }} {reduced}, 1")
    if lanes.kind.bits < 64:
        quadrant = f.let(f"trunc i64 {quadrant} to {lanes.word}")
    sine, cosine = _from_reduced(f, fma, "%angle", r, r, quadrant)
    f.do(f"%to = getelementptr {one}, ptr %out, i64 %i")
    f.do(f"store {one} {sine}, ptr %to")
    f.do(f"store {one} {cosine}, ptr {f.at('%to', lanes.bytes)}")
    f.do("br label %after")
    f.label("after")
    f.do(f"%more = icmp ult i64 %next, {lanes.count}")
    f.do("br i1 %more, label %loop, label %end")
    f.label("end")
    f.do("ret void")
    f.finish("slow", f"define internal void @slow({lanes.real} %x, ptr noalias %out) #0 noinline cold optnone")


def _from_reduced(f: Lines, fma: bool, x: str, near: str, r: str, quadrant: str) -> tuple[str, str]:
    """sin x and cos x, from |x| = r + quadrant pi/2 (the two low bits of the quadrant count); `near` is r but for its end.

    The chain of operations is kept short: the first sines of a state are what everything else waits for.
    """
    lanes = f.lanes
    real, integer, number, whole = lanes.real, lanes.integer, lanes.number, lanes.whole

    def polynomial(c: Numbers) -> str:
        pairs = [_fused(f, fma, number(c[k + 1]), z, number(c[k])) for k in range(0, len(c) - 1, 2)]
        *lower, total = pairs if len(c) % 2 == 0 else [*pairs, number(c[-1])]
        for pair in reversed(lower):
            total = _fused(f, fma, total, zz, pair)
        return total

    z = f.binary("fmul", near, near)
    zz = f.binary("fmul", z, z)
    sine = _fused(f, fma, polynomial(_CONSTANTS[lanes.kind].sine), f.binary("fmul", near, z), r)
    cosine = _fused(f, fma, polynomial(_CONSTANTS[lanes.kind].cosine), zz, _fused(f, fma, z, number(-0.5), number(1.0)))
    odd = f.let(f"shl {integer} {quadrant}, {whole(lanes.kind.bits - 1)}")
    swap = f.let(f"icmp slt {integer} {odd}, {whole(0)}")
    high = whole(lanes.kind.bits - 2)
    sign_x = f.let(f"bitcast {real} {x} to {integer}")
    sign_sin = f.let(f"xor {integer} {f.let(f'shl {integer} {quadrant}, {high}')}, {sign_x}")
    next_quadrant = f.let(f"add {integer} {quadrant}, {whole(1)}")
    sign_cos = f.let(f"shl {integer} {next_quadrant}, {high}")

    def signed(yes: str, no: str, sign: str) -> str:
        chosen = f.let(f"select {lanes.truth} {swap}, {real} {yes}, {real} {no}")
        turned = f.let(f"and {integer} {sign}, {whole(-(2 ** (lanes.kind.bits - 1)))}")
        value = f.let(f"xor {integer} {f.let(f'bitcast {real} {chosen} to {integer}')}, {turned}")
        return f.let(f"bitcast {integer} {value} to {real}")

    return signed(cosine, sine, sign_sin), signed(sine, cosine, sign_cos)


def _fused(f: Lines, fma: bool, a: str, b: str, c: str) -> str:
    return f.call("fma", a, b, c) if fma else f.binary("fadd", f.binary("fmul", a, b), c)
