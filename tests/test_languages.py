"""The pages about languages are what `build` writes now; what the tests said there is not older than the suite."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.support.emit import TARGETS

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "languages"
ADVICE = "run python docs/make_languages.py (--text where no test result changes)"


@cache
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_languages", ROOT / "docs" / "make_languages.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def built() -> Any:
    return maker().build_small()


def test_every_language_has_a_page() -> None:
    assert {p.stem for p in PAGES.glob("*.md")} == {*TARGETS, "index"}, ADVICE
    assert (PAGES / "index.md").read_text(encoding="utf-8") == maker().index(), ADVICE


@pytest.mark.parametrize("language", TARGETS)
def test_page_is_current(language: str) -> None:
    text = (PAGES / f"{language}.md").read_text(encoding="utf-8")
    tree = built().trees[language]
    assert maker().SAID.sub(r"\1\n\2", text) == maker().page(language, tree, None), ADVICE
    said = maker().SAID.search(text)[0]
    numbers = [int(x) for x in re.findall(r"^\| (\d+) \| (\d+) \|", said, re.MULTILINE)[0]]
    assert numbers == [len(tree), 10], ADVICE
    assert re.search(r"(\d+) of \1 |compiled|written, not run", said), ADVICE


def test_table_of_the_readme_names_every_language() -> None:
    text = maker().TABLE.search((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    rows = re.findall(r"^\| \[(.+?)\]\(docs/languages/(\w+)\.md\) \| \d+ \| (\d+) \| (.+?) \|", text, re.MULTILINE)
    assert {(name, title) for title, name, _, _ in rows} == {(t.name, t.title) for t in TARGETS.values()}, ADVICE
    for title, _, functions, tests in rows:
        assert int(functions) > 45, title
        assert re.fullmatch(r"(\d+) of \1|compiles|written, not run: .*", tests), title
