"""One chain of a catalogue: model file, code with its tests, which are run, operation counts. Done as a job, in any process.

The tests that travel with the code compare every function with the referee, at the model's values and at others: their largest
error is the error of this chain, from model file to compiled code.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwright.catalogue.build_counts import counts_of, fewest
from linkwright.catalogue.chain import Chain
from linkwright.catalogue.known import Known, known_chains
from linkwright.catalogue.model import known_model, model, robot_in
from linkwright.compiler import build
from linkwright.emit.source_tree import SourceTree, generated_by
from linkwright.errors import QuantityError
from linkwright.jobs import Job
from linkwright.mechanism import find_quantity

FORM = "symbolic"
"""Every constant of the model is a parameter of the functions."""


@dataclass(frozen=True)
class Model:
    """A chain as it is sent to a worker: its name in the table, its letters, its model file."""

    name: str
    word: str
    text: str

    @staticmethod
    def of(chain: Chain | Known) -> Model:
        """Of a chain by rule or of one of the known database."""
        match chain:
            case Chain():
                return Model(chain.name, chain.word, model(chain))
            case Known():
                return Model(chain.name, "".join(row.type for row in chain.rows), known_model(chain))


@dataclass(frozen=True)
class Wanted:
    """What to make of every chain: these quantities, as code in these languages; no language: operation counts only."""

    quantities: tuple[str, ...]
    languages: tuple[str, ...]


def job(model: Model, wanted: Wanted) -> Job:
    """The work on one chain."""
    arguments = {
        "name": model.name,
        "text": model.text,
        "quantities": list(wanted.quantities),
        "languages": list(wanted.languages),
    }
    return Job(model.name, "linkwright.catalogue.build:build_chain", arguments)


def build_chain(name: str, text: str, quantities: Sequence[str], languages: Sequence[str]) -> dict[str, Any]:
    """counts: per quantity, in the order of OPERATIONS; processor: seconds, of compilers too; per language the tests; files."""
    start = _processor_seconds()
    robot = robot_in(text, name)
    counts = {q: list(counts_of(fewest(robot, q, FORM))) for q in quantities}
    text = f"# {generated_by()}. Do not edit: make a copy.\n{text}"
    files, tests = {"model.yaml": text}, list[dict[str, Any]]()
    if languages:
        from linkwright.verification.toolchains import run_tests

        for language, tree in build(robot, languages, None, quantities, parameters=FORM).trees.items():
            files |= {f"{language}/{path}": content for path, content in tree.items()}
            row = run_tests(tree, language, len(quantities))
            note = row.note and f"{row.note}\n{row.output}".strip()
            tests.append({"language": language, "checks": row.checks, "passed": row.passed, "error": row.error})
            tests[-1] |= {"ok": row.ok, "ran": row.ran, "note": note}
    processor = _processor_seconds() - start
    return {"counts": counts, "tests": tests, "processor": processor, "files": _zipped(files)}


def quantities_of(names: str) -> tuple[str, ...]:
    """Names as a user writes them, each once, in full; an unknown one is said before any work is done."""
    robot = robot_in(model(Chain.parse("R=R")), "R=R")
    asked = [name.strip() for name in names.split(",") if name.strip()]
    if not asked:
        raise QuantityError("no quantity is named", hint="for example inverse_dynamics,mass_matrix")
    return tuple(dict.fromkeys(find_quantity(robot, name).name for name in asked))


def chains_named(names: str) -> tuple[Chain | Known, ...]:
    """Chains by their names here or in the known database, each once."""
    known = known_chains()
    asked = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    return tuple(known[name] if name in known else Chain.parse(name) for name in asked)


def known_general() -> tuple[Known, ...]:
    """The 616 chains of the known database with three to six joints and nothing special about them."""
    return tuple(k for k in known_chains().values() if 3 <= k.joints <= 6 and not k.variant)


def files_of(result: Mapping[str, Any]) -> SourceTree:
    """What `build_chain` made, to be written below the chain's folder."""
    with zipfile.ZipFile(io.BytesIO(result["files"].tobytes())) as archive:
        return SourceTree({path: archive.read(path).decode() for path in archive.namelist()})


def _zipped(files: Mapping[str, str]) -> Any:
    """Code of a thousand chains is a hundred megabytes; packed, a tenth."""
    import numpy as np

    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in files.items():
            archive.writestr(zipfile.ZipInfo(path), text, zipfile.ZIP_DEFLATED)
    return np.frombuffer(out.getvalue(), np.uint8)


def _processor_seconds() -> float:
    """Of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
