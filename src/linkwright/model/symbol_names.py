"""Names of parameters that `--symbolic` can keep as symbols."""

from __future__ import annotations

from linkwright.errors import QuantityError
from linkwright.graph.function import matching
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.parameters import parametrised_tree
from linkwright.model.robot import OpenRobot

_SHOWN = 20


def names_of_symbols(mechanism: object) -> list[str]:
    """Parameters of the file, then masses, centres of mass and inertias of the links; none of a Lagrangian, which is told by
    its constants."""
    match mechanism:
        case OpenRobot() | ClosedRobot():
            form = parametrised_tree(mechanism.tree, keep="*")
            return list(dict.fromkeys([*mechanism.parameters, *(p.name for p in form.parameters)]))
        case _:
            return []


def check_symbols(mechanism: object, patterns: str) -> None:
    """Complain about patterns that match nothing, with the names that there are: near ones first."""
    if not patterns.strip():
        return
    known = names_of_symbols(mechanism)
    if not known or matching(known, patterns):
        return
    listed = _nearest_first(patterns, known)
    more = f" and {len(known) - _SHOWN} more" if len(known) > _SHOWN else ""
    hint = f"there are: {', '.join(listed[:_SHOWN])}{more}"
    raise QuantityError(f"no parameter matches '{patterns}'", str(getattr(mechanism, "source", "")), hint)


def _nearest_first(patterns: str, known: list[str]) -> list[str]:
    """By likeness to the best of the patterns, where it is near at all; the others as they were."""
    from difflib import get_close_matches  # only needed to explain a mistake

    words = [word.strip("*?[] ") for word in patterns.split(",")]
    near = [name for word in words for name in get_close_matches(word, known, _SHOWN, 0.5)]
    return list(dict.fromkeys([*near, *known]))
