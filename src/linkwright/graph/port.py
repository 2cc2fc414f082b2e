"""Port: a named input or output of a Function."""

from __future__ import annotations

from dataclasses import dataclass

from linkwright.errors import clipped


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

    def __repr__(self) -> str:
        """Without its nodes, which are numbers of a graph."""
        of = f": {clipped(', '.join(self.labels))}" if self.labels else ""
        in_units = f", {self.unit}" if self.unit else ""
        return f"<port {self.name} {self.shape}{in_units}{of}>"

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return len(self.nodes)
