"""Inertial parameters of the links of a DH table, in the many forms people write them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwright.errors import counted, suggestion
from linkwright.narrowing import is_mapping, is_sequence
from linkwright.readers.values import PARAMETER_INDEX, Values
from linkwright.spatial.inertia import PARAMETER_NAMES, Inertia

_MASS_KEYS = ("mass", "com", "inertia")
_FORMS = '"full", names such as "XX YY ZZ M", a mapping of names to values, ten values, or mass, com and inertia'


def link_inertias(
    given: Any,
    links: Sequence[str],
    values: Values,
    line: int | None = None,
    numbers: Sequence[str] = (),
) -> list[Inertia]:
    """One inertia per link, at the link's DH frame; numbers: what ends the links' symbols where it is not 1, 2, ..."""
    if given is None or isinstance(given, str):
        entries: list[Any] = [given] * len(links)
    elif is_mapping(given):
        unknown = [str(k) for k in given if k not in links]
        for name in unknown:
            values.report.error(
                f"inertials name unknown link '{name}'", line, suggestion(name, links, "use a link's name")
            )
        entries = [given.get(link) for link in links]
    elif is_sequence(given) and len(given) == len(links):
        entries = list(given)
    else:
        n = len(given) if is_sequence(given) else 0
        values.report.error(
            f"inertials have {counted(n, 'entry', 'entries')} for {counted(len(links), 'row')}",
            line,
            f"one per row, each {_FORMS}",
        )
        entries = [None] * len(links)
    ends = numbers or [str(i) for i in range(1, len(links) + 1)]
    return [_inertia(entry, end, values, line) for end, entry in zip(ends, entries, strict=True)]


def _inertia(entry: Any, suffix: str, values: Values, line: int | None) -> Inertia:
    what = f"link {suffix}"
    if entry is None:
        return Inertia()
    if isinstance(entry, str):
        names = PARAMETER_NAMES if entry.strip() == "full" else tuple(entry.replace(",", " ").split())
        return _named(dict.fromkeys(names), suffix, what, values, line)
    if is_mapping(entry):
        mapping = {str(k): v for k, v in entry.items()}
        if mapping and all(k in _MASS_KEYS for k in mapping):
            return values.mass_form(mapping, what, line)
        return _named(mapping, suffix, what, values, line)
    if is_sequence(entry):
        if all(isinstance(x, str) and x in PARAMETER_INDEX for x in entry):
            return _named(dict.fromkeys(entry), suffix, what, values, line)
        if len(entry) == len(PARAMETER_NAMES):
            return Inertia.from_parameters(
                values.vector(entry, len(PARAMETER_NAMES), f"inertial parameters of {what}", line)
            )
    values.report.error(f"inertial parameters of {what} are not understood", line, f"write {_FORMS}")
    return Inertia()


def _named(mapping: Mapping[str, Any], suffix: str, what: str, values: Values, line: int | None) -> Inertia:
    known = {k: v for k, v in mapping.items() if k in PARAMETER_INDEX}
    for name in mapping:
        if name not in known:
            hint = suggestion(name, (*PARAMETER_INDEX, *_MASS_KEYS), f"names: {' '.join(PARAMETER_INDEX)}")
            values.report.error(f"inertial parameter '{name}' of {what} is not known", line, hint)
    return values.ten_form(known, suffix, what, line)
