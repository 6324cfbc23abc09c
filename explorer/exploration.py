"""What an exploration gives back: a facade of one-line methods over a Report."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from explorer.report import Report, codec
from explorer.report.verdict import Verdict, make_verdict

if TYPE_CHECKING:
    import pandas


class Exploration:
    """One explored program.

    ``report`` is the document, ``output`` what the first call returned, ``exception`` what the program raised (None
    when it did not). Shows itself in notebooks.
    """

    def __init__(
        self, report: Report | None = None, *, output: Any = None, exception: BaseException | None = None
    ) -> None:
        self._report = report
        self.output = output
        self.exception = exception

    @property
    def report(self) -> Report:
        """The document. Raises ``UsageError`` while the capture still runs."""
        from explorer.errors import UsageError

        if self._report is None:
            raise UsageError("the capture still runs: its report is there when the with block has ended")
        return self._report

    @property
    def verdict(self) -> Verdict:
        """The summary in stable keys (see ``report/verdict.py``)."""
        return make_verdict(self.report)

    @property
    def errors(self) -> tuple[Any, ...]:
        """What the user's program raised, as in the verdict: type, message, file, line, stage."""
        return tuple(self.verdict.errors)

    @property
    def frames(self) -> Mapping[str, pandas.DataFrame]:
        """The report as tables: graphs, nodes, breaks, recompiles, guards, kernels, findings."""
        from explorer.views.frame import frames

        return frames(self.report)

    def text(self, width: int = 100) -> str:
        """The report for a terminal, ``width`` columns wide."""
        from explorer.views import text

        return text.render(self.report, width=width)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report as one HTML file that needs no network."""
        from explorer.views import html

        codec.write_whole(os.fspath(path), html.page(self.report).encode())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report as ``.json`` or ``.json.gz``; :func:`explorer.load` opens it."""
        codec.write(self.report, path)

    def __repr__(self) -> str:
        return f"<Exploration of {self._report.program.name}>" if self._report is not None else "<Exploration, running>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        """Plain text, HTML without script or style, and our own MIME type (at most 256 kB)."""
        from explorer.views import mime

        return mime.bundle(self.report, width=100, side_file=_side_file)


def _side_file(report: Report) -> str:
    """Save a report that is too large for a notebook's output beside the notebook, and return the file's name."""
    import hashlib

    name = "".join(letter if letter.isalnum() else "-" for letter in report.program.name)[:40] or "program"
    digest = hashlib.sha256(codec.encode(report)).hexdigest()[:8]
    path = f"{name}-{digest}.explorer.json.gz"
    codec.write(report, path)
    return path
