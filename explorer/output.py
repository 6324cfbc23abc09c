"""An Exploration as text, HTML or JSON, on standard output or in a file that is written whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import inspect
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TextIO

from explorer.errors import UsageError
from explorer.report import codec
from explorer.views import all_views

if TYPE_CHECKING:
    from explorer.compared import Compared
    from explorer.exploration import Exploration

WIDEST = 140
"""Columns; a wider terminal does not make lines longer than this, which nobody reads."""


def chosen_format(to: str | None, output: str | None) -> str:
    """The format asked for, or the one that the ending of the file says, or text."""
    if to is not None:
        return to
    name = (output or "").lower().removesuffix(".gz")
    endings = {ending: view.NAME for view in all_views().values() for ending in view.EXTENSIONS}
    return next((endings[ending] for ending in sorted(endings, key=len, reverse=True) if name.endswith(ending)), "text")


def terminal_width(stream: TextIO | None = None) -> int:
    """The width of the terminal, or 100 when the output is not one."""
    stream = sys.stdout if stream is None else stream
    return min(shutil.get_terminal_size().columns, WIDEST) if stream.isatty() else 100


def render(exploration: Exploration, to: str, **options: Any) -> bytes:
    """The exploration through the view named ``to``, with those of ``options`` that this view has."""
    view = all_views()[to]
    known = inspect.signature(view.render).parameters
    shown = view.render(exploration.report, **{name: value for name, value in options.items() if name in known})
    return shown if isinstance(shown, bytes) else shown.encode("utf-8", "replace")


@dataclass(frozen=True)
class Delivery:
    """Where one rendering goes: to the file ``output``, or to standard output when that is None or ``-``.

    ``width`` is that of text in columns (None: the terminal's), ``sections`` are added to its summary, ``full``
    leaves nothing out of it. A quiet one writes files and says nothing.
    """

    to: str
    output: str | None = None
    width: int | None = None
    full: bool = False
    quiet: bool = False
    sections: tuple[str, ...] = ()

    @property
    def on_stdout(self) -> bool:
        """Whether no file is written."""
        return self.output in (None, "-")

    @property
    def is_data_on_stdout(self) -> bool:
        """Whether a program reads standard output, so that nothing else may be printed there."""
        return self.on_stdout and self.to != "text"

    def check(self) -> None:
        """Raise ``UsageError`` when the file can surely not be written: said before a long compile, not after."""
        if self.output is None or self.on_stdout:
            return
        folder = os.path.dirname(self.output) or "."
        if os.path.isdir(self.output):
            raise UsageError(f"cannot write {self.output}: it is a directory")
        if not os.path.isdir(folder):
            raise UsageError(f"cannot write {self.output}: there is no directory {folder}")
        if not os.access(folder, os.W_OK):
            raise UsageError(f"cannot write {self.output}: the directory {folder} does not allow it")

    def deliver(self, shown: Exploration | Compared) -> None:
        """Render and write. Raises ``ReportError`` when the file cannot be written."""
        if self.quiet and self.output is None:
            return
        color = self.on_stdout and sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        width = self.width or terminal_width()
        if hasattr(shown, "rendered"):
            data = shown.rendered(self.to, width=width, color=color)
        else:
            data = render(shown, self.to, width=width, full=self.full, color=color, sections=self.sections)
        if self.output is None or self.on_stdout:
            text = data.decode()
            sys.stdout.write(text if text.endswith("\n") else text + "\n")
            sys.stdout.flush()
            return
        codec.write_whole(self.output, gzip.compress(data, mtime=0) if self.output.endswith(".gz") else data)
        if not self.quiet:
            say(f"wrote {self.output}")


def say(text: str) -> None:
    """One line for a person, on standard error."""
    print(text, file=sys.stderr, flush=True)


@contextlib.contextmanager
def stdout_to_stderr() -> Iterator[None]:
    """Send what the body prints to standard error, also from C++ and from child processes."""
    sys.stdout.flush()
    descriptor = _descriptor(sys.stdout)
    kept = os.dup(descriptor) if descriptor is not None else None
    if descriptor is not None and (error := _descriptor(sys.stderr)) is not None:
        os.dup2(error, descriptor)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        if descriptor is not None and kept is not None:
            sys.stdout.flush()  # what a held reference to it has printed meanwhile
            os.dup2(kept, descriptor)
            os.close(kept)


def _descriptor(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError, AttributeError):
        return None
