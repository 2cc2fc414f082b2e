"""The command `linkwright`: what a user types, turned into calls. The work is done in the other files of this folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Annotated, Any

import typer

from linkwright.cli.stopping import INTERRUPTED, unwind_when_stopped
from linkwright.collector import begin_patiently
from linkwright.errors import EmitError, LinkwrightError
from linkwright.lazy import target

COMMANDS = MappingProxyType[str, str](
    {
        "new": "linkwright.cli.mechanism_commands:new",
        "check": "linkwright.cli.mechanism_commands:check",
        "convert": "linkwright.cli.mechanism_commands:convert",
        "quantities": "linkwright.cli.mechanism_commands:quantities",
        "equations": "linkwright.cli.derivation_commands:equations",
        "build": "linkwright.cli.derivation_commands:build",
        "verify": "linkwright.cli.derivation_commands:verify",
        "simulate": "linkwright.cli.derivation_commands:simulate",
        "ik": "linkwright.cli.motion_commands:ik",
        "workspace": "linkwright.cli.motion_commands:workspace",
        "fk": "linkwright.cli.motion_commands:fk",
        "trajectory": "linkwright.cli.motion_commands:trajectory",
        "synthesize": "linkwright.cli.motion_commands:synthesize",
        "schema": "linkwright.cli.schema:schema",
        "excite": "linkwright.cli.measurement_commands:excite",
        "identify": "linkwright.cli.measurement_commands:identify",
        "calibrate": "linkwright.cli.calibrate_command:calibrate",
        "picture": "linkwright.cli.mechanism_commands:picture",
        "bench": "linkwright.cli.derivation_commands:bench",
        "studio": "linkwright.cli.mechanism_commands:studio",
        "conventions": "linkwright.cli.mechanism_commands:conventions",
        "catalog": "linkwright.cli.catalog:app",
    }
)
"""Command -> what it calls, in the order of the help; the last is a group. Only the command that is run is imported: those of
the others, with their options, took a quarter of a `check` of an arm."""

_UsageError: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
"""Click's, or that of the copy of click in newer typers, which has no public name."""
_ROOM = "free some room, or set TMPDIR to a folder that exists and that you may write to"


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The program with some of its commands."""
    app = typer.Typer(
        name="linkwright",
        help="From a robot file to its equations of motion: readable, fast, proven.",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    for name in names:
        found = target(COMMANDS[name])
        if isinstance(found, typer.Typer):
            app.add_typer(found)
        else:
            app.command(name)(found)
    app.callback(invoke_without_command=True)(_root)
    return app


def _root(version: Annotated[bool, typer.Option("--version", help="print the version")] = False) -> None:
    if version:
        from linkwright.version import __version__

        typer.echo(f"linkwright {__version__}")
        raise typer.Exit


def main() -> None:
    """Entry point: errors a user can mend end with code 2 and no traceback, signals with 128 and their number."""
    begin_patiently()
    unwind_when_stopped()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # an old encoding of the terminal is no reason to stop
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """The exit code of one command: 0, 1 where a test or law failed, 2 where the user can mend something, 130 after Ctrl-C."""
    named = arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS
    try:
        code = application(named)(arguments, prog_name="linkwright", standalone_mode=False)
        sys.stdout.flush()
    except LinkwrightError as error:
        return _refused(str(error))
    except _UsageError as error:
        told = io.StringIO()
        error.show(told)
        return _refused(told.getvalue().rstrip())
    except BrokenPipeError:
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except OSError as error:
        sys.stdout = io.StringIO()  # what is left in the old one cannot be written, and is not tried again
        return _refused(str(EmitError(f"cannot write: {error.strerror or error}", str(error.filename or ""), _ROOM)))
    return code if isinstance(code, int) else 0


def _refused(text: str) -> int:
    from linkwright.cli.console import shown

    sys.stderr.write(f"{shown(text)}\n")
    return 2


if __name__ == "__main__":
    main()
