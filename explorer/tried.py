"""What trying the advice gives back: the trials as text, as a frame, and in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from explorer.report.trial import Trial

if TYPE_CHECKING:
    import pandas


@dataclass(frozen=True, repr=False)
class Tried:
    """``trials`` begin with the program as it is; the others each do one thing that the advice recommends."""

    trials: tuple[Trial, ...]
    program: str = ""

    @property
    def best(self) -> Trial | None:
        """The option with the fewest recompiles, when it has fewer than the program as it is; else None."""
        first, *others = self.trials
        worked = [each for each in others if each.error is None and each.breaks <= first.breaks]
        best = min(worked, key=lambda each: (each.limit_hit, each.recompiles), default=None)
        if best is None or (best.limit_hit, best.recompiles) >= (first.limit_hit, first.recompiles):
            return None
        return best

    @property
    def frame(self) -> pandas.DataFrame:
        """A row for each trial."""
        from explorer.views.trials import frame

        return frame(self.trials)

    def text(self, width: int = 100) -> str:
        """The trials for a terminal, ``width`` columns wide."""
        from explorer.views.trials import text

        return text(self.trials, self.best, self.program, width=width)

    def __str__(self) -> str:
        return self.text().rstrip()

    def __repr__(self) -> str:
        return f"<Tried: {len(self.trials) - 1} options for {self.program}>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        from explorer.views.trials import html

        return {
            "text/plain": self.text().rstrip(),
            "text/html": html(self.trials, self.best, self.program),
        }
