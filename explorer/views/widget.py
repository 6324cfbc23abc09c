"""The viewer as an ipywidget, for front ends without our extension (VS Code, Colab): built on anywidget.

Its state holds the document without texts, because a notebook saves the state of its widgets: each text is sent when
the view asks for it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol

from explorer.report import Report
from explorer.views.answers import answer, without_texts

STATIC = Path(__file__).parents[1] / "static"
SCRIPT, STYLE = STATIC / "widget.js", STATIC / "viewer.css"
"""The built front end."""


class Selected(Protocol):
    """What is selected in the views of one exploration (``explorer.selection.Selection``)."""

    @property
    def refs(self) -> tuple[str, ...]: ...
    def set(self, refs: Iterable[object], *, by: Callable[[tuple[str, ...]], None] | None = None) -> None: ...
    def listen(self, listener: Callable[[tuple[str, ...]], None]) -> Callable[[], None]: ...


def make(report: Report, selected: Selected, on_main_thread: Callable[[Callable[[], None]], None]) -> Any:
    """A widget that shows ``report``; its trait ``selection`` (a list of refs) and ``selected`` follow each other.

    What the front end selects arrives on any thread and is taken over by ``on_main_thread``, because observers of the
    trait are the user's code.
    """
    widget = _widget_class()(
        document=json.dumps(without_texts(report)), selection=list(selected.refs), on_main_thread=on_main_thread
    )

    def show(refs: tuple[str, ...]) -> None:
        on_main_thread(lambda: widget.set_trait("selection", list(refs)))

    widget.on_msg(lambda _, question, __: widget.send(answer(report, question if isinstance(question, dict) else {})))
    widget.observe(lambda change: selected.set(change["new"], by=show), "selection")
    selected.listen(show)
    return widget


@functools.cache
def _widget_class() -> Any:
    import anywidget
    import traitlets

    class ExplorerWidget(anywidget.AnyWidget):  # type: ignore[misc, no-any-unimported, unused-ignore]
        """``document``: the report as JSON without texts. ``selection``: refs."""

        _esm = SCRIPT
        _css = STYLE
        document = traitlets.Unicode("{}").tag(sync=True)
        selection = traitlets.List(traitlets.Unicode()).tag(sync=True)

        def __init__(self, *, on_main_thread: Callable[[Callable[[], None]], None], **state: Any) -> None:
            self._on_main_thread = on_main_thread
            super().__init__(**state)

        def set_state(self, state: dict[str, Any]) -> None:
            """Take over what the front end changed."""
            self._on_main_thread(lambda: super(ExplorerWidget, self).set_state(state))

    return ExplorerWidget
