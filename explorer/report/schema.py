"""The JSON Schema of the document, for other languages (``python -m explorer.report.schema``)."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from explorer.report.document import Report


def json_schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of :class:`~explorer.report.document.Report`, made by msgspec."""
    return msgspec.json.schema(Report)


if __name__ == "__main__":
    print(json.dumps(json_schema(), indent=1, sort_keys=True))
