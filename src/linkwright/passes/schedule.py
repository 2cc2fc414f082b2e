"""Function -> Kernel: constants folded, signs settled, an order for short live ranges, places to cut."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from types import MappingProxyType

from linkwright.collector import rarely_collected
from linkwright.graph.function import Function, Ops, Port
from linkwright.graph.notes import Note
from linkwright.passes.kernel import Instr, Kernel
from linkwright.passes.lower import Tape, lower
from linkwright.passes.order import LEAVES, WAYS, best_order, live_counts

ORDERS: Mapping[str, Callable[[Tape], list[int]]] = {"best": best_order, **WAYS}


@rarely_collected()
def schedule(
    function: Function, *, order: str = "best", chunk: int = 500, notes: Mapping[int, Note] = MappingProxyType({})
) -> Kernel:
    """Straight-line code for a function: inputs and constants first, then operations in the order of choice.

    order: "best" tries all ways of passes/order.py and takes the one that reloads least
    chunk: about how many operations a target may put into one function; cuts are made where few values are alive.
    notes: what some nodes are; the code does not depend on it
    """
    tape = lower(function)
    sequence = ORDERS[order](tape)
    code, place = _code(function, tape, sequence)
    inputs = tuple(_input(function, p, place, tape) for p in function.inputs.values())
    roots = iter(tape.roots)
    outputs = tuple(replace(p, nodes=tuple(place[next(roots)] for _ in p.nodes)) for p in function.outputs.values())
    first = len(code) - len(sequence)
    cuts = cuts_of(live_counts(tape, sequence), chunk)
    return Kernel(
        function.name, inputs, outputs, tuple(code), counted(code), (0, *(first + k for k in cuts)),
        function.doc, function.equation, function.reference,
        tuple((k, v) for k, v in function.facts.items() if isinstance(v, str)),
        notes=_notes(notes, tape, sequence, first),
    )  # fmt: skip


def _notes(notes: Mapping[int, Note], tape: Tape, sequence: Sequence[int], first: int) -> tuple[tuple[int, Note], ...]:
    """Runs of operations that lead to one noted value: (position of the first in the code, note).

    An operation without a note is computed on the way to the first that uses it; outputs have notes, so none is left.
    """
    if not notes:
        return ()
    own: dict[int, Note] = {}
    for node, said in notes.items():
        if node in tape.place:
            own.setdefault(tape.place[node], said)
    own |= {i: own[tape.args[i][0]] for i in sequence if tape.op[i] == "neg" and tape.args[i][0] in own}
    leads: dict[int, Note] = {}
    for i in reversed(sequence):
        leads[i] = own[i] if i in own else leads[i]
        leads.update((j, leads[i]) for j in tape.args[i])  # backwards, the last to say so is the first to use it
    runs: list[tuple[int, Note]] = []
    for position, i in enumerate(sequence, first):
        if not runs or runs[-1][1] != leads[i]:
            runs.append((position, leads[i]))
    return tuple(runs)


def _code(function: Function, tape: Tape, sequence: Sequence[int]) -> tuple[list[Instr], dict[int, int]]:
    """Instructions, and where each tape entry went. Leaves come first, so that every chunk may see them."""
    used = {j for i in sequence for j in tape.args[i]} | set(tape.roots)
    home = {
        function.graph.data[node]: (port.name, k)
        for port in function.inputs.values()
        for k, node in enumerate(port.nodes)
    }
    leaves = [i for i in range(len(tape.op)) if i in used and tape.op[i] in LEAVES]
    rank = {name: k for k, name in enumerate(home)}
    leaves.sort(key=lambda i: (tape.op[i] == "const", rank.get(tape.value[i], 0) if tape.op[i] == "sym" else 0))
    code: list[Instr] = []
    place: dict[int, int] = {}
    for i in leaves:
        place[i] = len(code)
        if tape.op[i] == "const":
            code.append(Instr("const", (), tape.value[i]))
        else:
            assert tape.value[i] in home, f"{function.name} uses symbol '{tape.value[i]}', which is no input"
            code.append(Instr("input", (), home[tape.value[i]]))
    for i in sequence:
        place[i] = len(code)
        code.append(Instr(tape.op[i], tuple(place[j] for j in tape.args[i])))
    return code, place


def _input(function: Function, port: Port, place: Mapping[int, int], tape: Tape) -> Port:
    where = {tape.value[i]: k for i, k in place.items() if tape.op[i] == "sym"}
    return replace(port, nodes=tuple(where.get(function.graph.data[i], -1) for i in port.nodes))


def cuts_of(live: Sequence[int], chunk: int = 500) -> list[int]:
    """Where to cut into pieces of about `chunk`: in the last third of each, where the fewest values are alive."""
    cuts: list[int] = []
    start = 0
    while len(live) - start > chunk + chunk // 3:
        window = range(start + 2 * chunk // 3, start + chunk)
        start = min(window, key=lambda k: live[k]) + 1
        cuts.append(start)
    return cuts


def counted(code: Sequence[Instr]) -> Ops:
    """Operations of straight-line code."""
    counts = dict.fromkeys((f.name for f in fields(Ops)), 0)
    for instr in code:
        name = "add" if instr.op == "sub" else instr.op
        if name in counts:
            counts[name] += 1
    return Ops(**counts)
