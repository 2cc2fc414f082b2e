"""Narrow results: an output becomes its distinct values, without constants, and a table of where they go.

Half of a symmetric matrix is there twice, much of a Jacobian or a regressor is zero whatever the state: to write that takes
time, and of large batches nothing else does. Instructions stay as they are; only what is handed out changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel, Packing


def packed(kernel: Kernel) -> Kernel:
    """The same code with packed outputs. Outputs without anything to leave out, and those of repetitions and statements,
    whose elements are not known apart, stay as they are."""
    if not kernel.straight:
        return kernel
    made = [_packed(kernel, port) for port in kernel.outputs]
    outputs = tuple(port for port, _ in made)
    packings = tuple(packing for _, packing in made if packing is not None)
    lanes = None if kernel.lanes is None else _packed_alike(kernel.lanes, outputs, packings)
    return replace(kernel, outputs=outputs, packings=packings, lanes=lanes)


def _packed_alike(kernel: Kernel, outputs: Sequence[Port], packings: Sequence[Packing]) -> Kernel:
    """The same function by other code, packed by the same tables: there, an element may be another constant or value."""
    by_output = {packing.output: packing.table for packing in packings}

    def alike(whole: Port, port: Port) -> Port:
        table = by_output.get(port.name)
        return (
            whole
            if table is None
            else replace(port, nodes=tuple(whole.nodes[table.index(k)] for k in range(port.size)))
        )

    made = tuple(alike(whole, port) for whole, port in zip(kernel.outputs, outputs, strict=True))
    return replace(kernel, outputs=made, packings=tuple(packings))


def _packed(kernel: Kernel, port: Port) -> tuple[Port, Packing | None]:
    places: dict[int, int] = {}  # instruction -> position, in the order of the elements
    constants: dict[str, tuple[int, float]] = {}  # by their text: 0.0 and -0.0 are two
    table: list[int] = []
    for i in port.nodes:
        instr = kernel.code[i]
        if instr.op == "const":
            table.append(-1 - constants.setdefault(repr(instr.value), (len(constants), instr.value))[0])
        else:
            table.append(places.setdefault(i, len(places)))
    if not places or len(places) == port.size:
        return port, None
    first = [table.index(k) for k in range(len(places))]
    labels = tuple(port.labels[e] for e in first) if len(port.labels) == port.size else ()
    told = f"packed: the {len(places)} distinct values of {' x '.join(map(str, port.shape))} elements"
    doc = f"{port.doc}; {told}" if port.doc else told
    packing = Packing(port.name, port.shape, tuple(table), tuple(x for _, x in constants.values()), port.labels)
    return replace(port, shape=(len(places),), nodes=tuple(places), labels=labels, doc=doc), packing
