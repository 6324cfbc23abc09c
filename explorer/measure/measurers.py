"""What is measured, in order: each a function ``(replay, note, budget)`` that notes what it finds.

``note(kind, data, payload)`` adds an event ``explorer.KIND``; ``budget`` is the measurer's own. One that raises
``NotMeasured`` gives its reason in the message; any other error costs this measurement alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from explorer.measure import attention, end_to_end, ledger, memory, numerics
from explorer.measure.budget import Budget
from explorer.measure.replay import Replay

Note = Callable[..., None]


@dataclass(frozen=True)
class Measurer:
    """``name`` is what people call the measurement; ``share`` its part of the time limit, relative to the others'.

    It is made of programs that it ``applies`` to.
    """

    name: str
    measure: Callable[[Replay, Note, Budget], None]
    share: float
    applies: Callable[[Replay], bool] = lambda _: True


MEASURERS: list[Measurer] = [
    Measurer("the times of whole calls", end_to_end.measure, 4),
    Measurer("whether the numbers agree", numerics.measure, 2),
    Measurer("the memory of calls", memory.measure, 1),
    Measurer("the times of single operations and kernels", ledger.measure, 4),
    Measurer("the times of attention kernels", attention.measure, 1, attention.applies),
]
"""The time that one does not use is the others'."""
