"""The pages about languages, from real runs: `python docs/make_languages.py` writes docs/languages/ and the README's table;
`python docs/make_languages.py rust` the parts of one language, for which the tools of the others are not needed. With `--text`
nothing is run, and what the tests said stays as it was.

A page shows the folder that `build` writes for a small robot: files, functions, the example program, how it is tested, and what
the tests said. tests/test_languages.py makes the pages again, without running anything, and compares all but what tests said.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

import linkwright as lw
from linkwright.compiler import Built
from linkwright.describe import about_build
from linkwright.emit import TARGETS, SourceTree, Target, unknown_language
from linkwright.emit.program import program
from linkwright.emit.readme import command
from linkwright.kernels import kernels_of
from linkwright.mechanics.quantities.table import OPEN
from linkwright.request import Request
from linkwright.verification.toolchains import Row

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
SMALL = ROOT / "examples" / "double_pendulum.yaml"
LARGE = ROOT / "examples" / "elbow6.urdf"
SYMBOLIC = "m?,g"
SAID = re.compile(r"(<!-- what the tests said -->\n).*?(<!-- end -->)", re.DOTALL)
TABLE = re.compile(r"(<!-- languages -->\n).*?(<!-- end of languages -->)", re.DOTALL)
_TONGUES = {
    "c": "c",
    "cpp": "cpp",
    "cuda": "cuda",
    "cython": "python",
    "numpy": "python",
    "jax": "python",
    "torch": "python",
    "latex": "tex",
    "rust": "rust",
}


def build_small(languages: Sequence[str] = tuple(TARGETS), out: Path | None = None, run: bool = False) -> Built:
    return lw.build(lw.load(SMALL), to=languages, out=out, symbolic=SYMBOLIC, run=run)


def page(language: str, tree: SourceTree, row: Row | None) -> str:
    """The page of one language; without a row, what the tests said is left open."""
    target = TARGETS[language]
    tongue = _TONGUES.get(language, language)
    build = f"linkwright build examples/{SMALL.name} --symbolic '{SYMBOLIC}' --to {language} -o out/"
    parts = [
        "<!-- Written by docs/make_languages.py -->",
        f"# {target.title}",
        f"What this command writes, a double pendulum whose masses and gravity stay inputs:\n\n```sh\n{build}\n```",
        f"<!-- what the tests said -->\n{said(row)}\n<!-- end -->",
        "## Files\n\n" + "\n".join(f"- `out/{language}/{path}`" for path in tree),
        *_functions(target),
        *_example(tree, tongue, target.commands.example),
        f"## Tests\n\nOne command, in the folder:\n\n```sh\n{command(target.commands)}\n```\n\n"
        "[Generated code](../generated_code.md#tests-that-travel-with-it) says what they check.",
        *([f"## Input checks\n\n{target.guard}"] if target.guard else []),
    ]
    return "\n\n".join(parts) + "\n"


def said(row: Row | None) -> str:
    if row is None:
        return ""
    if not row.ran:
        return f"| files | functions | result |\n|---|---|---|\n| {row.files} | {row.functions} | {row.note} |"
    head = "| files | functions | tests passed | max relative error | result |\n|---|---|---|---|---|"
    tests = f"{row.passed} of {row.checks}" if row.checks else "compiled"
    return f"{head}\n| {row.files} | {row.functions} | {tests} | {_error(row)} | {row.note or 'ok'} |"


def _error(row: Row) -> str:
    return "" if row.error is None else f"{row.error:.0e}"


def _functions(target: Target) -> list[str]:
    robot, options = lw.load(SMALL), Request(symbolic=SYMBOLIC, effort=0)
    kernels, _ = kernels_of(robot, OPEN.default, options)
    made = program(kernels, target, about_build(robot, [], options))
    lines = [target.signature(made, kernel) for kernel in made.kernels]
    tongue = _TONGUES.get(target.name, target.name)
    return ["## Functions\n\n```" + tongue + "\n" + "\n".join(lines) + "\n```"] if all(lines) else []


def _example(tree: SourceTree, tongue: str, typed: str) -> list[str]:
    paths = [path for path in tree if "example" in path.rpartition("/")[2].lower()]
    shown = "## Example\n\n`{path}`, run in the folder by `{typed}`:\n\n```{tongue}\n{text}\n```"
    return [shown.format(path=path, typed=typed, tongue=tongue, text=tree[path].rstrip()) for path in paths[:1]]


def table(rows: Sequence[Row]) -> str:
    """The README's table: a six-joint arm, every quantity, in every language."""
    lines = ["| language | files | functions | tests passed | max relative error |", "|---|---|---|---|---|"]
    for row in rows:
        title = f"[{TARGETS[row.language].title}](docs/languages/{row.language}.md)"
        tests = (f"{row.passed} of {row.checks}" if row.checks else "compiles") if row.ran else row.note
        lines.append(f"| {title} | {row.files} | {row.functions} | {tests} | {_error(row)} |")
    return "\n".join(lines)


def index() -> str:
    links = "\n".join(f"- [{TARGETS[name].title}]({name}.md)" for name in TARGETS)
    tree = "\n".join(TARGETS)
    return (
        "<!-- Written by docs/make_languages.py -->\n\n# Languages\n\nOne folder per language; every page shows a real one.\n\n"
        f"{links}\n\n```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
    )


def rewrite() -> None:
    """The pages as the code has them now, with what the tests said when they were last run."""
    built = build_small()
    for name, tree in built.trees.items():
        path = DOCS / "languages" / f"{name}.md"
        old = SAID.search(path.read_text(encoding="utf-8"))
        path.write_text(SAID.sub(lambda _, kept=old: kept[0], page(name, tree, None)), encoding="utf-8")  # type: ignore[index]
    (DOCS / "languages" / "index.md").write_text(index(), encoding="utf-8")


def with_rows(old: str, rows: Sequence[Row]) -> str:
    """The README's table with new rows; those of languages that were not built again stay as they are."""
    head, lines = table(rows).splitlines()[:2], {row.language: table([row]).splitlines()[-1] for row in rows}
    kept = {m[1]: m[0] for m in re.finditer(r"^\| \[.*?\]\(docs/languages/(\w+)\.md\) .*$", old, re.MULTILINE)}
    found = {**kept, **lines}
    return "\n".join([*head, *(found[name] for name in TARGETS if name in found)])


def main(named: Sequence[str]) -> None:
    import tempfile

    if "--text" in named:
        rewrite()
        return
    if unknown := [name for name in named if name not in TARGETS]:
        sys.exit(str(unknown_language(unknown[0])))
    languages = tuple(named) or tuple(TARGETS)
    folder = DOCS / "languages"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        built = build_small(languages, out=Path(name) / "small", run=True)
        for row in built.tests:
            (folder / f"{row.language}.md").write_text(
                page(row.language, built.trees[row.language], row), encoding="utf-8"
            )
        (folder / "index.md").write_text(index(), encoding="utf-8")
        large = lw.build(LARGE, to=languages, out=Path(name) / "large", quantities="all")
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(TABLE.sub(lambda m: f"{m[1]}{with_rows(m[0], large.tests)}\n{m[2]}", text), encoding="utf-8")
    bad = [row.language for row in (*built.tests, *large.tests) if not row.ok]
    sys.exit(f"tests failed in {', '.join(bad)}" if bad else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
