"""Which nodes each kernel call runs, as a live capture heard it (``explorer.kernel``), by the call's name.

A call is known by torch's handle; without one the calls of a kernel are told in the order in which they are written.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from explorer.parse.generated import Call, Generated
from explorer.parse.recorded import Recorded

LAUNCH_LABEL = "explorer.kernel"


class Launch(NamedTuple):
    """A kernel call: the scheduler's nodes and the post-grad graph's nodes in it."""

    nodes: tuple[str, ...]
    origins: tuple[str, ...]


class Launches:
    """The launches of every compile and direction, from the events with :data:`LAUNCH_LABEL`."""

    def __init__(self, events: Iterable[Recorded]) -> None:
        self._told: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
        for event in events:
            if event.key is not None:
                self._told[event.key, "bwd" if event.data["backward"] else "fwd"].append(event.data)

    def of(self, key: str, direction: str, generated: Generated) -> dict[str, Launch]:
        """The launches of one generated module, by the call's name. Calls that were not heard of are left out."""
        told = self._told.get((key, direction), [])
        by_handle = {(str(each["kernel"]), each["handle"]): each for each in told if each["handle"] is not None}
        in_order: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for each in told:
            in_order[str(each["kernel"])].append(each)
        often = Counter(call.kernel for call in generated.calls)
        found: dict[str, Launch] = {}
        for call in generated.calls:
            named = by_handle.get((call.kernel, call.handle or 0))
            launch = named or _nth(call, in_order[call.kernel], often[call.kernel])
            if launch is not None:
                found[call.name] = Launch(tuple(launch["nodes"]), tuple(launch["origins"]))
        return found


def _nth(call: Call, told: Sequence[Mapping[str, Any]], often: int) -> Mapping[str, Any] | None:
    """The launch of a call without a handle: as many were heard of as are written, or it is not known which is which.

    Of a graph that was compiled again only the last ones count.
    """
    if call.handle is not None or not told or len(told) % often:
        return None
    return told[len(told) - often + call.number - 1]
