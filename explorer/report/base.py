"""The record every word of the document is made of: frozen, keyword-only, compact in JSON.

Source of the behaviour: ``msgspec.Struct`` (frozen structs are hashable and are written without their defaults).
"""

from __future__ import annotations

import msgspec


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A frozen record. Sequences in it are tuples; a field that is ``None`` was not measured or does not exist."""
