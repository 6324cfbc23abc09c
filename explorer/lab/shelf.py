"""The explorations that were shown, by id, so that a front end can ask about one."""

from __future__ import annotations

import threading
import uuid
import weakref
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from explorer.exploration import Exploration

KEPT = 4
"""Shown explorations that stay even when the user keeps no reference; the others live as long as the user's own."""


class Shelf:
    """Explorations by id. Safe to use from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_id: weakref.WeakValueDictionary[str, Exploration] = weakref.WeakValueDictionary()
        self._ids: weakref.WeakKeyDictionary[Exploration, str] = weakref.WeakKeyDictionary()
        self._last: deque[Exploration] = deque(maxlen=KEPT)

    def put(self, exploration: Exploration) -> str:
        """Remember ``exploration`` and return its id, the same each time."""
        with self._lock:
            name = self._ids.setdefault(exploration, uuid.uuid4().hex)
            self._by_id[name] = exploration
            if exploration not in self._last:
                self._last.append(exploration)
            return name

    def get(self, name: object) -> Exploration | None:
        """The exploration with this id, or None when it is gone or never was here."""
        with self._lock:
            return self._by_id.get(name) if isinstance(name, str) else None
