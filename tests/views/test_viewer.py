"""The viewer inside the page: one script, named by the policy; a report that no browser can take for markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import time

import pytest

from explorer.report import Report, codec
from explorer.views import html
from explorer.views.markup import viewer
from tests import hostile, reports


@pytest.mark.parametrize("report", [reports.full(), hostile.hostile(2000, 20)])
def test_the_policy_allows_the_one_script_and_no_other(report: Report) -> None:
    page = html.page(report)
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 1
    assert len(re.findall("<script", page)) == 2, "the script and the data"
    named = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert f"script-src 'sha256-{named}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "unsafe-eval" not in policy and "http" not in policy


def test_the_data_are_the_report() -> None:
    text = viewer.data(reports.full())
    assert not set("<>&\u2028") & set(text)
    assert codec.decode(text.encode()) == reports.full()


def test_a_report_beyond_all_measure_is_cut_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(viewer, "MOST", 300_000)
    started = time.perf_counter()
    document = json.loads(viewer.data(hostile.hostile(1_000_000, 500)))
    assert time.perf_counter() - started < 10
    assert document["left_out"]["text"] is not None
    assert document["program"]["name"]
