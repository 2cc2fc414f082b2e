"""Reduction of huge angles by Payne and Hanek: x = m 2^e times as many bits of 2/pi as matter.

Of 2/pi, bits that only add multiples of 4 to x 2/pi are left out; 192 bits after them give the quadrant and 126 bits of the
fraction. The double closest to a multiple of pi/2 leaves a fraction of 2^-61, so that at least 64 good bits remain.
Infinities and NaN give NaN.
"""

from __future__ import annotations

from functools import cache

from linkwright.runtime.ir import Module, bits

_PI_HALF = float.fromhex("0x1.921fb54442d18p+0")
_PI_HALF_REST = float.fromhex("0x1.1a62633145c07p-54")
_PAD = 64
"""Zero bits before the binary point: an angle just beyond the limit starts its window there."""
_WORDS = 22


def reduce_huge(module: Module, fma: bool) -> str:
    """Name of `{double, i64} (double x)`, x > 1e5: r in [-pi/4, pi/4] and the quadrant, of which two bits count."""
    name = "reduce.huge"
    if name not in module.parts:
        words = ", ".join(f"i64 {w}" for w in _two_over_pi())
        module.parts["two_over_pi"] = f"@two_over_pi = internal constant [{_WORDS} x i64] [{words}]"
        module.declare("llvm.fshl.i64", "i64", "i64", "i64", "i64")
        module.declare("llvm.ctlz.i128", "i128", "i128", "i1")
        module.declare("llvm.fma.f64", "double", "double", "double", "double")
        module.parts[name] = _TEXT.replace("ERROR", _FUSED_ERROR if fma else "%error = fadd double 0.0, 0.0")
    return name


@cache
def _two_over_pi() -> list[int]:
    """The bits of 2/pi, most significant first, after the padding."""
    precision = 64 * _WORDS
    value = (2 << (2 * precision)) // _pi(precision)
    stream = value >> _PAD
    mask = 2**64 - 1
    return [stream >> (64 * k) & mask for k in reversed(range(_WORDS))]


def _pi(precision: int) -> int:
    """floor(pi 2^precision), by Machin's formula with guard bits."""
    guard = 64

    def arctan_inverse(n: int) -> int:
        term = (1 << (precision + guard)) // n
        total, k = 0, 0
        while term:
            total += -(term // (2 * k + 1)) if k % 2 else term // (2 * k + 1)
            term //= n * n
            k += 1
        return total

    return 4 * (4 * arctan_inverse(5) - arctan_inverse(239)) >> guard


_FUSED_ERROR = f"%error = call double @llvm.fma.f64(double %a, double {bits(_PI_HALF)}, double %minus)"

_TEXT = f"""
define internal {{ double, i64 }} @reduce.huge(double %x) #0 noinline cold optnone {{
  %finite = fcmp olt double %x, {bits(float("inf"))}
  br i1 %finite, label %reduce, label %none
none:
  %nothing = fsub double %x, %x
  %answer = insertvalue {{ double, i64 }} zeroinitializer, double %nothing, 0
  ret {{ double, i64 }} %answer
reduce:
  ; x = m 2^e; the window begins at the bit of 2/pi with weight 2^(1 - e)
  %word = bitcast double %x to i64
  %exponent = lshr i64 %word, 52
  %digits = and i64 %word, {2**52 - 1}
  %m = or i64 %digits, {2**52}
  %start = sub i64 %exponent, {1075 + 2 - _PAD}
  %shift = and i64 %start, 63
  %skip = lshr i64 %start, 6
  %p0 = getelementptr i64, ptr @two_over_pi, i64 %skip
  %p1 = getelementptr i64, ptr %p0, i64 1
  %p2 = getelementptr i64, ptr %p0, i64 2
  %p3 = getelementptr i64, ptr %p0, i64 3
  %l0 = load i64, ptr %p0
  %l1 = load i64, ptr %p1
  %l2 = load i64, ptr %p2
  %l3 = load i64, ptr %p3
  %w0 = call i64 @llvm.fshl.i64(i64 %l0, i64 %l1, i64 %shift)
  %w1 = call i64 @llvm.fshl.i64(i64 %l1, i64 %l2, i64 %shift)
  %w2 = call i64 @llvm.fshl.i64(i64 %l2, i64 %l3, i64 %shift)
  ; the product modulo 4: 2 bits of quadrant, 62 + 64 of fraction; the last word only as its carry
  %wide = zext i64 %m to i128
  %wide1 = zext i64 %w1 to i128
  %wide2 = zext i64 %w2 to i128
  %product2 = mul i128 %wide, %wide2
  %carry2 = lshr i128 %product2, 64
  %product1 = mul i128 %wide, %wide1
  %sum1 = add i128 %product1, %carry2
  %low = trunc i128 %sum1 to i64
  %over1 = lshr i128 %sum1, 64
  %carry1 = trunc i128 %over1 to i64
  %product0 = mul i64 %m, %w0
  %high = add i64 %product0, %carry1
  ; to the nearest quadrant; what is left has a sign
  %rounded = add i64 %high, {2**61}
  %quadrant = lshr i64 %rounded, 62
  %inside = and i64 %rounded, {2**62 - 1}
  %top = sub i64 %inside, {2**61}
  %top_wide = sext i64 %top to i128
  %top_part = shl i128 %top_wide, 64
  %low_part = zext i64 %low to i128
  %fraction = or i128 %top_part, %low_part
  %negative = icmp slt i128 %fraction, 0
  %opposite = sub i128 0, %fraction
  %size = select i1 %negative, i128 %opposite, i128 %fraction
  ; as two doubles: the leading 53 bits, of weight 2^(75 - zeros - 126), and the 64 after them
  %zeros = call i128 @llvm.ctlz.i128(i128 %size, i1 false)
  %normal = shl i128 %size, %zeros
  %head_wide = lshr i128 %normal, 75
  %head_bits = trunc i128 %head_wide to i64
  %head = uitofp i64 %head_bits to double
  %tail_wide = lshr i128 %normal, 11
  %tail_bits = trunc i128 %tail_wide to i64
  %tail = uitofp i64 %tail_bits to double
  %count = trunc i128 %zeros to i64
  %biased = sub i64 {1023 + 75 - 126}, %count
  %power = shl i64 %biased, 52
  %scale = bitcast i64 %power to double
  %a = fmul double %head, %scale
  %tail_small = fmul double %tail, {bits(2.0**-64)}
  %b = fmul double %tail_small, %scale
  ; times pi/2
  %r0 = fmul double %a, {bits(_PI_HALF)}
  %minus = fneg double %r0
  ERROR
  %r1 = fmul double %b, {bits(_PI_HALF)}
  %r2 = fmul double %a, {bits(_PI_HALF_REST)}
  %r12 = fadd double %r1, %r2
  %small = fadd double %r12, %error
  %r = fadd double %r0, %small
  %r_minus = fneg double %r
  %signed = select i1 %negative, double %r_minus, double %r
  %pair = insertvalue {{ double, i64 }} poison, double %signed, 0
  %result = insertvalue {{ double, i64 }} %pair, i64 %quadrant, 1
  ret {{ double, i64 }} %result
}}"""
