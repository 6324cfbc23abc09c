"""What suggesting gives back: proven edits as unified diffs, as text, as a frame, and in a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.report import Finding

if TYPE_CHECKING:
    import pandas

    from explorer.compared import Compared


@dataclass(frozen=True, repr=False)
class Suggestion:
    """An edit that removes ``finding``. ``diff`` is a unified diff of the file or cell, ``compared`` the proof;
    ``others`` counts the further inputs on which the edited program gave the same outputs in eager."""

    name: str
    finding: Finding
    place: str
    diff: str
    compared: Compared
    others: int

    @property
    def proof(self) -> str:
        """What was seen: the break gone, graphs before and after, outputs equal."""
        graphs = {change.name: change for change in self.compared.record.changes}["graphs"]
        same = (
            "every value the same" if all(each.exact for each in self.compared.record.outputs) else "within tolerance"
        )
        more = f", and on {self.others} other inputs in eager" if self.others else ""
        return f"break gone; graphs {graphs.before} -> {graphs.after}; outputs equal, {same}{more}"

    def __repr__(self) -> str:
        return f"<Suggestion: {self.place}, {self.name}>"


@dataclass(frozen=True, repr=False)
class Suggestions:
    """The edits that were proven; ``looked_at`` counts the breaks that one was looked for."""

    found: tuple[Suggestion, ...]
    looked_at: int
    program: str = ""

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, number: int) -> Suggestion:
        return self.found[number]

    @property
    def frame(self) -> pandas.DataFrame:
        """A row for each edit."""
        from explorer.views.suggestions import frame

        return frame(self.rows)

    @property
    def rows(self) -> list[tuple[str, str, str, str, str]]:
        """Place, code of the break, what was done, the proof, and the diff of each edit."""
        return [(each.place, each.finding.code, each.name, each.proof, each.diff) for each in self.found]

    def text(self, width: int = 100) -> str:
        """The edits for a terminal; a diff is as wide as the code."""
        from explorer.views.suggestions import text

        return text(self.rows, self.looked_at, width=width)

    def __str__(self) -> str:
        return self.text().rstrip()

    def __repr__(self) -> str:
        return f"<Suggestions: {len(self)} for {self.program}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from explorer.views.suggestions import html

        return {"text/plain": self.text().rstrip(), "text/html": html(self.rows, self.looked_at)}
