"""``compile-explorer``: the command line."""

from __future__ import annotations

import contextlib
import importlib.metadata
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import explorer
from explorer import samples
from explorer.doctor.command import add_doctor
from explorer.errors import ExplorerError
from explorer.live import live, terminal
from explorer.options import Answered, BadOption, Parser, Settings, add_options, settings
from explorer.output import Delivery, chosen_format, say, stdout_to_stderr
from explorer.program import ProgramError, as_script, load, split_target
from explorer.torch_version import check_torch

if TYPE_CHECKING:
    from explorer.exploration import Exploration

EXPLAINED, PROGRAM_FAILED, BAD_USAGE, INTERRUPTED = 0, 1, 2, 130
"""The exit codes: 0 explained, 1 the user's program failed, 2 bad usage, 130 interrupted from the keyboard."""

DEMO_SAMPLE = "print_in_forward"
COMPARE_OPTIONS = ("to", "output", "width", "quiet")
DEMO_OPTIONS = ("output", "width", "full", "sections", "backend", "quiet")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    try:
        values = _parser().parse_args(arguments)
        return int(values.run(values))
    except Answered:
        return EXPLAINED
    except BadOption as error:
        say(f"{error.usage}\ncompile-explorer: {error}")
    except ProgramError as error:
        say(str(error))
        return PROGRAM_FAILED
    except ExplorerError as error:
        say(f"compile-explorer: {error}")
    except KeyboardInterrupt:
        say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXPLAINED
    return BAD_USAGE


def _parser() -> Parser:
    parser = Parser(prog="compile-explorer", description="See what torch.compile did to your model.")
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    explain = commands.add_parser(
        "explain",
        help="compile a program and show what happened",
        description="Compile what build() of FILE returns (a mapping with 'model' and 'inputs'), or the callable "
        "NAME of FILE with --inputs, run it, and show what torch.compile did.",
        epilog="Exit code: 0 explained, 1 the program failed (the report is written all the same), 2 bad usage.",
    )
    explain.add_argument(
        "target",
        metavar="FILE[:NAME]",
        help="a Python file or the name of a sample, and what to take from it (default: build)",
    )
    add_options(explain, "command")
    explain.set_defaults(run=_explain)
    compare = commands.add_parser(
        "compare",
        help="compare two saved reports",
        description="Show which breaks and recompiles are gone or new, and which numbers changed.",
    )
    compare.add_argument("before", metavar="BEFORE.json", help="a report saved by explain -o FILE.json")
    compare.add_argument("after", metavar="AFTER.json", help="another one")
    add_options(compare, "command", only=COMPARE_OPTIONS)
    compare.set_defaults(run=_compare)
    demo = commands.add_parser(
        "demo",
        help="explain a sample that has a graph break",
        description="Explain a sample model and write demo.html.",
    )
    demo.add_argument(
        "sample", nargs="?", default=DEMO_SAMPLE, help=f"a sample (default: {DEMO_SAMPLE}); 'list' names them"
    )
    add_options(demo, "command", only=DEMO_OPTIONS)
    demo.set_defaults(run=_demo)
    add_doctor(commands)
    return parser


def _version() -> str:
    try:
        torch = importlib.metadata.version("torch")
    except importlib.metadata.PackageNotFoundError:
        torch = "not installed"
    return f"compile-explorer {explorer.__version__} (torch {torch})"


def _explain(values: Any) -> int:
    asked = settings(values)
    to = chosen_format(asked.to, asked.output)
    output = asked.output or (_html_name(values.target) if to == "html" else None)
    return _run(values.target, asked, Delivery(to, output, asked.width, asked.full, asked.quiet, asked.sections))


def _compare(values: Any) -> int:
    asked = settings(values)
    delivery = Delivery(chosen_format(asked.to, asked.output), asked.output, asked.width, quiet=asked.quiet)
    delivery.check()
    delivery.deliver(explorer.compare(explorer.load(values.before), explorer.load(values.after)))
    return EXPLAINED


def _demo(values: Any) -> int:
    if values.sample == "list":
        width = max(map(len, samples.names()))
        print("\n".join(f"{name:{width}}  {samples.summary(name)}" for name in samples.names()))
        return EXPLAINED
    asked = settings(values)
    page = Delivery("html", asked.output or "demo.html", quiet=asked.quiet)
    text = Delivery("text", None, asked.width, asked.full, asked.quiet, asked.sections)
    return _run(str(samples.path(values.sample)), asked, page, text)


def _run(target: str, asked: Settings, *deliveries: Delivery) -> int:
    """Load the program, run it, and deliver what came of it, also when it was stopped half way."""
    for delivery in deliveries:
        delivery.check()
    before = explorer.load(asked.against) if asked.against is not None else None
    clean = any(delivery.is_data_on_stdout for delivery in deliveries)
    code = EXPLAINED
    with stdout_to_stderr() if clean else contextlib.nullcontext():
        try:
            exploration = _explored(target, asked)
        except (KeyboardInterrupt, SystemExit) as stopped:
            if not hasattr(stopped, "exploration"):
                raise
            exploration = stopped.exploration
            code = INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else PROGRAM_FAILED
    for delivery in deliveries:
        delivery.deliver(exploration if before is None else explorer.compare(before, exploration))
    return code or (PROGRAM_FAILED if exploration.exception is not None else EXPLAINED)


def _explored(target: str, asked: Settings) -> Exploration:
    check_torch()
    with as_script(target):
        program, scope = load(target, asked.inputs)
        program = program.as_asked(asked, scope)
        if program.inputs.found and not asked.quiet:
            say(f"inputs: {program.inputs.source}")
        with live(None if asked.quiet else terminal()) as progress:
            return program.explore(progress=progress)


def _html_name(target: str) -> str:
    """``model.html`` in the working directory for ``path/model.py:build``."""
    path, _ = split_target(target)
    return os.path.splitext(os.path.basename(path))[0] + ".html"


if __name__ == "__main__":
    sys.exit(main())
