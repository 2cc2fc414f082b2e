"""Functions of a mechanism as one module of JavaScript, for a page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwright.graph.function import Function
    from linkwright.passes.kernel import Kernel

LONG = 1500
"""Operations from which on functions are not optimised: of humanoids that takes half of the time and saves 2 % of them."""


def module_of(
    functions: Sequence[Function],
    name: str,
    solvers: Sequence[Kernel] = (),
    keys: Mapping[str, str] | None = None,
) -> str:
    """Functions -> kernels -> a module of JavaScript without checks of inputs: the page calls it a thousand times a second."""
    from linkwright.emit import BuildContext
    from linkwright.emit.languages.javascript import module
    from linkwright.passes import optimise
    from linkwright.passes.schedule import schedule

    kernels = [schedule(optimise(f, 1 if f.ops.flops < LONG else 0)) for f in functions]
    return module([*kernels, *solvers], BuildContext(name), keys)
