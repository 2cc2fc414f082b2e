"""Units as files: <name>.fmu (version 3.0) and <name>_fmi2.fmu, and a page about them. Nothing is written half."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from linkwright.describe import model_hash
from linkwright.describe.constants import constants
from linkwright.disk import write_together
from linkwright.emit.build_context import BuildContext
from linkwright.emit.readme import PAGE
from linkwright.emit.source_tree import SourceTree, is_ours
from linkwright.errors import EmitError
from linkwright.fmu.binary import Binaries, binaries_of
from linkwright.fmu.description import Identity, build_description, description
from linkwright.fmu.page import page
from linkwright.fmu.plant import Plant
from linkwright.fmu.plants import plant_of
from linkwright.fmu.sources import Sources, sources_of
from linkwright.fmu.variables import Variables
from linkwright.mechanism import Mechanism
from linkwright.request import Request
from linkwright.verification.toolchains import Row
from linkwright.version import __version__

FOLDER = "fmu"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same unit is the same bytes, whenever it is made."""


@dataclass(frozen=True)
class Units:
    """Files by name, the page beside them, how many functions are inside, and what became of the binary."""

    files: Mapping[str, bytes]
    page: str
    functions: int
    binary: Binaries

    @property
    def row(self) -> Row:
        """The line about them in the table of a build."""
        return Row(FOLDER, len(self.files), self.functions, note=self.binary.note, output=self.binary.failed)

    def refuse_others(self, folder: Path) -> None:
        """Complain of files of these names that are not ours."""
        for name in self.files:
            target = folder / FOLDER / name
            if target.is_dir() or (target.exists() and not is_ours(target)):
                hint = "move it away, or choose another folder"
                raise EmitError(f"'{target}' was not written by Linkwright", str(target), hint)

    def write(self, folder: Path) -> list[Path]:
        """All of them into <folder>/fmu; files there that are not ours are left alone, and said."""
        self.refuse_others(folder)
        place = folder / FOLDER
        SourceTree({PAGE: self.page}).write(place)
        return write_together(place, self.files)


def units_of(
    mechanism: Mechanism, request: Request, tell: Callable[[str, float], object] = lambda what, part: None
) -> Units:
    """The units of a mechanism, of both versions of the standard."""
    tell("equations of the unit", 0.0)
    plant = plant_of(mechanism, request)
    about = BuildContext(
        mechanism.name, model_hash=model_hash(mechanism), version=__version__, constants=constants(mechanism)
    )
    tell("C of the unit", 0.4)
    sources = sources_of(plant, about, request.effort)
    tell("compiling the unit", 0.5)
    binary = binaries_of(sources)
    variables = Variables(plant)
    names = {3: f"{sources.identifier}.fmu", 2: f"{sources.identifier}_fmi2.fmu"}
    found = {name: _unit(version, variables, sources, binary) for version, name in names.items()}
    tell("unit", 1.0)
    return Units(found, page(variables, sources.mark, names, binary.note), sources.functions, binary)


def _unit(version: int, variables: Variables, sources: Sources, binary: Binaries) -> bytes:
    """The archive. The description comes first and is not compressed: there the mark is found."""
    identity = Identity(_name(variables.plant), sources.identifier, sources.token, __version__)
    compiled = sources.compiled(version)
    inside: dict[str, bytes] = {"modelDescription.xml": description(version, variables, identity, compiled)}
    inside |= {f"sources/{path}": text.encode() for path, text in sources.of(version).items()}
    if version == 3:
        inside["sources/buildDescription.xml"] = build_description(identity, compiled)
    if version in binary.libraries:
        path, data = binary.libraries[version]
        inside[path] = data
    return _archive(inside, stored=("modelDescription.xml",))


def _name(plant: Plant) -> str:
    """On one line, as XML has it."""
    return " ".join("".join(c if c.isprintable() else " " for c in plant.name).split()) or "mechanism"


def _archive(inside: Mapping[str, bytes], stored: Sequence[str]) -> bytes:
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in inside.items():
            entry = zipfile.ZipInfo(path, _EPOCH)
            entry.compress_type = zipfile.ZIP_STORED if path in stored else zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.startswith("binaries/") else 0o644) << 16
            archive.writestr(entry, data)
    return memory.getvalue()
