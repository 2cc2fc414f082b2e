"""Arrays of numbers and texts as Fortran declarations; a statement must not have more than 255 continuation lines."""

from __future__ import annotations

from collections.abc import Sequence

from linkwright.emit.spell import numbers, wrap
from linkwright.emit.target import Target

_MOST = 400
"""Numbers in one statement: about three to a line."""


def extents(shape: Sequence[int | str]) -> str:
    """The extents of an array in brackets; nothing for a scalar."""
    return f"({', '.join(map(str, shape))})" if shape else ""


def shaped(array: str, shape: Sequence[int]) -> str:
    """A flat array, row by row, as an array of that shape; a scalar for shape ()."""
    if not shape:
        return f"{array}(1)"
    if len(shape) == 1:
        return array
    order = ", ".join(str(k) for k in range(len(shape), 0, -1))
    return f"reshape({array}, [{', '.join(map(str, shape))}], order=[{order}])"


def flat(array: str, shape: Sequence[int], size: int) -> str:
    """An array of that shape as a flat one, row by row."""
    if not shape:
        return f"[{array}]"
    if len(shape) == 1:
        return array
    turned = ", ".join(map(str, reversed(shape)))
    order = ", ".join(str(k) for k in range(len(shape), 0, -1))
    return f"reshape(reshape({array}, [{turned}], order=[{order}]), [{size}])"


def constant(target: Target, name: str, shape: Sequence[int], values: Sequence[float], access: str = "") -> list[str]:
    """A named constant; values row by row. A long vector becomes a variable that nobody may change, filled part by part; a long
    matrix is put together of parts, since a pure procedure may have no such variable."""
    real = target.real.name
    if not shape:
        return [f"    {real}, parameter{access} :: {name} = {numbers(target, values)}"]
    if len(shape) == 1 and len(values) > _MOST:
        protected = f", protected{access}" if access else ", save"
        lines = [f"    {real}{protected} :: {name}{extents(shape)}"]
        for first in range(0, len(values), _MOST):
            part = values[first : first + _MOST]
            lines += [f"    data {name}({first + 1}:{first + len(part)}) / &", *_rows(target, part, "/")]
        return lines
    head = f"    {real}, parameter{access} :: {name}{extents(shape)} = "
    if len(shape) == 1:
        return [f"{head}[{real} :: &", *_rows(target, values, "]")] if values else [f"{head}[{real} ::]"]
    extent, order = ", ".join(map(str, shape)), ", ".join(str(k) for k in range(len(shape), 0, -1))
    if len(values) > _MOST:
        return _in_parts(target, name, shape, values, access)
    return [f"{head}reshape([{real} :: &", *_rows(target, values, f"], [{extent}], order=[{order}])")]


def table(target: Target, name: str, shape: Sequence[int], values: Sequence[float]) -> list[str]:
    """A named constant of a pure procedure, which may have no variables that keep their values."""
    return _in_parts(target, name, shape, values, "") if len(values) > _MOST else constant(target, name, shape, values)


def _in_parts(target: Target, name: str, shape: Sequence[int], values: Sequence[float], access: str) -> list[str]:
    starts = range(0, len(values), _MOST)
    parts = {f"{name}_part{k}": values[first : first + _MOST] for k, first in enumerate(starts, 1)}
    lines = [line for part, own in parts.items() for line in constant(target, part, (len(own),), own, access)]
    whole = shaped(f"[{', '.join(parts)}]", shape)
    return [*lines, *wrap(f"{target.real.name}, parameter{access} :: {name}{extents(shape)} = {whole}", target, 1)]


def _rows(target: Target, values: Sequence[float], end: str) -> list[str]:
    lines = wrap(numbers(target, values), target, 2)
    if len(lines[-1]) + len(end) > target.width:
        return [*lines[:-1], f"{lines[-1]} &", f"        {end}"]
    return [*lines[:-1], f"{lines[-1]}{end}"]


def text(words: str) -> str:
    """A character constant on one line: quotes doubled, no control characters, at most 80 columns, which count bytes."""
    letters = [c.replace('"', '""') if c.isprintable() else " " for c in words]
    if len("".join(letters).encode()) > 80:
        while len("".join(letters).encode()) > 77:
            letters.pop()
        letters.append("...")
    return f'"{"".join(letters)}"'
