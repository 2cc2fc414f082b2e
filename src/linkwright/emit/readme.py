"""README.md of a generated folder, and of the folder above: what is in it, how it is called, how it is tested.

Nothing here depends on when or where it is written: the same input gives the same bytes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping, Sequence

from linkwright.emit.build_context import BuildContext
from linkwright.emit.program import Program, counted
from linkwright.emit.target import Commands, Target, files_like
from linkwright.graph.function import Port
from linkwright.passes.kernel import Kernel

PAGE, PICTURE, SKETCH = "README.md", "tree.svg", "sketch.svg"


def pages(program: Program, files: Sequence[str]) -> Mapping[str, str]:
    """The page of a language's folder, and the pictures it shows."""
    about = program.about
    parts = [
        f"# {text(about.robot)}: equations of motion in {program.target.title}",
        f"<!-- {_comment(program.mark)} -->",
        _summary(program),
        f"![mechanism]({SKETCH})" if about.sketch else "",
        f"![{about.drawn}]({PICTURE})",
        *_section(about.parts[0], _table(about.parts[1:], [[text(x) for x in row] for row in about.joints])),
        *_section("Files", "\n".join(f"- `{path}`" for path in files)),
        *_section("Tests", _tests(program, files)),
        *_section("Example", _named(_example(program), files)),
        *_section("Input checks", program.target.guard),
        *_section("Constants", _constants(program)),
        *_section("Functions", _overview(program)),
        *(_function(program, kernel) for kernel in program.kernels),
        *_section("Not here", "\n".join(f"- `{name}`: {text(reason)}" for name, reason in about.left_out)),
        *_section("Parameters", _parameters(about)),
        *_section("Conventions", f"```text\n{about.conventions.strip()}\n```" if about.conventions else ""),
    ]
    pictures = {PICTURE: about.picture, SKETCH: about.sketch}
    return {PAGE: "\n\n".join(part for part in parts if part) + "\n", **{n: x for n, x in pictures.items() if x}}


def index(about: BuildContext, mark: str, folders: Mapping[str, tuple[Target, Sequence[str]]]) -> str:
    """The page above the folders: languages, where they are, how each is tested."""
    rows = [
        (
            f"[{target.title}]({name}/{PAGE})",
            f"`{name}/`",
            str(len(files)),
            f"`{_named(command(target.commands), files)}`",
        )
        for name, (target, files) in folders.items()
    ]
    first = next(iter(folders))
    parts = [
        f"# {text(about.robot)}: equations of motion",
        f"<!-- {_comment(mark)} -->",
        f"![{about.drawn}]({first}/{PICTURE})",
        _table(("language", "folder", "files", "its tests, run in the folder"), rows),
        "Every folder is complete: code, tests with their own data, an example, and a page that explains all functions.",
    ]
    return "\n\n".join(parts) + "\n"


def command(commands: Commands) -> str:
    """The command that tests a folder, as a person types it: arguments that only name a tool are left out."""
    tools = [choices[0].partition(":")[0] for choices in commands.needs]
    found: list[str] = []
    for template in commands.run:
        words = [word for word in template if not re.fullmatch(r"\w+=\{\d+\}", word)]
        found.append(" ".join(_quoted(word.format(*tools)) for word in words))
    return " && ".join(found)


def _named(line: str, files: Sequence[str]) -> str:
    """A command with the folder's own file for a pattern: another robot's may be beside it."""
    return re.sub(r"\S*\*\S*", lambda m: " ".join(files_like(m[0], files)) or m[0], line)


def _quoted(word: str) -> str:
    return word if re.fullmatch(r"[\w./*=+-]+", word) else f'"{word}"'


# --- sections ------------------------------------------------------------------------------------------------------------


def _summary(program: Program) -> str:
    about = program.about
    facts = [f"{len(program.kernels)} functions", f"{len(program.suite.cases)} checks"]
    if about.model_hash:
        facts.append(f"model {about.model_hash}")
    if about.version:
        facts.append(f"Linkwright {about.version}")
    return "; ".join(facts) + "." + (f"\n\n{text(about.form)}" if about.form else "")


def _tests(program: Program, files: Sequence[str]) -> str:
    tolerances = sorted({case.check.tolerance for case in program.suite.cases})
    tolerance = f" relative to the largest term, to {tolerances[-1]:g}" if tolerances else ""
    lines = [
        f"One command, in this folder:\n\n```sh\n{_named(command(program.target.commands), files)}\n```",
    ]
    if program.suite.cases and program.target.signature(program, program.kernels[0]):
        lines.append(
            "The tests need nothing else: they hold sample states with values expected by an independent derivation "
            f"({program.about.reference}), and laws across the functions. "
            f"Each is compared{tolerance}. Large matrices are compared after multiplication with a random vector."
        )
    return "\n\n".join(lines)


def _example(program: Program) -> str:
    typed = program.target.commands.example
    return f"How the functions are called:\n\n```sh\n{typed}\n```" if typed else ""


def _constants(program: Program) -> str:
    declare = program.target.constants
    if declare is None:
        return ""
    rows = [
        (f"`{declare.name(program.name, c)}`", str(c.value if isinstance(c.value, int) else len(c.value)), c.doc)
        for c in program.about.constants
    ]
    return _table(("name", "value or size", "what it is"), rows)


def _overview(program: Program) -> str:
    rows = [
        (f"[{kernel.name}](#{kernel.name.lower()})", f"`{kernel.equation}`" if kernel.equation else "", _flops(kernel))
        for kernel in program.kernels
    ]
    return _table(("function", "equation", "operations"), rows) + (
        "\n\nOperations: additions, multiplications and divisions, then calls of sine and cosine."
    )


def _flops(kernel: Kernel) -> str:
    if kernel.procedure is not None:
        return ""
    waves = kernel.ops.sin + kernel.ops.cos
    return f"{kernel.ops.flops}" + (f" + {waves}" if waves else "")


def _function(program: Program, kernel: Kernel) -> str:
    signature = program.target.signature(program, kernel)
    parts = [f"### {kernel.name}", text(kernel.doc)]
    if kernel.equation:
        parts.append(f"    {kernel.equation}")
    if signature:
        parts.append(f"```{program.target.name}\n{signature}\n```")
    rows = [_port("in", p) for p in kernel.inputs] + [_port("out", p) for p in kernel.outputs]
    parts.append(_table(("", "name", "size", "unit", "what it is"), rows))
    parts += [f"{line}." for line in counted(kernel)]
    facts = dict(kernel.facts)
    if facts.get("method"):
        parts.append(f"Method: {text(facts['method'].replace('_', ' '))}.")
    if facts.get("frame"):
        parts.append(f"Frame: {text(facts['frame'])}.")
    if kernel.reference not in ("", "-"):
        parts.append(f"Reference: {text(kernel.reference)}.")
    return "\n\n".join(part for part in parts if part)


def _port(kind: str, port: Port) -> tuple[str, ...]:
    size = " x ".join(map(str, port.shape)) if port.shape else "scalar"
    names = _shortened(port.labels)
    doc = text(port.doc) + (f": {names}" if names else "")
    return (
        kind,
        f"`{port.name}`",
        size,
        text(port.unit),
        doc + ("; may be left out" if port.defaults is not None else ""),
    )


def _shortened(labels: Sequence[str], most: int = 24) -> str:
    shown = ", ".join(f"`{text(x)}`" for x in labels[:most])
    return shown + (f", ... ({len(labels)} in all)" if len(labels) > most else "")


def _parameters(about: BuildContext) -> str:
    rows = [(f"`{text(p.name)}`", text(str(p.value)), text(p.unit), text(p.doc)) for p in about.parameters]
    return _table(("parameter", "value", "unit", "meaning"), rows)


# --- Markdown --------------------------------------------------------------------------------------------------------------


def _section(title: str, body: str) -> list[str]:
    return [f"## {title}", body] if body else []


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *lines]) if lines else ""


def text(words: str) -> str:
    """Names and remarks from files, harmless in Markdown and HTML, on one line."""
    return re.sub(r"([\\`*]|\[(?=.*\]\())", r"\\\1", html.escape(" ".join(words.split()), quote=False))


def _comment(words: str) -> str:
    return " ".join(words.replace("--", "- -").split())
