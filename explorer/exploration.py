"""What an exploration gives back: a facade of one-line methods over a Report."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from explorer.main_thread import run_on_main_thread
from explorer.report import Report, codec
from explorer.report.verdict import Verdict, make_verdict
from explorer.selection import Selection

if TYPE_CHECKING:
    import pandas
    import plotly.graph_objects as go

    from explorer.compared import Compared
    from explorer.guards import Guards
    from explorer.kept import Ran
    from explorer.report.numerics import TensorValues
    from explorer.suggestions import Suggestions
    from explorer.tried import Tried


class Exploration:
    """One explored program.

    ``report`` is the document, ``output`` what the first call returned, ``exception`` what the program raised (None
    when it did not). Shows itself in notebooks.
    """

    def __init__(
        self,
        report: Report | None = None,
        *,
        output: Any = None,
        exception: BaseException | None = None,
        ran: Ran | None = None,
    ) -> None:
        self._report = report
        self.ran = ran
        self.output = output
        self.exception = exception
        self.selected = Selection()
        self._widget: Any = None

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

    def tensor(self, ref: str) -> TensorValues:
        """The value that a node of Dynamo's graph had in the measured call: statistics, a histogram, and how far
        compiled code is from it, where it keeps that value. ``ref`` is the node's, or the end of one: its name.

        Raises ``UsageError`` where nothing was measured, or for a node that made no tensor then.
        """
        from explorer.report.query import tensor_values

        return tensor_values(self.report, ref)

    def text(self, width: int = 100, *, full: bool = False, sections: Collection[str] = ()) -> str:
        """The report for a terminal, ``width`` columns wide: the summary, and ``sections`` by name or ``"all"``.

        The last line names those that are left out; ``full`` is everything, with every guard, graph and kernel.
        Raises ``UsageError`` for a section that does not exist.
        """
        from explorer.checks import check_sections
        from explorer.views import text

        check_sections(sections)
        return text.render(self.report, width=width, full=full, sections=sections)

    def measure(self, time_limit: float = 10.0) -> None:
        """Explore the same call again and measure it for about ``time_limit`` seconds, as ``explain(measure=True)``.

        The exploration takes over the new report, output and exception; a widget on screen keeps the report it has.
        Raises ``UsageError`` for a captured block or a saved report, which cannot be run again.
        """
        from explorer.checks import NO_CAPTURE
        from explorer.errors import UsageError
        from explorer.proof import run_again

        kept = None if self.ran is None else self.ran.kept
        if kept is None:
            raise UsageError(NO_CAPTURE)
        again = run_again(kept, kept.model, {**kept.how, "measure": True, "time_limit": time_limit})
        self._report, self.output, self.exception, self.ran = again.report, again.output, again.exception, again.ran
        self._widget = None

    def guards(self, value: str | None = None, *, version: str | None = None, noise: bool = False) -> Guards:
        """What must hold for compiled code to be used again: as a tree (``print`` it) and as Python (``.python``).

        ``value`` picks the guards of one input or a part of it (``"x"``, ``"self.heads"``), ``version`` those of one
        compile (``"0/0"``); ``noise`` adds what a normal program never changes. Raises ``UsageError`` for neither.
        """
        from explorer.guards import select

        return select(self.report, value, version, noise=noise)

    def try_fix(self, other: Any) -> Compared:
        """Run ``other``, a model or function, with the same arguments, options and random numbers, and compare.

        A module with parameters of the same names and shapes runs with the values of the first, and has its own back
        afterwards. Raises ``UsageError`` when the arguments cannot be had again: see ``explorer/kept.py``.
        """
        from explorer.proof import try_fix

        return try_fix(self, other)

    def suggest(self) -> Suggestions:
        """Edits that remove graph breaks, as unified diffs: a print under ``is_compiling``, a number kept a tensor, a
        branch picked by ``torch.where`` or ``torch.cond``, a loop over ``nonzero`` done at once.

        Each was run first and is proven: its break is gone, the outputs are equal, also on other inputs. What is not
        proven is not shown; the user's files are not touched. For each edit the program runs a few times, with the
        backend ``eager`` and in eager, and what it prints then is not shown. Raises ``UsageError`` when the program
        cannot run again.
        """
        from explorer.suggest import suggest

        return suggest(self)

    def try_advice(self) -> Tried:
        """Run the same calls in scratch, as they are and with each option that the advice on recompiles recommends
        (``dynamic=True``, ``mark_dynamic``, …), with the backend ``eager``, and count the compiles.

        Nothing lasts. Raises ``UsageError`` when the program cannot be run again.
        """
        from explorer.trials import try_advice

        return try_advice(self)

    def figure(self, name: str, *, theme: Literal["light", "dark"] = "light") -> go.Figure:
        """A picture as a plotly ``Figure``: speedup, ledger, timeline, roofline, memory, compile_time.

        What was not measured is a figure that says so. ``layout.meta["alt"]`` is its text alternative. Raises
        ``UsageError`` for a name that does not exist.
        """
        from explorer.views.figure import figure

        return figure(self.report, name, theme=theme)

    def to_chrome_trace(self, path: str | os.PathLike[str]) -> None:
        """Write the compile's phases, and where it was measured one call, as Trace Event JSON, which Perfetto opens."""
        from explorer.views import chrome

        codec.write_whole(os.fspath(path), chrome.render(self.report))

    def to_html(self, path: str | os.PathLike[str], *, redact: bool = False) -> None:
        """Write the report as one HTML file that needs no network: the viewer, and a summary where scripts are off.

        ``redact`` leaves out source text, paths and the environment, so that it can be shown to others.
        """
        from explorer.views import html

        codec.write_whole(os.fspath(path), html.page(self.report, redact=redact).encode())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report as ``.json`` or ``.json.gz``; :func:`explorer.load` opens it."""
        codec.write(self.report, path)

    @property
    def selection(self) -> tuple[str, ...]:
        """The refs selected in the views of this exploration; assign to select in all of them."""
        return self.selected.refs

    @selection.setter
    def selection(self, refs: Iterable[str]) -> None:
        self.selected.set(refs)

    def on_select(self, listener: Callable[[tuple[str, ...]], object]) -> Callable[[], None]:
        """Call ``listener(refs)`` on the main thread after each selection, until the returned function is called."""
        return self.selected.listen(lambda refs: run_on_main_thread(lambda: listener(refs)))

    def widget(self) -> Any:
        """The viewer as an ipywidget, the same one each time; its trait ``selection`` is a list of refs, both ways."""
        if self._widget is None:
            from explorer.views import widget

            self._widget = widget.make(self.report, self.selected, run_on_main_thread)
        return self._widget

    def bundle(self) -> dict[str, Any]:
        """What a notebook stores: plain text, HTML without script or style, our own MIME type (at most 256 kB)."""
        from explorer.views import mime

        return mime.bundle(self.report, width=100, side_file=_side_file)

    def __repr__(self) -> str:
        return f"<Exploration of {self._report.program.name}>" if self._report is not None else "<Exploration, running>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return self.bundle()


def _side_file(report: Report) -> str:
    """Save a report that is too large for a notebook's output beside the notebook, and return the file's name."""
    import hashlib

    name = "".join(letter if letter.isalnum() else "-" for letter in report.program.name)[:40] or "program"
    digest = hashlib.sha256(codec.encode(report)).hexdigest()[:8]
    path = f"{name}-{digest}.explorer.json.gz"
    codec.write(report, path)
    return path
