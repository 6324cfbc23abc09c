"""IPython's ``display``, typed."""

from __future__ import annotations

from typing import Any

import IPython.display


def display(value: Any, **options: Any) -> Any:
    """Show ``value`` in the running cell; a handle that can update it when ``display_id`` is given."""
    return IPython.display.display(value, **options)  # type: ignore[no-untyped-call]
