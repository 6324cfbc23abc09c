"""What is selected in the views of one exploration: a list of refs, the same in every view and in Python."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable

Listener = Callable[[tuple[str, ...]], None]

MOST = 1000
"""The most refs that a selection holds."""


class Selection:
    """Refs, and who wants to know when they change. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._refs: tuple[str, ...] = ()
        self._listeners: list[Listener] = []

    @property
    def refs(self) -> tuple[str, ...]:
        """What is selected now."""
        return self._refs

    def set(self, refs: Iterable[object], *, by: Listener | None = None) -> None:
        """Select ``refs`` (what is no text is left out) and tell every listener but ``by``, who did it."""
        chosen = tuple(dict.fromkeys(ref for ref in refs if isinstance(ref, str)))[:MOST]
        with self._lock:
            if chosen == self._refs:
                return
            self._refs = chosen
            listeners = [listener for listener in self._listeners if listener != by]
        for listener in listeners:
            listener(chosen)

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Call ``listener`` with each new selection, until the returned function is called."""
        with self._lock:
            self._listeners.append(listener)

        def stop() -> None:
            with self._lock:
                if listener in self._listeners:
                    self._listeners.remove(listener)

        return stop
