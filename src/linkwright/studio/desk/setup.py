"""How a run is set up: `run` of a request, checked. The other side of RunSetup in studio/src/backend/protocol.ts."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwright.errors import InputError, suggestion
from linkwright.narrowing import is_mapping

RUN = "studio/run"
"""Where a document has it; errors name places below it."""
KINDS: Mapping[str, tuple[str, ...]] = {
    "formula": ("force",),
    "pd": ("target", "stiffness", "damping"),
    "motion": ("position",),
    "signal": ("signal",),
}
"""Kind of an input -> its formulas."""
MOST_INPUTS = 500


@dataclass(frozen=True)
class Input:
    """What drives a joint. formulas: texts by name, as KINDS has them."""

    name: str
    kind: str
    formulas: Mapping[str, str]

    @property
    def where(self) -> str:
        return f"{RUN}/inputs/{self.name}"


@dataclass(frozen=True)
class Stops:
    """Springs and dampers at the limits of joints."""

    stiffness: float
    damping: float


@dataclass(frozen=True)
class Setup:
    """A run. start: texts by the name of a coordinate, of a degree of freedom."""

    time: float = 10.0
    rate: float = 100.0
    method: str = "rk4"
    step: float = 1e-3
    start_q: Mapping[str, str] = field(default_factory=dict[str, str])
    start_v: Mapping[str, str] = field(default_factory=dict[str, str])
    inputs: tuple[Input, ...] = ()
    stops: Stops | None = None
    signals: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Tables by name, where the request brings them."""


def setup_of(payload: Mapping[str, Any]) -> Setup:
    """The run of a request; what it leaves out is as usual."""
    run = _map(payload.get("run") or {}, RUN)
    start = _map(run.get("start") or {}, "studio/start")
    inputs = _map(run.get("inputs") or {}, f"{RUN}/inputs")
    if len(inputs) > MOST_INPUTS:
        raise InputError(f"there are {len(inputs)} inputs", f"{RUN}/inputs", f"at most {MOST_INPUTS}")
    return Setup(
        time=_positive(run, "time", 10.0),
        rate=_positive(run, "rate", 100.0),
        method=str(run.get("method") or "rk4"),
        step=_positive(run, "step", 1e-3),
        start_q=_texts(start.get("q"), "studio/start/q"),
        start_v=_texts(start.get("v"), "studio/start/v"),
        inputs=tuple(_input(name, given) for name, given in inputs.items()),
        stops=_stops(run.get("stops")),
        signals=_map(run.get("signals") or {}, f"{RUN}/signals"),
    )


def _map(x: object, where: str) -> Mapping[str, Any]:
    if not is_mapping(x):
        raise InputError(f"{where.rpartition('/')[2]} is {x!r}, no mapping", where, "write names and values")
    return {str(k): v for k, v in x.items()}


def _texts(x: object, where: str) -> dict[str, str]:
    return {name: _text(value, f"{where}/{name}") for name, value in _map(x or {}, where).items()}


def _text(x: object, where: str) -> str:
    """A formula as text; a number is one."""
    if isinstance(x, bool) or not isinstance(x, str | int | float) or (isinstance(x, float) and not math.isfinite(x)):
        raise InputError(
            f"{where.rpartition('/')[2]} is {x!r}, no formula", where, "write a number, or a text as '30 deg'"
        )
    return x if isinstance(x, str) else repr(x)


def _positive(run: Mapping[str, Any], name: str, usual: float) -> float:
    return _number(run.get(name, usual), name, f"{RUN}/{name}", least=1e-9)


def _number(x: object, name: str, where: str, least: float = 0.0) -> float:
    number = isinstance(x, int | float) and not isinstance(x, bool)
    if not number or not least <= x <= 1e12:  # type: ignore[operator]
        raise InputError(
            f"{name} is {x!r}", where, "write a number above zero" if least else "write a number, zero or above"
        )
    return float(x)  # type: ignore[arg-type]


def _stops(x: object) -> Stops | None:
    if not x:
        return None
    where = f"{RUN}/stops"
    given = _map(x, where)
    sizes = (_number(given.get(n, 0.0), n, f"{where}/{n}") for n in ("stiffness", "damping"))
    return Stops(*sizes)


def _input(name: str, x: object) -> Input:
    where = f"{RUN}/inputs/{name}"
    given = _map(x, where)
    kind = str(given.get("kind", ""))
    if kind not in KINDS:
        raise InputError(
            f"the input of '{name}' is of kind '{kind}'", where, suggestion(kind, KINDS, f"one of: {', '.join(KINDS)}")
        )
    missing = [word for word in KINDS[kind] if given.get(word) in (None, "")]
    if missing:
        raise InputError(f"the input of '{name}' has no {missing[0]}", where, f"a {kind} has {', '.join(KINDS[kind])}")
    return Input(name, kind, {word: _text(given[word], f"{where}/{word}") for word in KINDS[kind]})
