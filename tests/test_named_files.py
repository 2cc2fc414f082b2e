"""Pages for whoever works on the sources name files that are there, and names that stand in them.

A path may begin at the repository, or in the folders that a page speaks of; `<language>` and `NAME` stand for any word. A file
name alone is one of some folder. `NAME` of `file.py` and `file.py: NAME` say that the file has the name.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ROOT / "src" / "linkwright"
PAGES = {
    "CONTRIBUTING.md": (ROOMS, ROOMS / "mechanics", ROOMS / "verification", ROOT / "studio" / "src"),
    "docs/how_it_works.md": (ROOMS,),
    "benchmarks/README.md": (ROOT / "benchmarks",),
}
MADE_UP = {"arm.urdf", "panda.urdf", "my.yaml", "build/bench", "path/src"}
"""Files of users, and what commands write."""
_FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
_PATH = r"[\w<>*-]+(?:[./][\w<>*-]+)*"
_OF = re.compile(rf"`(\w+)[^`\n]*`,?\s(?:there\s)?(?:of|in)\s`({_PATH}\.\w+)`")
_COLON = re.compile(rf"`({_PATH}\.py): (\w+)`")


def prose(page: str) -> str:
    return _FENCE.sub("", (ROOT / page).read_text(encoding="utf-8"))


def files(page: str, path: str) -> list[Path]:
    """What a path of a page may mean."""
    pattern = re.sub(r"<\w+>|NAME", "*", path)
    folders = (ROOT, *PAGES[page])
    found = [x for folder in folders for x in folder.glob(pattern)]
    return found if found or "/" in path else [x for folder in folders[1:] for x in folder.rglob(pattern)]


@pytest.mark.parametrize("page", PAGES)
def test_files_are_there(page: str) -> None:
    named: set[str] = set()
    for span in re.findall(r"`([^`\n]+)`", prose(page)):
        words = re.findall(rf"(?<![\w./]){_PATH}/?", span)
        named |= {w for w in words if re.search(r"/|\.(py|pyi|ts|tsx|c|cpp|hpp|md|json|toml|yaml|urdf)$", w)}
    missing = [w for w in sorted(named - MADE_UP) if not files(page, w.rstrip("/"))]
    assert len(named) > 10
    assert not missing, f"{page} names files that are not there: {missing}"


@pytest.mark.parametrize("page", PAGES)
def test_files_have_the_names(page: str) -> None:
    text = prose(page)
    said = [*_OF.findall(text), *((name, file) for file, name in _COLON.findall(text))]
    missing = [
        f"{name} in {file}"
        for name, file in said
        if not any(re.search(rf"\b{name}\b", x.read_text(encoding="utf-8")) for x in files(page, file))
    ]
    assert not missing, f"{page} names what is not there: {missing}"
    assert said or page.startswith("benchmarks")
