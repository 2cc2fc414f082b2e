"""The package's door: every name it promises is there, and opening it is cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

import linkwright as lw


@pytest.mark.parametrize("name", lw.__all__)
def test_every_promised_name_exists(name: str) -> None:
    assert getattr(lw, name) is not None


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_thing"):
        lw.no_such_thing  # noqa: B018


def test_door_has_at_most_fifteen_names() -> None:
    assert len(lw.__all__) <= 15


def test_import_loads_no_heavy_library() -> None:
    """`import linkwright` must stay below 0.15 s: NumPy comes with it, nothing else that is large."""
    heavy = {"scipy", "lxml", "ruamel", "typer", "rich", "llvmlite", "mpmath", "sympy", "matplotlib"}
    script = "import sys, linkwright; print(*{m.split('.')[0] for m in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not heavy & set(loaded)
