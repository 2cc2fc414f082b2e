"""The documentation tells the truth: its code runs, its output is what is printed, its tables are the code's, its links lead
somewhere.

A page is a story: its blocks run from top to bottom in one folder that holds a copy of examples/.
  ```python          runs; names stay known to the next block of the page
  ```output          is what the block before it printed
  ```console         `$ linkwright ...` runs, and prints what is shown; a comment `# ends with code 2` says that it fails
  ```{code-cell}     of a tutorial runs as its notebook does: `%%writefile NAME`, `!linkwright ...` and plain Python
  a block with a caption is written to a file of that name
`...` in shown output stands for anything. After a wanted change LINKWRIGHT_UPDATE_GOLDEN=1 pytest tests/test_docs.py writes
what is printed into the pages; read the difference.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
import typer
from ruamel.yaml import YAML
from typer.testing import CliRunner

from linkwright import __all__ as package_names
from tests.support.cli import app
from tests.support.package import LinkwrightError
from tests.support.tables import make_tables

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
ALL = [*PAGES, *TUTORIALS, *sorted((DOCS / "decisions").glob("*.md")), ROOT / "CHANGELOG.md"]
_FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
_OPTION = re.compile(r"^:([\w-]+): *(.*)\n", re.MULTILINE)
_FRONT = re.compile(r"---\n(.*?)^---\n", re.DOTALL | re.MULTILINE)
_DIRECTIVE = re.compile(r"\{(code-block|code-cell)\} *(\w*)")


# --- blocks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Block:
    language: str
    text: str
    line: int
    caption: str = ""


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        language, body = found["info"].strip(), found["body"]
        options: dict[str, str] = {}
        if directive := _DIRECTIVE.match(language):
            language = "cell" if directive[1] == "code-cell" else directive[2]
            while option := _OPTION.match(body):
                options[option[1]] = option[2]
                body = body[option.end() :]
            body = body.removeprefix("\n")
        yield Block(language, body, text.count("\n", 0, found.start()) + 2, options.get("caption", ""))


@dataclass
class Story:
    """What a page has done so far."""

    page: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    printed: str = ""

    def tell(self, block: Block) -> None:
        if block.caption:
            Path(block.caption).write_text(block.text, encoding="utf-8")
        elif block.language == "python":
            self.run_python(block)
        elif block.language == "cell":
            self.run_cell(block)
        elif block.language == "output":
            self.compare(block.text, self.printed, block)
        elif block.language == "console":
            for command, shown in commands(block.text):
                self.run_command(command, shown, block)

    def run_python(self, block: Block) -> None:
        out = io.StringIO()
        source = "\n" * (block.line - 1) + block.text  # so that a traceback shows the page's line
        with contextlib.redirect_stdout(out):
            exec(compile(source, self.page.name, "exec"), self.names)
        self.printed = out.getvalue()

    def run_cell(self, block: Block) -> None:
        """As IPython does it, in so far as tutorials need it; a line `!...` may stand among others."""
        if written := re.match(r"%%writefile +(\S+)\n", block.text):
            Path(written[1]).write_text(block.text[written.end() :], encoding="utf-8")
            return
        for number, part in enumerate(re.split(r"^(!.*\n)", block.text, flags=re.MULTILINE)):
            before = block.text.partition(part)[0].count("\n")
            if number % 2:
                self.run_command(part[1:].strip(), "", block)
            else:
                self.run_python(replace(block, text=part, line=block.line + before))

    def run_command(self, command: str, shown: str, block: Block) -> None:
        comment = re.search(r"# ends with code (\d+)", command)
        expected = int(comment[1]) if comment else 0
        words = shlex.split(command, comments=True)
        code, printed = linkwright(words[1:]) if words[0] == "linkwright" else other(words)
        if code is None:
            return  # a tool that is not installed here
        assert code == expected, f"{self.page.name}:{block.line}: '{command}' ended with code {code}\n{printed}"
        self.printed = printed
        if shown.strip():
            self.compare(shown, printed, block)

    def compare(self, shown: str, printed: str, block: Block) -> None:
        if matches(shown, printed):
            return
        text, old = self.page.read_text(encoding="utf-8"), tidy(shown)
        wanted = os.environ.get("LINKWRIGHT_UPDATE_GOLDEN") and old in text
        assert wanted, (
            f"{self.page.name}:{block.line} shows\n{shown}\nbut this was printed:\n{tidy(printed)}\n"
            "(LINKWRIGHT_UPDATE_GOLDEN=1 writes it there)"
        )
        self.page.write_text(text.replace(old, tidy(printed), 1), encoding="utf-8")


def commands(text: str) -> Iterator[tuple[str, str]]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        yield command, shown


def linkwright(words: list[str]) -> tuple[int, str]:
    """As `linkwright.cli.main.main` does, in this process."""
    done = CliRunner().invoke(app, words)
    if isinstance(done.exception, LinkwrightError):
        return 2, f"{done.stdout}{done.exception}\n"
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout


def other(words: list[str]) -> tuple[int | None, str]:
    """Tools beside ours: make, cat, this Python."""
    program = sys.executable if words[0] == "python" else shutil.which(words[0])
    if program is None or (words[0] == "make" and not shutil.which("cc")):
        return None, ""
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, check=False, timeout=300)
    return done.returncode, done.stdout


def tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip()


def matches(shown: str, printed: str) -> bool:
    """Whether shown is printed, trailing blanks apart; `...` stands for anything."""
    pattern = ".*?".join(re.escape(part) for part in tidy(shown).split("..."))
    return re.fullmatch(pattern, tidy(printed), re.DOTALL) is not None


def stories() -> Iterator[Any]:
    """Pages with code. Above a tutorial, `slow: true` and `needs: [casadi]` say when it is run."""
    for page in [*PAGES, *TUTORIALS]:
        if any(True for _ in blocks(page)):
            front = _FRONT.match(page.read_text(encoding="utf-8"))
            said = YAML(typ="safe").load(front[1]) if front else {}
            marks = [pytest.mark.slow] if said.get("slow") else []
            yield pytest.param(page, said.get("needs", []), id=page.stem, marks=marks)


@pytest.mark.parametrize(("page", "needs"), list(stories()))
def test_page_runs(page: Path, needs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in needs:
        pytest.importorskip(module)
    monkeypatch.setenv("MPLBACKEND", "agg")
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    story = Story(page)
    try:
        for block in blocks(page):
            story.tell(block)
    finally:  # generated modules that the page imported
        for name in [n for n, m in sys.modules.items() if str(getattr(m, "__file__", "")).startswith(str(tmp_path))]:
            del sys.modules[name]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [("a\nb", "a  \nb\n", True), ("a ... c", "a b\nb c", True), ("a ... c", "a b", False), ("a", "a\nb", False)],
)
def test_comparison(shown: str, printed: str, same: bool) -> None:
    assert matches(shown, printed) is same


# --- tables ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_tables_are_the_codes(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text == make_tables().filled(text), "run python docs/make_tables.py"


# --- completeness ----------------------------------------------------------------------------------------------------


def said(page: str) -> set[str]:
    """Words between backticks, and words of code blocks."""
    text = (DOCS / page).read_text(encoding="utf-8")
    pieces = [*re.findall(r"`([^`]+)`", _FENCE.sub("", text)), *(m["body"] for m in _FENCE.finditer(text))]
    return {word for piece in pieces for word in re.findall(r"--?[\w-]+|[.\w]+", piece)}


def leaves(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Commands with their names, those of groups too."""
    for name, command in group.commands.items():
        yield from leaves(command, f"{name} ") if hasattr(command, "commands") else [(f"{before}{name}", command)]


def test_every_command_and_option_is_explained() -> None:
    assert "--version" in said("shell.md")
    for name, command in leaves(typer.main.get_command(app)):
        section = (DOCS / "shell.md").read_text(encoding="utf-8").partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        shown = [p for p in command.params if p.param_type_name == "option" and not p.hidden]
        options = {o for p in shown for o in (*p.opts, *p.secondary_opts)}
        missing = {o for o in options if o not in section}
        assert section, f"shell.md has no section '{name}'"
        assert not missing, f"shell.md does not mention {missing} of {name}"


def test_every_word_of_a_formula_is_explained() -> None:
    from tests.support.formula import FUNCTIONS, TENSORS, UNITS

    assert not {*UNITS, *FUNCTIONS, *TENSORS} - said("formulas.md"), "words that docs/formulas.md should explain"


def test_every_key_of_a_file_is_explained() -> None:
    from tests.support.model import JOINT_SIZES
    from tests.support.readers import (
        _READERS,
        dh_csv,
        khalil_csv,
        symoro_text,
        table,
        table_foreign,
        values,
    )

    files = (table.ROBOT, table.SIDE, table_foreign.PAIRS, table_foreign.SKIDY)
    keys = {
        *(name for file in files for section in file.within() for name in section.names),
        *dh_csv.DH_COMMENTS, *values.PARAMETER_INDEX, *JOINT_SIZES, *_READERS, *khalil_csv.KHALIL_COLUMNS, *khalil_csv.COMMENTS,
        *(key for key in (*symoro_text.LISTS, *symoro_text.NUMBERS, *symoro_text.SWITCHES) if len(key) != 2),
    }  # fmt: skip
    unexplained = keys - said("files.md") - said("elastic.md") - said("synthesis.md")
    assert not unexplained, "keys, joint types and suffixes that docs/files.md should explain"


def test_every_name_of_the_door_is_explained() -> None:
    import inspect

    from tests.support.package import build, compile
    from tests.support.readers import dh, load

    words = {part for word in said("python.md") for part in word.split(".")}
    arguments = {name for f in (load, dh, build, compile) for name in inspect.signature(f).parameters}
    assert not {*package_names, *arguments} - words


def test_every_room_is_explained() -> None:
    rooms = {p.name for p in (ROOT / "src/linkwright").iterdir() if (p / "__init__.py").exists()}
    assert not rooms - said("how_it_works.md"), "rooms that the table of docs/how_it_works.md should name"


def test_every_example_is_in_the_gallery() -> None:
    text = (DOCS / "gallery.md").read_text(encoding="utf-8")
    files = [p for p in (ROOT / "examples").rglob("*") if p.suffix in (".yaml", ".urdf", ".csv", ".par", ".json")]
    examples = [p.relative_to(ROOT).as_posix() for p in files if not p.name.endswith(".loops.yaml")]
    assert examples
    missing = [name for name in examples if name not in text]
    assert not missing, f"run docs/make_gallery.py: it misses {missing}"


def test_every_decision_is_listed() -> None:
    text = (DOCS / "decisions/index.md").read_text(encoding="utf-8")
    pages = [p.stem for p in (DOCS / "decisions").glob("0*.md")]
    assert pages
    assert not [name for name in pages if name not in text]


# --- links -----------------------------------------------------------------------------------------------------------


def anchors(page: Path) -> set[str]:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    heads = [re.sub(r"[`*]|\]\([^)]*\)", "", h) for h in re.findall(r"^#{1,3} +(.+)$", text, re.MULTILINE)]
    return {re.sub(r"[^\w\- ]", "", h.lower()).strip().replace(" ", "-") for h in heads}


@pytest.mark.parametrize("page", ALL, ids=lambda p: p.stem)
def test_links_lead_somewhere(page: Path) -> None:
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        path, _, anchor = target.partition("#")
        found = (page.parent / path).resolve() if path else page
        assert found.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(found), f"{page.name}: no heading '{anchor}' in {found.name}"


@pytest.mark.slow
def test_each_command_enters_the_files_that_how_it_works_names(tmp_path: Path) -> None:
    """What stands behind "As code" another command does."""
    from benchmarks.trace import commands, passed_through

    text = (ROOT / "docs" / "how_it_works.md").read_text(encoding="utf-8")
    walks = re.split(r"^\*\*`linkwright ", text.partition("## Four commands")[2].partition("\n## ")[0], flags=re.M)[1:]
    for walk, (title, arguments) in zip(walks, commands(str(tmp_path)).items(), strict=True):
        named = re.findall(r"`([a-z_]+(?:/[a-z_]+)*\.py)", walk.partition("As code")[0])
        entered = passed_through(ROOT / "src", arguments)
        missing = [path for path in named if f"linkwright/{path}" not in entered]
        assert named, title
        assert not missing, (
            f"{title} does not enter {missing}: mend docs/how_it_works.md (make trace lists what it enters)"
        )
