"""Kernel -> native callable: LLVM code for one state and for batches, cached on disk. `native` is the door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from linkwright.runtime.native_function import NativeFunction, native

__all__ = ["NativeFunction", "native"]


def __getattr__(name: str) -> Any:
    """NumPy and LLVM are loaded when code is compiled, not when this package is imported."""
    if name in __all__:
        from linkwright.runtime import native_function

        return getattr(native_function, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
