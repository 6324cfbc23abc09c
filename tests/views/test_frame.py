"""The tables as DataFrames: typed and stable columns, the numbers of the report, made when asked for."""

from __future__ import annotations

import pytest

from explorer.report import Report
from explorer.views import frame
from tests import hostile, reports

pandas = pytest.importorskip("pandas")

NAMES = [
    "graphs",
    "nodes",
    "breaks",
    "map",
    "causes",
    "recompiles",
    "versions",
    "guards",
    "symbols",
    "kernels",
    "findings",
    "saved",
    "decompositions",
    "fusion",
    "operators",
    "passes",
    "runs",
    "steps",
    "attention",
    "regions",
    "casts",
    "cudagraphs",
    "autotune",
    "buffers",
    "phases",
    "trace_times",
    "metrics",
    "timings",
    "numerics",
    "memory",
    "attention_times",
    "ledger",
    "break_costs",
]


def test_the_names() -> None:
    tables = frame.frames(reports.empty())
    assert list(tables) == NAMES
    assert len(tables) == len(NAMES)
    assert "graphs" in tables
    with pytest.raises(KeyError, match="no table 'gaurds'; there are graphs, nodes, breaks"):
        tables["gaurds"]


@pytest.mark.parametrize("name", NAMES)
def test_columns_are_the_same_and_typed_whatever_the_report_holds(name: str) -> None:
    full, empty, attacked = (
        frame.frames(report)[name] for report in (reports.full(), reports.empty(), hostile.hostile(1000, 20))
    )
    assert list(full.dtypes.items()) == list(empty.dtypes.items()) == list(attacked.dtypes.items())
    assert "object" not in set(map(str, full.dtypes))
    assert len(empty) == (1 if name in ("findings", "causes") else 0)


@pytest.mark.parametrize("name", NAMES)
def test_every_column_is_in_the_docstring(name: str) -> None:
    told = frame.TABLES[name].__doc__ or ""
    assert [column for column in frame.frames(reports.empty())[name].columns if f"``{column}``" not in told] == []


def test_graphs() -> None:
    graphs = frame.frames(reports.full())["graphs"].set_index("graph")
    assert graphs.loc[1, ["compile_id", "function", "file", "line", "lines", "trigger"]].tolist() == [
        "1/0", "Block.forward", "tiny.py", 12, "14-16", "first call",
    ]  # fmt: skip
    assert graphs.loc[2, ["ops", "inputs", "kernels", "extern", "guards", "seconds"]].tolist() == [3, 1, 3, 3, 75, 3.3]
    assert graphs.loc[4, "trigger"] == "recompile"


def test_a_missing_value_is_missing_and_not_zero() -> None:
    made = frame.frames(reports.full())
    assert made["nodes"].query("op == 'output'")["makes"].isna().all()
    assert made["recompiles"]["new"].isna().tolist() == [False, True]
    assert made["recompiles"]["call"].tolist() == [1, 8]


def test_nodes_and_kernels() -> None:
    made = frame.frames(reports.full())
    relu = made["nodes"].query("node == 'relu'").iloc[0]
    assert relu[["graph", "stage", "makes", "line", "source"]].tolist() == [
        2,
        "dynamo",
        "f32[8, 64, 256]",
        18,
        "y = torch.relu(y)",
    ]
    kernels = made["kernels"].query("graph == 2")
    assert kernels["extern"].sum() == 1
    assert kernels["calls"].sum() == 6
    assert kernels["code"].str.startswith("extern").sum() == 3


def test_breaks_and_guards() -> None:
    made = frame.frames(reports.full())
    (only,) = made["breaks"].to_dict("records")
    assert (only["file"], only["line"], only["effect"], only["count"], only["code"]) == (
        "tiny.py",
        17,
        "resumed",
        2,
        "GB0059",
    )
    assert made["guards"]["failed"].sum() == 1
    assert made["guards"].query("noise")["graph"].nunique() == 4


def test_a_table_is_made_once_and_given_as_a_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(report: Report) -> object:
        made.append(report.program.name)
        return pandas.DataFrame({"a": [1]})

    monkeypatch.setattr(frame, "TABLES", {"graphs": counted})
    tables = frame.frames(reports.full())
    assert made == []
    given = tables["graphs"]
    given.loc[0, "a"] = 5
    assert tables["graphs"].loc[0, "a"] == 1
    assert made == ["Tiny"]
