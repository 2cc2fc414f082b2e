"""The reals that native code computes with: what LLVM and NumPy call them, how wide they are, how a number is spelled."""

from __future__ import annotations

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Real:
    """A floating-point format of IEEE 754.

    name:   as NumPy and our options call it
    llvm:   LLVM's type; `suffix` is it in names of intrinsics: llvm.sqrt.f64
    bits:   its width, which an integer type has too
    number: NumPy's number of the type, which its C interface takes
    """

    name: str
    llvm: str
    suffix: str
    bits: int
    number: int
    letter: str

    @property
    def bytes(self) -> int:
        return self.bits // 8

    @property
    def integer(self) -> str:
        """LLVM's integer of the same width."""
        return f"i{self.bits}"

    def spell(self, x: float) -> str:
        """A number as LLVM spells it exactly: as the bits of a double, in hexadecimal, whatever the type."""
        return f"0x{struct.unpack('<Q', struct.pack('<d', self.rounded(x)))[0]:016X}"

    def rounded(self, x: float) -> float:
        """The nearest number that this type has; beyond the largest one that is infinite."""
        try:
            return float(struct.unpack("<" + self.letter, struct.pack("<" + self.letter, x))[0])
        except OverflowError:
            return math.copysign(math.inf, x)


FLOAT64 = Real("float64", "double", "f64", 64, 12, "d")
FLOAT32 = Real("float32", "float", "f32", 32, 11, "f")

REALS: Mapping[str, Real] = {real.name: real for real in (FLOAT64, FLOAT32)}
