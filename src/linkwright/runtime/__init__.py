"""Kernel -> native callable: LLVM code for one state and for batches, cached on disk. `native` is what others call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from linkwright.lazy import names

if TYPE_CHECKING:
    from linkwright.runtime.native_function import NativeFunction, native

__all__ = ["NativeFunction", "native"]

# NumPy and LLVM are loaded when code is compiled, not when this package is imported.
__getattr__ = names(
    __name__,
    {
        "NativeFunction": "linkwright.runtime.native_function:NativeFunction",
        "native": "linkwright.runtime.native_function:native",
    },
)
