"""Measuring inside an exploration: the explored call is run again while its compiled code is warm."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from explorer.measure.budget import Budget
from explorer.measure.errors import CannotReplay, NotMeasured
from explorer.measure.measurers import MEASURERS, Measurer
from explorer.measure.replay import Replay, Subject
from explorer.session import Session

OVERRUN = 2.0
"""Times the limit: what would begin later than that is not measured. A single call is never cut short."""


class Measuring:
    """Made before the explored call, run after it; ``limit`` is in seconds. What cannot be measured is noted."""

    def __init__(self, session: Session, subject: Subject, limit: float) -> None:
        self._session, self._limit = session, limit
        self._replay: Replay | None = None
        self._inputs: Callable[[], None] | None = None
        try:
            self._replay = Replay(subject, events=session.events)
            self._inputs = self._replay.put_back_inputs
            session.keep_graphs(self._replay.graphs)
        except CannotReplay as refused:
            self.refuse(str(refused))
        except Exception as error:  # of ours: the exploration goes on
            self.refuse(f"{type(error).__name__}: {error}")

    def undo(self) -> None:
        """After the last call: inputs that the explored call has changed get their first values back."""
        if self._inputs is not None:
            self._inputs()

    def refuse(self, why: str) -> None:
        """Nothing is measured, and the report says why."""
        self._replay = None
        self._session.keep_graphs(None)
        self._session.note("unmeasured", {"what": "everything", "why": why})

    def skip(self, why: str) -> None:
        """:meth:`refuse`, unless that is told already or it was measured."""
        if self._replay is not None:
            self.refuse(why)

    def run(self, compiled: Callable[..., Any]) -> None:
        """Measure within the limit. All that the program may change is afterwards as the explored call has left it."""
        replay, self._replay = self._replay, None
        if replay is None:
            return
        self._session.keep_graphs(None)
        budget = Budget(self._limit)
        try:
            with self._session.unheard(), replay.ready(compiled, OVERRUN * self._limit):
                self._all(replay, budget)
        except CannotReplay as refused:
            self.refuse(str(refused))
        except Exception as error:
            self.refuse(f"{type(error).__name__}: {error}")
        finally:
            if replay.quiet.lines:
                self._session.note("unprinted", {"lines": replay.quiet.lines})

    def _all(self, replay: Replay, budget: Budget) -> None:
        asked = [each for each in MEASURERS if each.applies(replay)]
        for number, measurer in enumerate(asked):
            to_come = sum(each.share for each in asked[number:])
            if number and budget.used > OVERRUN * self._limit:
                why = f"the time limit of {self._limit:.3g} s was used up before: raise the time limit"
                self._session.note("unmeasured", {"what": _listed(asked[number:]), "why": why})
                return
            self._session.note("measuring", {"what": measurer.name})
            with self._one(measurer):
                measurer.measure(replay, self._session.note, budget.part(measurer.share / to_come))

    @contextlib.contextmanager
    def _one(self, measurer: Measurer) -> Iterator[None]:
        try:
            yield
        except CannotReplay:
            raise
        except NotMeasured as refused:
            self._session.note("unmeasured", {"what": measurer.name, "why": str(refused)})
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            self._session.note("unmeasured", {"what": measurer.name, "why": why})


def _listed(measurers: list[Measurer]) -> str:
    *head, last = (each.name for each in measurers)
    return f"{', '.join(head)} and {last}" if head else last
