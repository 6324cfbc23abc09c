"""A comparison as JSON under stable keys (see ``explorer/report/comparison.py``)."""

from __future__ import annotations

import msgspec

from explorer.report.comparison import Comparison


def render(comparison: Comparison) -> bytes:
    """Indented UTF-8 JSON with a line end."""
    return msgspec.json.format(msgspec.json.encode(comparison), indent=2) + b"\n"
