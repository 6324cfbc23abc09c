"""Scratch runs: a program run only to find something out says nothing to the user."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator

from explorer.tracing.quiet import quiet_torch


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """What the program prints, and torch logs, in the body is not shown."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()), quiet_torch():
        yield
