"""The pages about languages are what `build` writes now; what the tests said there is not older than the suite."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import typer

from tests.support.cli import app
from tests.support.emit import TARGETS
from tests.support.verification import toolchains_Row as Row

ROOT = Path(__file__).parents[1]
PAGES = ROOT / "docs" / "languages"
ADVICE = "run python docs/make_languages.py LANGUAGE (--text where no test result changes)"


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


def test_the_readme_keeps_rows_of_languages_that_were_not_built_again() -> None:
    old = maker().TABLE.search((ROOT / "README.md").read_text(encoding="utf-8"))[0]
    new = maker().with_rows(old, [Row("rust", 999, 1, 2, 2, 0.0)]).splitlines()
    assert [x for x in new if "/rust.md" not in x] == [x for x in old.splitlines()[1:-1] if "/rust.md" not in x]
    assert [x for x in new if "999" in x] == [maker().table([Row("rust", 999, 1, 2, 2, 0.0)]).splitlines()[-1]]


def test_help_names_every_language() -> None:
    group: Any = typer.main.get_command(app)
    told = next(p.help for p in group.commands["build"].params if p.name == "to")
    assert set(TARGETS) <= set(re.findall(r"\w+", told)), "the help of --to: Output in src/linkwright/cli/options.py"


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
