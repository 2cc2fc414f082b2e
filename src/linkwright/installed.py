"""Commands that install optional packages, as they work here: a clone is on no index."""

from __future__ import annotations

from pathlib import Path

_PUBLISHED = "pip install 'linkwright["


def as_it_works_here(text: str) -> str:
    """A message with `pip install 'linkwright[plot]'` turned into what installs the extra of this very copy."""
    if _PUBLISHED not in text or (clone := _clone()) is None:
        return text
    place = "." if clone == Path.cwd() else str(clone)
    return text.replace(_PUBLISHED, f"pip install -e '{place}[")


def _clone() -> Path | None:
    """The folder that the package is used from, if it is one with sources; None where it was installed as others are."""
    root = Path(__file__).resolve().parents[2]
    project = root / "pyproject.toml"
    return root if project.is_file() and 'name = "linkwright"' in project.read_text(encoding="utf-8") else None
