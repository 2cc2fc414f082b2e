"""Running the laws: choose them, run each, judge what it found."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from linkwright.errors import ModelError, QuantityError
from linkwright.mechanism import Mechanism
from linkwright.verification.context import AnyContext, law_context
from linkwright.verification.finding import Finding, notes
from linkwright.verification.laws import Law, laws_of
from linkwright.verification.peers import PEERS
from linkwright.verification.verdict import Row, Verdict

PEER = 23
"""The number of the law that compares with an independent code."""


def run(
    robot: Mechanism,
    against: str | None,
    file: str | None,
    laws: Iterable[int] | None,
    seed: int,
    progress: Callable[[str], Any] | None,
) -> Verdict:
    """See linkwright.verification.verify."""
    chosen = _chosen(robot, against, laws)
    context = law_context(robot, seed=seed, file=file)
    rows: list[Row] = []
    for law in chosen:
        if progress is not None:
            progress(law.name)
        rows.append(row(law, context))
    return Verdict(robot.name, tuple(rows))


def _chosen(robot: Mechanism, against: str | None, laws: Iterable[int] | None) -> list[Law]:
    known = laws_of(robot)
    laws_by_number = dict(known)
    if against is not None:
        if PEER not in known:
            raise QuantityError("no independent code reads a Lagrangian on a manifold", hint="leave --against out")
        if against not in PEERS:
            raise QuantityError(f"there is no comparison with '{against}'", hint=f"one of: {', '.join(PEERS)}")
        code = PEERS[against]
        if not code.installed:
            raise QuantityError(f"{against} is not installed", hint=f"pip install {code.package}")
        laws_by_number[PEER] = replace(known[PEER], check=code.compared)
    numbers = set(known) - {PEER} if laws is None else set(laws)
    if unknown := sorted(numbers - set(known)):
        raise QuantityError(f"there is no law {unknown[0]}", hint=f"laws: {', '.join(map(str, known))}")
    return [law for n, law in laws_by_number.items() if n in numbers or (n == PEER and against is not None)]


def row(law: Law, context: AnyContext) -> Row:
    """One law asked of one robot."""
    if context.robot.nv == 0:
        return Row(law.number, law.name, None, None, None, "nothing moves")
    try:
        found = law.check(context)
    except (QuantityError, ModelError) as error:  # this robot does not have it
        found = Finding(note=error.what)
    except Exception as error:  # whatever else stops a law counts against it
        found = Finding(math.inf, note=f"{type(error).__name__}: {error}")
    if found.residual is not None and context.rounding > 0:
        most = max(law.tolerance if found.tolerance is None else found.tolerance, context.rounding)
        found = replace(found, tolerance=most, note=notes(found.note, f"rounding of the file: {most:.0e} is small"))
    return Row(law.number, law.name, found.residual, found.exact, judge(law, found), found.note)


def judge(law: Law, found: Finding) -> bool | None:
    """Whether the law holds; None where nothing was found either way."""
    if found.residual is None and found.exact is None:
        return None
    tolerance = law.tolerance if found.tolerance is None else found.tolerance
    small = found.residual is None or found.residual <= tolerance
    return small and found.exact is not False
