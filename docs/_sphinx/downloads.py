"""Below the title of every page that was run: the same as a notebook, with what it printed."""

from __future__ import annotations

import os
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import download_reference
from sphinx.application import Sphinx


def offer(app: Sphinx, doctree: nodes.document) -> None:
    name = app.env.docname
    if app.env.metadata[name].get("file_format") != "mystnb":
        return
    title = next(iter(doctree.findall(nodes.title)), None)
    if title is None or title.parent is None:
        return
    path = Path(app.env.mystnb_config.output_folder, f"{name}.ipynb")
    target = Path(os.path.relpath(path, app.srcdir)).as_posix()
    link = download_reference("", "", reftarget=f"/{target}", refdoc=name, classes=["notebook-download"])
    link += nodes.inline("", f"Download as a notebook: {path.name}")
    title.parent.insert(title.parent.index(title) + 1, nodes.paragraph("", "", link))


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("doctree-read", offer, priority=100)  # before files to download are collected
    return {"parallel_read_safe": True}
