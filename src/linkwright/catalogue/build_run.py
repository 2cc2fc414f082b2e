"""Many chains built by a crew into one folder: resumable, with a table of all that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from linkwright.catalogue.build import Model, Wanted, files_of, job
from linkwright.catalogue.build_table import Built, built
from linkwright.disk import make_folder
from linkwright.jobs import Crew, Journal, Outcome
from linkwright.version import __version__

JOURNAL = "journal.sqlite"


def build_all(
    models: Sequence[Model],
    wanted: Wanted,
    folder: Path,
    crew: Crew,
    retry: bool = False,
    tell: Callable[[str, float], object] = lambda text, part: None,
) -> tuple[Built, ...]:
    """Rows in the order of the models. What the folder's journal knows is not built again; retry: but what had failed is.

    Files are in the journal, too: a folder that was not written when the run was killed is written by the next.
    """
    make_folder(folder)
    words = {model.name: model.word for model in models}
    meta = {
        "run": "catalog build",
        "version": __version__,
        "quantities": wanted.quantities,
        "languages": wanted.languages,
    }
    rows: dict[str, Built] = {}
    with Journal(folder / JOURNAL, meta) as journal:
        if retry:
            journal.forget([x.key for x in journal.outcomes() if built("", x).status != "done"])
        known = journal.keys() & words.keys()
        left = len(words) - len(known)
        tell(f"{len(known)} of {len(words)}", 0.0)
        for outcome in crew.run([job(model, wanted) for model in models], journal):
            rows[outcome.key] = built(words[outcome.key], outcome)
            _write(outcome, folder)
            if outcome.key not in known:
                part = (len(rows) - len(known)) / left
                tell(f"{len(rows)} of {len(words)}: {outcome.key}", part)
    return tuple(rows[name] for name in words)


def _write(outcome: Outcome, folder: Path) -> None:
    """The files of a chain, unless they are there."""
    if not outcome.ok:
        return
    files, own = files_of(outcome.result), folder / outcome.key
    if not all((own / path).exists() for path in files):
        files.write(own)
