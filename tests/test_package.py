"""The package from outside: every name it promises is there, and importing it is cheap."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import linkwright as lw


@pytest.mark.parametrize("name", lw.__all__)
def test_every_promised_name_exists(name: str) -> None:
    assert getattr(lw, name) is not None


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_thing"):
        lw.no_such_thing  # noqa: B018


def test_names_stay_few() -> None:
    """One name per thing that people do with a mechanism; options and details are in the packages below."""
    assert len(lw.__all__) <= 24


def test_import_loads_no_heavy_library() -> None:
    """`import linkwright` must stay below 0.15 s: NumPy comes with it, nothing else that is large."""
    heavy = {"scipy", "lxml", "ruamel", "typer", "rich", "llvmlite", "mpmath", "sympy", "matplotlib"}
    script = "import sys, linkwright; print(*{m.split('.')[0] for m in sys.modules})"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not heavy & set(loaded)


def test_signatures_and_help_show_the_functions() -> None:
    """As an editor asks for them; `help(lw.derive)` prints this text."""
    parameters = inspect.signature(lw.derive).parameters
    assert list(parameters)[:4] == ["mechanism", "quantity", "method", "parameters"]
    assert "to" in inspect.signature(lw.build).parameters
    assert "floating" in inspect.signature(lw.load).parameters
    import pydoc

    text = pydoc.plain(pydoc.render_doc(lw.derive))
    assert "derive(mechanism" in "".join(text.split())  # Python 3.13 breaks long signatures into lines
    assert "A quantity of a mechanism as a Function" in text


_WALK = """
import importlib, inspect, pkgutil, linkwright as lw
for name in lw.__all__: getattr(lw, name)
for found in pkgutil.walk_packages(lw.__path__, "linkwright."):
    try: importlib.import_module(found.name)
    except ImportError: pass
bad = [n for n in lw.__all__ if n != "__version__" and (inspect.ismodule(getattr(lw, n)) or not callable(getattr(lw, n)))]
print(*[n for n in bad if n != "Robot"], type(lw.Robot).__name__)
"""


def test_names_stay_functions_and_types_after_every_module_is_imported() -> None:
    """A package of the same name as a function would take its place."""
    done = subprocess.run([sys.executable, "-c", _WALK], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["UnionType"]  # lw.Robot is the union of open and closed robots


def test_the_package_is_typed() -> None:
    assert (Path(lw.__file__).parent / "py.typed").exists()
