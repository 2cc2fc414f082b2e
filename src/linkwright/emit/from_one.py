"""What languages share that count from 1: subscripts, slots and places, outputs that start as zeros."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwright.emit.straight_line import Load, Plan, Save, Statement, Write


def subscript(shape: Sequence[int], index: int, comma: str = ",") -> str:
    """Text of a row-major flat index as subscripts, counted from 1."""
    places: list[int] = []
    for size in reversed(shape):
        index, place = divmod(index, size)
        places.append(place + 1)
    return comma.join(map(str, reversed(places)))


def from_one(plan: Plan) -> Plan:
    """The plan with slots and the places of early sines counted from 1; zeros that go where zeros are already left out."""
    places = {k: (is_cosine, place + 1) for k, (is_cosine, place) in plan.early.places.items()}
    pieces = tuple(
        tuple(_moved(statement) for statement in piece if not is_idle(plan, statement)) for piece in plan.pieces
    )
    return replace(plan, pieces=pieces, early=replace(plan.early, places=places))


def _moved(statement: Statement) -> Statement:
    return replace(statement, slot=statement.slot + 1) if isinstance(statement, Save | Load) else statement


def is_idle(plan: Plan, statement: Statement) -> bool:
    """A zero for an element of an array, which starts as zeros."""
    if not isinstance(statement, Write) or not plan.kernel.outputs[statement.port].shape:
        return False
    instr = plan.kernel.code[statement.value]
    return instr.op == "const" and repr(instr.value) == "0.0"  # not -0.0
