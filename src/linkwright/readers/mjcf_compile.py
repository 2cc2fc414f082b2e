"""MuJoCo's compiler: MJCF text in, MuJoCo's model out, nothing written anywhere."""

from __future__ import annotations

import base64
import re
from collections.abc import Generator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from linkwright.errors import FileError
from linkwright.readers.bounded import Bound, Failed, Unfinished, bounded
from linkwright.readers.mjcf_source import Source
from linkwright.readers.report import Report

_LINE = r",? line (\d+)"
_BOUND = Bound(seconds=10, megabytes=4000)


def compiled(source: Source, report: Report) -> tuple[Any, Any]:
    """MuJoCo and its model. What it warns of becomes notes."""
    mujoco = _mujoco(report.file)
    with warnings_of(mujoco) as heard:
        try:
            if source.heavy:
                model = _elsewhere(source, mujoco, report.file)
            else:
                model = mujoco.MjModel.from_xml_string(source.text, source.files)
        except (ValueError, Failed) as error:
            raise _refusal(str(error), source, report.file) from None
    for text in dict.fromkeys(heard):
        report.note("suspect", f"MuJoCo: {' '.join(text.split())[:300]}")
    return mujoco, model


def _mujoco(file: str) -> Any:
    """Its types say less than it has."""
    try:
        return import_module("mujoco")
    except ImportError:
        hint = "pip install 'linkwright[mjcf]', or convert the file to URDF"
        raise FileError("reading MJCF needs MuJoCo's compiler, mujoco-core", file, hint) from None


def _elsewhere(source: Source, mujoco: Any, file: str) -> Any:
    """In a process that is ended when it takes too long."""
    files = {name: base64.b64encode(content).decode() for name, content in source.files.items()}
    try:
        model = base64.b64decode(bounded("mjcf", {"text": source.text, "files": files}, _BOUND))
    except Unfinished:
        what = f"MuJoCo did not make the convex hulls of the meshes in {_BOUND.seconds} s"
        hint = 'give the bodies an <inertial>, or the meshes inertia="exact"'
        raise FileError(what, file, hint) from None
    return mujoco.MjModel.from_binary_path("model.mjb", {"model.mjb": model})


def _refusal(message: str, source: Source, file: str) -> FileError:
    """MuJoCo's own words, at the place that they speak of."""
    lines = [
        int(n) for n in re.findall(_LINE, message)
    ]  # the last is of this file, others are of models that it attaches
    known = lines and 0 < lines[-1] <= len(source.places)
    where = source.places[lines[-1] - 1] if known else file
    what = " ".join(re.sub(_LINE, "", message).split())[:300]
    return FileError(f"MuJoCo cannot compile the model: {what}", where, "check it in MuJoCo")


@contextmanager
def warnings_of(mujoco: Any) -> Generator[list[str]]:
    """Warnings as they come. Without a listener MuJoCo appends them to MUJOCO_LOG.TXT in the working folder."""
    heard: list[str] = []
    before = mujoco.get_mju_user_warning()
    mujoco.set_mju_user_warning(heard.append)
    try:
        yield heard
    finally:
        mujoco.set_mju_user_warning(before)
