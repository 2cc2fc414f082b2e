"""The test suite that travels with generated code: sample inputs, expected values from an independent derivation, laws across
functions (section "Laws" of the documentation).

Expected values are brute force over the mechanism's own file (referee/): neither the derivations, the passes nor the
languages have a part in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Protocol

from linkwright.emit import Check
from linkwright.errors import ModelError
from linkwright.mechanism import Mechanism, quantities
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.passes.kernel import Kernel
from linkwright.verification.suite.numbers import Numbers
from linkwright.verification.suite.robots import Made, OpenCheckSource

__all__ = ["checks_for"]


def checks_for(
    mechanism: Mechanism,
    kernels: Sequence[Kernel],
    samples: int | None = None,
    *,
    parameters: str = "numeric",
    symbolic: str = "",
    frame: str | None = None,
) -> tuple[Check, ...]:
    """Checks for kernels of a mechanism in one form of its parameters; frame: the one that was asked for.

    Where parameters are inputs whose meaning is known, also with other values than the model's.
    """
    checks: list[Check] = []
    for source, asked in _sources(mechanism, kernels, parameters, symbolic, frame):
        for changed in (False, True) if source.varies(asked) else (False,):
            try:
                x = source.samples(asked, 1 if changed else samples or source.count, changed)
            except ModelError:  # with other lengths it may not close
                if not changed:
                    raise
                continue
            checks += [check for made in source.checks for check in made(x)]
    return tuple(checks)


class CheckSource(Protocol):
    """count: of sample states; checks: what is made of samples."""

    checks: ClassVar[tuple[Made, ...]]

    @property
    def count(self) -> int: ...

    def varies(self, kernels: Sequence[Kernel]) -> bool:
        """Whether values other than the model's can be given, and what they mean is known."""
        ...

    def samples(self, kernels: Sequence[Kernel], count: int, changed: bool) -> Any: ...


def _sources(
    mechanism: Mechanism, kernels: Sequence[Kernel], parameters: str, symbolic: str, frame: str | None
) -> Iterator[tuple[CheckSource, Sequence[Kernel]]]:
    """What functions of a mechanism speak of: it; of a closed robot, some of the tree beside its loops."""
    match mechanism:
        case OpenRobot():
            yield OpenCheckSource(Numbers(mechanism, parameters, symbolic), frame), kernels
        case ClosedRobot():
            from linkwright.mechanics.inverse.beside_loops import frame_beside_loops, free_tree
            from linkwright.verification.suite.closed import ClosedCheckSource

            beside = [k for k in kernels if quantities(mechanism)[k.name].beside_loops]
            yield (
                ClosedCheckSource(Numbers(mechanism, parameters, symbolic), frame),
                [k for k in kernels if k not in beside],
            )
            if beside:
                tree, name = free_tree(mechanism), frame_beside_loops(mechanism, frame)
                yield from _sources(tree, beside, parameters, symbolic, name)
        case _:
            from linkwright.verification.suite.manifold import LagrangianCheckSource

            yield LagrangianCheckSource(mechanism), kernels
