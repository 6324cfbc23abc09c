"""Every view is found by being in the folder, and keeps the contract."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from explorer.report import codec
from explorer.report.verdict import make_verdict
from explorer.views import all_views
from tests import reports


def test_the_views() -> None:
    views = all_views()
    assert {"html", "json", "text", "verdict"} <= set(views)
    for name, view in views.items():
        assert view.NAME == name
        assert all(extension.startswith(".") for extension in view.EXTENSIONS)


@pytest.mark.parametrize("name", sorted(all_views()))
@pytest.mark.parametrize("make", [reports.full, reports.empty])
def test_each_renders_the_same_twice(name: str, make: object) -> None:
    assert callable(make)
    view = all_views()[name]
    first = view.render(make())
    assert isinstance(first, str | bytes)
    assert view.render(make()) == first


def test_json_is_the_document() -> None:
    assert codec.decode(all_views()["json"].render(reports.full())) == reports.full()


def test_verdict_is_the_contract() -> None:
    told = json.loads(all_views()["verdict"].render(reports.full()))
    assert told["graphs"] == make_verdict(reports.full()).graphs == 4
    assert told["schema"] == "compile-explorer.verdict/1"


def test_the_views_import_no_pandas_and_no_torch() -> None:
    program = (
        "import sys; from explorer.views import all_views; all_views(); import explorer.views.frame;"
        "print(*{'torch', 'pandas', 'plotly', 'IPython'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
