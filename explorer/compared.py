"""What a comparison gives back: a facade of one-line methods over a ``Comparison`` record."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from explorer.errors import UsageError
from explorer.report import codec
from explorer.report.comparison import Comparison

if TYPE_CHECKING:
    import pandas

    from explorer.exploration import Exploration
    from explorer.report.ledger import BreakCost


class Compared:
    """Two explorations side by side. ``record`` holds the facts under stable keys. Shows itself in notebooks."""

    def __init__(self, record: Comparison, *, before: Exploration, after: Exploration) -> None:
        self.record = record
        self.before = before
        self.after = after

    @property
    def fixed(self) -> bool | None:
        """Whether something wrong is gone, nothing new came and the outputs are equal (see ``Comparison``)."""
        return self.record.fixed

    @property
    def frame(self) -> pandas.DataFrame:
        """A row for each number, finding, function, kernel and output."""
        from explorer.views.comparison import frame

        return frame.render(self.record, cwd=self._cwd)

    @property
    def break_costs(self) -> tuple[BreakCost, ...]:
        """What the breaks of the first program cost, where both were measured (``measure=True``).

        Of a single break that the second one does not have, what fusion lost to it is measured and not estimated.
        """
        from explorer.ledger.breaks import costs_beside

        return costs_beside(self.before.report, self.after.report)

    def text(self, width: int = 100) -> str:
        """The comparison for a terminal, ``width`` columns wide."""
        from explorer.views.comparison import text

        return text.render(self.record, width=width, cwd=self._cwd)

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the comparison as one HTML file that needs no network and no script."""
        from explorer.views.comparison import html

        codec.write_whole(os.fspath(path), html.page(self.record, cwd=self._cwd).encode())

    def json(self) -> bytes:
        """The record as indented JSON."""
        from explorer.views.comparison import data

        return data.render(self.record)

    def rendered(self, to: str, *, width: int = 100, color: bool = False) -> bytes:
        """The comparison in the format ``to``: ``text``, ``html`` or ``json``. Raises ``UsageError`` for another."""
        from explorer.views.comparison import html, text

        match to:
            case "text":
                return text.render(self.record, width=width, color=color, cwd=self._cwd).encode("utf-8", "replace")
            case "html":
                return html.page(self.record, cwd=self._cwd).encode("utf-8", "replace")
            case "json":
                return self.json()
        raise UsageError(f"a comparison can be text, html or json, not {to}")

    @property
    def _cwd(self) -> str | None:
        return self.after.report.program.cwd

    def __str__(self) -> str:
        return self.text().rstrip()

    def __repr__(self) -> str:
        return f"<Compared: {self.record.before.name} with {self.record.after.name}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from explorer.views.comparison import html

        return {"text/plain": self.text().rstrip(), "text/html": html.fragment(self.record, cwd=self._cwd)}
