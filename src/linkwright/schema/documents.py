"""Documents: what Linkwright makes as JSON, each with the version of the format and its kind.

{"linkwright": 1, "kind": "robot", "name": "arm", "gravity": [0, 0, -9.81], "bodies": [...], "joints": [...]}
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from linkwright.errors import InputError
from linkwright.graph.function import Function
from linkwright.model.closed_robot import ClosedRobot
from linkwright.model.robot import OpenRobot
from linkwright.schema.item import Item, show

if TYPE_CHECKING:
    from linkwright.mechanism import Mechanism
    from linkwright.schema.motion import AnyMotion
    from linkwright.verification.verdict import Verdict

VERSION = 1
"""Version of the format. It rises with every change that a reader of the version before would misunderstand or refuse."""

KINDS = ("robot", "lagrangian", "function", "motion", "report", "verdict")

Storable: TypeAlias = "Mechanism | Function | AnyMotion | Verdict | Mapping[str, Any]"
"""What documents hold; a mapping is a report."""


def to_json(thing: Storable) -> dict[str, Any]:
    """A robot, Lagrangian, function, motion, verdict or report (a mapping of plain data) as a document.

    The document is a dict that `json.dumps` takes; `from_json` makes an equal thing of it.
    """
    kind, content = _written(thing)
    return {"linkwright": VERSION, "kind": kind, **content}


def _written(thing: Storable) -> tuple[str, dict[str, Any]]:
    match thing:
        case OpenRobot() | ClosedRobot():
            from linkwright.schema.robot import robot_to_json

            return "robot", robot_to_json(thing)
        case Function():
            from linkwright.schema.function import function_to_json

            return "function", function_to_json(thing)
        case Mapping():
            from linkwright.schema.report import report_to_json

            return "report", report_to_json(thing)
        case _:
            return _written_by_import(thing)


def _written_by_import(thing: Any) -> tuple[str, dict[str, Any]]:
    """Kinds whose types take time to import: one after the other, the quickest first."""
    from linkwright.verification.verdict import Verdict

    if isinstance(thing, Verdict):
        from linkwright.schema.verdict import verdict_to_json

        return "verdict", verdict_to_json(thing)
    from linkwright.manifold.lagrangian import Lagrangian

    if isinstance(thing, Lagrangian):
        from linkwright.schema.lagrangian import lagrangian_to_json

        return "lagrangian", lagrangian_to_json(thing)
    from linkwright.schema.motion import MOTIONS, motion_to_json

    if isinstance(thing, MOTIONS):
        return "motion", motion_to_json(thing)
    hint = f"documents are of the kinds {', '.join(KINDS)}"
    raise InputError(f"{type(thing).__name__} cannot be written as a document", hint=hint)


def from_json(data: object) -> Storable:
    """What a document says. Whatever is wrong with it, in whoever's hands it was: a LinkwrightError with the place as a JSON
    pointer; the time taken is bounded by the size of the document."""
    item = Item(data)
    if not isinstance(data, dict) or "linkwright" not in data or "kind" not in data:
        raise item.fail("this is no document of Linkwright", 'it begins with {"linkwright": 1, "kind": ...}')
    version = item.at("linkwright")
    if type(version.value) is not int or version.value != VERSION:
        hint = f"this Linkwright reads version {VERSION}; a newer one may read more"
        raise version.fail(f"unknown version {show(version.value)} of the format", hint)
    reader = _reader(item.at("kind").choice(KINDS))
    try:
        return reader(item)
    except (ArithmeticError, RecursionError) as error:  # of checks of the model, which square and add what is there
        raise item.fail(f"this {data['kind']} cannot be computed with: {error}") from None


def _reader(kind: str) -> Callable[[Item], Storable]:
    match kind:
        case "robot":
            from linkwright.schema.robot import KEYS, MORE
            from linkwright.schema.robot import robot_from_json as read
        case "function":
            from linkwright.schema.function import KEYS, MORE
            from linkwright.schema.function import function_from_json as read
        case "lagrangian":
            from linkwright.schema.lagrangian import KEYS, MORE
            from linkwright.schema.lagrangian import lagrangian_from_json as read
        case "motion":
            from linkwright.schema.motion import KEYS, MORE
            from linkwright.schema.motion import motion_from_json as read
        case "verdict":
            from linkwright.schema.verdict import KEYS, MORE
            from linkwright.schema.verdict import verdict_from_json as read
        case _:
            from linkwright.schema.report import KEYS, MORE
            from linkwright.schema.report import report_from_json as read
    return lambda item: read(item.record(("linkwright", "kind", *KEYS), MORE))
