"""Port: a named input or output of a Function."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Port:
    """One input or output: a scalar (shape ()), vector or matrix of nodes, row-major in `nodes`.

    labels:   a name per element where elements have names (parameters, joints)
    defaults: a value per element where the caller may leave the input out
    """

    name: str
    shape: tuple[int, ...]
    nodes: tuple[int, ...]
    doc: str = ""
    unit: str = ""
    labels: tuple[str, ...] = ()
    defaults: tuple[float, ...] | None = None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.nodes)
