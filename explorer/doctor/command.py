"""``compile-explorer doctor``: its options, the order of what it looks at, and how it is told."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from typing import Any

import msgspec

from explorer import samples
from explorer.doctor.compiling import compiling_lines
from explorer.doctor.folders import folder_line, package_line
from explorer.doctor.jupyter import lab_line
from explorer.doctor.line import Line
from explorer.doctor.packages import python_line, torch_line, triton_line
from explorer.doctor.warm import warm
from explorer.output import say
from explorer.torch_version import installed_torch

SCHEMA = "compile-explorer.doctor/1"
FINE, FAULTY = 0, 1
"""The exit codes: 1 when a line is a fault."""

_MARKS = {"ok": "ok     ", "warning": "warning", "fault": "FAULT  "}


def add_doctor(commands: Any) -> None:
    """Give the command line its ``doctor``."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "doctor",
        help="is everything here that compiling needs?",
        description="Look at torch, triton, the C++ compiler (by compiling a kernel with an empty cache), JupyterLab, "
        "the folders and the package itself, and say what to do about each fault.",
        epilog="Exit code: 0 no fault, 1 a fault, 2 bad usage.",
    )
    parser.add_argument("--json", action="store_true", dest="as_json", help="the same as JSON, for scripts")
    parser.add_argument("--warm", action="store_true", help="then fill the caches: explain every sample once")
    parser.add_argument("--no-kernel", action="store_false", dest="kernel", help="do not compile a kernel (a minute)")
    parser.set_defaults(run=run)


def run(values: argparse.Namespace) -> int:
    """Examine, telling each line as it is known, and return the exit code."""
    found = []
    for line in examine(kernel=values.kernel, fill=values.warm):
        found.append(line)
        if not values.as_json:
            print(told(line), flush=True)
    faulty = any(line.state == "fault" for line in found)
    if values.as_json:
        lines = [msgspec.to_builtins(line) for line in found]
        print(json.dumps({"schema": SCHEMA, "ok": not faulty, "lines": lines}, indent=2))
    return FAULTY if faulty else FINE


def examine(*, kernel: bool = True, fill: bool = False) -> Iterator[Line]:
    """Everything, in order. ``kernel`` compiles one; ``fill`` explains every sample afterwards."""
    yield python_line()
    yield torch_line()
    yield triton_line()
    yield package_line()
    if installed_torch() is not None:
        yield from compiling_lines(kernel=kernel)
    yield folder_line("this folder", os.getcwd(), "change to a folder of your own: reports are written to it")
    yield lab_line()
    if fill and installed_torch() is not None:
        yield warm(samples.names(), say)


def told(line: Line) -> str:
    """A line for a person, its remedy below it."""
    text = f"{_MARKS[line.state]}  {line.name}: {line.said}"
    return text if line.remedy is None else f"{text}\n         → {line.remedy}"
