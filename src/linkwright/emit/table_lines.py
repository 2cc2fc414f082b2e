"""Lines of a table in a generated file."""

from __future__ import annotations

from collections.abc import Iterable


def filled(words: Iterable[str], separator: str = " ", width: int = 100) -> list[str]:
    """Words on lines that are as long as they may be."""
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += f"{separator}{word}" if lines[-1] else word
    return lines
