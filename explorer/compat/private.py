"""A private torch name: where it is, where it was checked, and what is lost without it."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import Any

_ABSENT = object()
MISSING: dict[str, Private] = {}
"""Names that were looked for and not found, by path: the report says what it lost (kind ``degraded``)."""


@dataclass(frozen=True)
class Private:
    """``path`` is ``"module:attribute.attribute"``; ``without`` is the sentence for the report when it is gone.

    ``checked`` are the releases of torch in which it was found, while tests of what it is for ran.
    """

    path: str
    feature: str
    without: str
    checked: tuple[str, ...] = ("2.11.0", "2.12.1", "2.13.0", "2.14.1")

    def get(self) -> Any:
        """The object behind the name, or None (and an entry in :data:`MISSING`) when this torch lacks it."""
        found = self._find()
        return None if found is _ABSENT else found

    @property
    def is_there(self) -> bool:
        """Whether this torch has the name; for one whose value may be None."""
        return self._find() is not _ABSENT

    def _find(self) -> Any:
        module_name, _, attributes = self.path.partition(":")
        try:
            found: Any = importlib.import_module(module_name)
            for attribute in filter(None, attributes.split(".")):
                found = getattr(found, attribute)
        except (ImportError, AttributeError):
            MISSING[self.path] = self
            return _ABSENT
        return found
