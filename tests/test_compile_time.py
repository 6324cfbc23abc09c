"""Where the compile time went: own times add up, metrics are torch's, and two misses say what differs."""

from __future__ import annotations

import json
from typing import Any

import pytest
import torch
import torch._dynamo.utils

import explorer
from explorer.parse.cache_key import Changed, key_difference
from explorer.report import Texts
from explorer.stages import caches
from tests.traces import event, trace


def twice(x: torch.Tensor) -> torch.Tensor:
    return (x * 2).relu()


@pytest.fixture(scope="module")
def explained() -> Any:
    return explorer.explain(twice, probe=False, backend="aot_eager")(torch.ones(3))


def test_own_times_add_up_to_the_whole(explained: Any) -> None:
    phases = explained.frames["phases"]
    outer = phases[(phases["depth"] == 0) & phases["lane"].isna()]
    inner = phases[phases["lane"].isna()]
    assert inner["own_seconds"].sum() == pytest.approx(outer["seconds"].sum(), rel=0.01)
    assert (phases["own_seconds"] <= phases["seconds"]).all()
    assert set(phases["parent"].dropna()) <= set(phases["ref"])
    assert "own" in explained.text(width=120, sections=("phases",))


def test_metrics_are_those_that_torch_keeps(explained: Any) -> None:
    kept = torch._dynamo.utils.get_compilation_metrics()[-1]
    metrics = explained.frames["metrics"].query("stage == 'metrics'").set_index("metric")
    for name in ("co_name", "graph_op_count", "graph_node_count", "guard_count", "dynamo_cumulative_compile_time_us"):
        assert metrics.loc[name, "value"] == str(getattr(kept, name))
    assert metrics.loc["dynamo_cumulative_compile_time_us", "unit"] == "us"
    told = explained.text(full=True)
    assert "Compilation metrics" in told and "graph_op_count" in told


def test_the_difference_of_two_keys() -> None:
    before = ["[a] gm: GraphModule()\n\nadd", "[b] x: 1", "[c] gone: 2", "[d] many: 1", "[d] many: 1", "no component"]
    after = ["[z] gm: GraphModule()\n\nmul", "[b] x: 1", "[e] fresh: 3", "[d] many: 1"]
    assert key_difference(before, after) == (
        Changed("gm", "GraphModule()\n\nadd", "GraphModule()\n\nmul"),
        Changed("fresh", None, "3"),
        Changed("many", "1; 1", "1"),
        Changed("gone", "2", None),
    )


def test_a_second_miss_says_what_differs_from_the_first() -> None:
    payloads = [json.dumps({"key": name, "components": [f"[{name}] size: {name}", "[s] same: 1"]}) for name in "ab"]
    same = {"co_name": "f", "co_filename": "m.py", "co_firstlineno": 3}
    texts = Texts()
    part = caches.fold(
        trace(
            event("fx_graph_cache_miss", payloads[0], key="0/0"),
            event("compilation_metrics", data=same, key="0/0"),
            event("fx_graph_cache_miss", payloads[1], key="0/1"),
            event("compilation_metrics", data=same, key="0/1"),
            event("fx_graph_cache_miss", payloads[0], key="1/0"),
        ),
        texts,
    )
    found = {
        key: texts.by_key[listing.text]
        for key, records in part.stages.items()
        for record in records
        for listing in record.listings
        if listing.name == "fx.key_difference"
    }
    assert found == {"0/1": "compared with the miss of 0/0:\nsize: a -> b"}
