"""`linkwright schema`: what editors know of files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli.completion import one_of
from linkwright.cli.writing import FILE, writes
from linkwright.disk import write_text


@writes(out=FILE)
def schema(
    kind: Annotated[
        str,
        typer.Argument(
            help="robot-file, lagrangian-file, side-file, task-file: of YAML; robot, function, report, ...: of documents",
            autocompletion=one_of("robot-file", "lagrangian-file", "side-file", "task-file"),
        ),
    ] = "robot-file",
    out: Annotated[Path | None, typer.Option("-o", "--out", help="file to write", show_default=False)] = None,
) -> None:
    """Print the JSON Schema of a kind of file: editors offer its keys and mark mistakes."""
    from linkwright.schema import json_schema

    text = json.dumps(json_schema(kind), indent=1, ensure_ascii=False) + "\n"
    if out is None:
        sys.stdout.write(text)
    else:
        write_text(out, text)


def name_schema(path: Path, kind: str) -> None:
    """Write the schema of a file beside it, and into the file the line by which language servers of YAML find it."""
    beside = path.with_name(f"{kind}.schema.json")
    schema(kind=kind, out=beside)
    write_text(path, f"# yaml-language-server: $schema={beside.name}\n{path.read_text(encoding='utf-8')}")
