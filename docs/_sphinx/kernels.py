"""Where the notebooks of the documentation run, and when they run again."""

from __future__ import annotations

import hashlib
import os
import shutil
import sysconfig
from pathlib import Path

_STARTUP = '''\
"""Each notebook runs in a folder of its own, with a copy of examples/ in it, as the tests run the pages."""
import os, shutil, tempfile

_folder = tempfile.mkdtemp(prefix="linkwright-docs-")
shutil.copytree({examples!r}, os.path.join(_folder, "examples"))
os.chdir(_folder)
__import__("atexit").register(shutil.rmtree, _folder, ignore_errors=True)
del os, shutil, tempfile
'''
_SETTINGS = """\
c.InlineBackend.figure_formats = {"svg"}
c.IPKernelApp.log_level = 40  # a kernel of one build on one machine needs no advice on encryption
"""


def prepare(root: Path) -> Path:
    """Set how kernels start, and name the folder for what they print: another one when the sources have changed."""
    build = root / "docs/_build"
    profile = build / "ipython/profile_default"
    (profile / "startup").mkdir(parents=True, exist_ok=True)
    start = _STARTUP.format(examples=str(root / "examples"))
    (profile / "startup/00-folder.py").write_text(start, encoding="utf-8")
    (profile / "ipython_kernel_config.py").write_text(_SETTINGS, encoding="utf-8")
    os.environ["IPYTHONDIR"] = str(profile.parent)
    for name, first in (("PYTHONPATH", str(root / "src")), ("PATH", sysconfig.get_path("scripts"))):
        os.environ[name] = os.pathsep.join([first, *filter(None, [os.environ.get(name)])])
    kept = build / "notebooks" / _digest(root)
    for old in (build / "notebooks").glob("*"):
        if old != kept:
            shutil.rmtree(old, ignore_errors=True)
    return kept


def _digest(root: Path) -> str:
    """Of all that a notebook's outputs depend on but the notebook."""
    digest = hashlib.sha256()
    for folder in ("src/linkwright", "examples"):
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(str(path.relative_to(root)).encode() + path.read_bytes())
    return digest.hexdigest()[:16]
