"""The API reference shows every name of the package, every type that it returns, and what can be asked of them."""

from __future__ import annotations

import importlib.util
import inspect
import re
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import linkwright as lw

DOCS = Path(__file__).parents[1] / "docs"


def _made() -> Any:
    spec = importlib.util.spec_from_file_location("make_api", DOCS / "make_api.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["make_api"] = module  # dataclasses look for their module
    spec.loader.exec_module(module)
    return module


API = _made()
TEXT = "\n".join(API.pages().values())
SHOWN = {(x.home, x.name): x for x in API.SHOWN}
EXAMPLES = Path(__file__).parents[1] / "examples"


def directives() -> set[str]:
    return set(re.findall(r"^`+\{py:\w+\} (\w+)", TEXT, re.MULTILINE))


@pytest.mark.parametrize("name", lw.__all__)
def test_the_door_is_shown(name: str) -> None:
    assert ("linkwright", name) in SHOWN
    assert name in directives()
    assert re.search(rf"^\| \{{py:obj\}}`~linkwright\.{name}` \| \S.* \|$", TEXT, re.MULTILINE)


def _results() -> Iterator[type]:
    """What functions of the package return."""
    for name in lw.__all__:
        function = getattr(lw, name)
        if inspect.isfunction(function):
            word = str(inspect.signature(function).return_annotation)
            for part in re.findall(r"\w+", word):
                found = getattr(inspect.getmodule(function), part, None)
                if inspect.isclass(found) and found.__module__.startswith("linkwright"):
                    yield found


def _classes() -> list[type]:
    open_, closed = lw.load(EXAMPLES / "cart_pole.yaml"), lw.load(EXAMPLES / "loops/fourbar.yaml")
    lagrangian = lw.load(EXAMPLES / "manifold/rolling_ball.yaml")
    met = [lw.simulate(open_, 0.1), lw.equations(open_, "M"), lw.picture(open_), lw.derive(open_, "mass_matrix")]
    met += [lw.compile(x) for x in (open_, closed, lagrangian)] + [open_, closed, lagrangian, lw.LinkwrightError("no")]
    return list(dict.fromkeys([*(type(x) for x in met), *_results()]))


def test_every_type_that_is_returned_is_shown_with_all_that_is_public() -> None:
    classes = _classes()
    assert len(classes) > 15
    for cls in classes:
        shown = [x for x in API.SHOWN if not x.text and API.found(x.place) is cls]
        assert shown, f"{cls.__module__}:{cls.__name__} is missing in docs/api_pages.py"
        made = API.of_class(shown[0])
        own = [base for base in cls.__mro__ if base.__module__.startswith("linkwright")]
        public = {
            n for base in own for n in [*vars(base), *vars(base).get("__annotations__", {})] if not n.startswith("_")
        }
        public -= {"code"} if issubclass(cls, Exception) else set()
        missing = {n for n in public if not re.search(rf"\}} {n}\b|`{n}\b", made)}
        assert not missing, f"{cls.__name__}: {missing}"


@pytest.mark.parametrize("shown", [x for x in API.SHOWN if not x.text], ids=lambda x: x.place)
def test_everything_says_what_it_is(shown: Any) -> None:
    found = API.found(shown.place)
    assert inspect.getdoc(found)
    if inspect.isclass(found):
        silent = [m.name for m in API.described(found).members.values() if not m.text]
        assert not silent, f"nothing is said of {silent}"


def test_every_error_is_shown() -> None:
    errors = importlib.import_module("linkwright.errors")
    kinds = [x for x in vars(errors).values() if inspect.isclass(x) and issubclass(x, lw.LinkwrightError)]
    assert len(kinds) > 10
    assert not {x.__name__ for x in kinds} - directives()


def test_links_between_the_pages_lead_to_names_that_are_shown() -> None:
    for name in re.findall(r"\{py:\w+\}`~linkwright\.(\w+)`", TEXT):
        assert ("linkwright", name) in SHOWN, name


@pytest.mark.parametrize(
    ("text", "made"),
    [
        (
            "Of it:\na, b: two *x*\n      more\nc:    y",
            "Of it:\n\n:param a: two \\*x\\* more\n:param b: two \\*x\\* more\n:param c: y",
        ),
        ("A sentence that goes\non: here, with `a_b`.", "A sentence that goes\non: here, with `a_b`."),
        ("So:\n\n    f(x)\n    g(x)", "So:\n\n```python\nf(x)\ng(x)\n```"),
    ],
)
def test_docstrings_become_markdown(text: str, made: str) -> None:
    assert API.markdown(text) == made


def test_signatures_are_those_of_python() -> None:
    for name in ("load", "derive", "simulate", "verify"):
        written = re.search(rf"^`+\{{py:function\}} {name}\((.*)\) ->", TEXT, re.MULTILINE)
        assert written
        assert isinstance(getattr(lw, name), types.FunctionType)
        for parameter in typing.cast("Any", inspect.signature(getattr(lw, name))).parameters:
            assert re.search(rf"\b{parameter}\b", written[1])
