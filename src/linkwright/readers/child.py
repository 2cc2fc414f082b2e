"""Work that other people's programs do on a stranger's file. It runs as a program of its own, which `bounded` starts and ends;
so it imports nothing of this package, whose import would cost more than the work.

Standard input: a line of JSON, the name of a task with its limits, and what the task takes. Standard output: "+" and the
result, or "-" and what went wrong.
"""

from __future__ import annotations

import base64
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any


def expand_xacro(path: str) -> str:
    """The URDF that a xacro file stands for."""
    import xacro
    from xacrodoc import packages  # importing it teaches xacro to find packages without ROS

    packages.walk_up_from(path)
    # process_file, not XacroDoc: it finds includes beside the including file, and wants no package:// mesh installed
    document: Any = xacro.process_file(path)
    return document.toprettyxml(indent="  ")


def compile_mjcf(given: dict[str, Any]) -> str:
    """MuJoCo's model of a text and files (in base 64), as its binary form in base 64."""
    import mujoco  # pyright: ignore[reportMissingTypeStubs]
    import numpy as np

    module: Any = mujoco
    files = {name: base64.b64decode(content) for name, content in given["files"].items()}
    model = module.MjModel.from_xml_string(given["text"], files)
    buffer = np.zeros(module.mj_sizeModel(model), dtype=np.uint8)
    module.mj_saveModel(model, None, buffer)
    return base64.b64encode(buffer.tobytes()).decode()


TASKS: dict[str, Callable[[Any], str]] = {"xacro": expand_xacro, "mjcf": compile_mjcf}


def limit(seconds: int, megabytes: int) -> None:
    """Of this process, where the system has such limits; the one that started it watches the clock in any case."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def _told(error: BaseException) -> str:
    """What an error says; xacro's speak of the expression, and carry the error that it ended with."""
    inner: BaseException | None = getattr(error, "exc", None)
    name = type(inner).__name__ if inner is not None and not str(inner) else ""
    return f"{name} {str(error).strip()}".strip() or type(error).__name__


def main() -> None:
    """One task. What libraries print is lost."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    order = json.loads(sys.stdin.buffer.read())
    limit(order["seconds"], order["megabytes"])
    try:
        text = "+" + TASKS[order["task"]](order["given"])
    except MemoryError:
        text = f"-more than {order['megabytes']} MB of memory"
    except BaseException as error:  # whatever an expression raises, SystemExit included
        text = "-" + _told(error)
    answer.write(text.encode("utf-8", "replace"))
    answer.flush()


if __name__ == "__main__":
    main()
