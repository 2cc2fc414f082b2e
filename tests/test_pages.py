"""The documentation as a reader has it: built with warnings as errors, nothing fetched from elsewhere, a notebook for each page
that was run, and no page wider than a telephone."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PHONE = 360
_LOADED = re.compile(r"<(?:link|script|img|iframe|source|video)\b[^>]*?\b(?:href|src)=\"([^\"]*)\"")
_OF_STYLE = re.compile(r"@import|url\(\s*['\"]?(?:https?:)?//")
_BATCH = 16
"""Pages that the browser lays out at once, each in a frame of its own."""
_CHROMIUM = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --dump-dom"""


def test_pages(tmp_path: Path) -> None:
    """One test, so that several workers do not build the pages several times."""
    site = built(tmp_path)
    nothing_is_fetched_from_elsewhere(site)
    each_tutorial_is_a_notebook_with_what_it_printed(site)
    no_page_is_wider_than_a_telephone(site)


def built(folder: Path) -> Path:
    for package in ("sphinx", "furo", "myst_nb", "sphinx_design", "sphinx_copybutton", "jax", "clarabel", "matplotlib"):
        pytest.importorskip(package)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html", "-d", folder / "trees"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [*command, DOCS, folder / "html"], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def pages(site: Path) -> list[Path]:
    found = [p for p in sorted(site.rglob("*.html")) if "_static" not in p.parts]
    assert len(found) > 60
    return found


def nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in pages(site):
        loaded = _LOADED.findall(page.read_text(encoding="utf-8"))
        assert loaded
        outside = [x for x in loaded if re.match(r"(https?:)?//", x)]
        assert not outside, f"{page.name}: {outside}"
    styles = list(site.rglob("*.css"))
    assert styles
    assert not [p.name for p in styles if _OF_STYLE.search(p.read_text(encoding="utf-8"))]


def each_tutorial_is_a_notebook_with_what_it_printed(site: Path) -> None:
    tutorials = [p for p in (DOCS / "tutorials").glob("*.md") if "file_format: mystnb" in p.read_text(encoding="utf-8")]
    assert len(tutorials) > 8
    for page in tutorials:
        html = (site / "tutorials" / f"{page.stem}.html").read_text(encoding="utf-8")
        link = re.search(rf'href="\.\./(_downloads/\w+/{page.stem}\.ipynb)"', html)
        assert link, f"{page.stem} has no link to its notebook"
        notebook = json.loads((site / link[1]).read_text(encoding="utf-8"))
        cells = [x for x in notebook["cells"] if x["cell_type"] == "code"]
        assert any(x["outputs"] for x in cells)
        assert not [y for x in cells for y in x["outputs"] if y["output_type"] == "error"]


@contextmanager
def given_out(site: Path) -> Iterator[str]:
    """Where the pages are given out, on this machine only."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def widths(chromium: str, site: Path, address: str, asked: list[str]) -> dict[str, int]:
    """How wide pages are laid out in windows of a telephone's width."""
    frames = "".join(
        f'<iframe src="{name}" style="width: {PHONE}px; height: 700px; border: 0"></iframe>' for name in asked
    )
    measure = """onload = () => {
      const all = [...document.querySelectorAll("iframe")];
      const widths = all.map((x) => [x.getAttribute("src"), x.contentDocument.documentElement.scrollWidth]);
      document.body.textContent = JSON.stringify(Object.fromEntries(widths));
    };"""
    (site / "widths.html").write_text(f"<body>{frames}<script>{measure}</script></body>", encoding="utf-8")
    profile = site.parent / "chromium"
    command = [chromium, *_CHROMIUM.split(), f"--user-data-dir={profile}", f"{address}/widths.html"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    (site / "widths.html").unlink()
    found = re.search(r"<body>(\{.*\})</body>", done.stdout)
    assert found, done.stdout[:500]
    return json.loads(found[1])


def no_page_is_wider_than_a_telephone(site: Path) -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("no chromium")
    names = [p.relative_to(site).as_posix() for p in pages(site)]
    (site / "too_wide.html").write_text(
        '<body style="margin: 0"><div style="width: 700px">x</div></body>', encoding="utf-8"
    )
    measured: dict[str, int] = {}
    with given_out(site) as address:
        for k in range(0, len(names), _BATCH):
            measured |= widths(chromium, site, address, [*names[k : k + _BATCH], "too_wide.html"])
    assert measured.pop("too_wide.html") == 700, "what is wide is seen"
    assert set(measured) == set(names)
    wide = {name: width for name, width in measured.items() if width > PHONE}
    assert not wide
