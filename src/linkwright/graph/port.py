"""Port: a named input or output of a Function."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Port:
    """One input or output: a scalar (shape ()), vector or matrix of nodes, row-major in `nodes`.

    labels:   a name per element where elements have names (parameters, joints)
    defaults: a value per element where the caller may leave the input out
    """

    name: str  # as arguments are called
    shape: tuple[int, ...]  # (), (n,) or (m, n)
    nodes: tuple[int, ...]  # of the graph, row by row
    doc: str = ""  # what it is
    unit: str = ""  # SI, or empty
    labels: tuple[str, ...] = ()
    defaults: tuple[float, ...] | None = None

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.nodes)
