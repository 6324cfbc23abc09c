"""How long one attention call takes with each kernel that can run it."""

from __future__ import annotations

from explorer.report.base import Record
from explorer.report.interval import Interval
from explorer.report.place import Place


class AttentionTime(Record, frozen=True, kw_only=True):
    """One kernel for one call of ``scaled_dot_product_attention``, run alone on the inputs of the measured call.

    ``ref`` is the call's node in Dynamo's graph. ``backend`` is a name of ``torch.nn.attention.SDPBackend``, or
    ``"chosen"`` for the call as it stands, where torch picks. ``seconds`` are those of one call; ``speedup`` is the
    time of ``chosen`` by this one: above 1, this one is faster. ``refused`` says why it cannot run.
    """

    ref: str
    target: str = ""
    place: Place | None = None
    backend: str
    seconds: Interval | None = None
    speedup: Interval | None = None
    conclusive: bool | None = None
    refused: str | None = None
