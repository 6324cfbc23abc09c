"""Where each line runs: which graph each source line belongs to, and what marks it has."""

from __future__ import annotations

import msgspec
import pytest

from explorer.report import Report
from explorer.report.finding import Cut
from explorer.views.outline.index import Index
from explorer.views.outline.lines import Block, line_map
from tests import reports


def blocks_of(report: Report) -> dict[str, Block]:
    return {block.function: block for block in line_map(Index(report))[0]}


def test_each_line_has_its_graphs() -> None:
    blocks = blocks_of(reports.full())
    assert list(blocks) == ["Block.forward", "Tiny.forward"]
    assert [(row.line, row.graphs) for row in blocks["Block.forward"].rows] == [
        (14, (1, 4)),  # before the first op: the graph that follows
        (16, (1, 4)),  # line 13 is the docstring and line 15 a comment
        (17, ()),
        (18, (2,)),
        (19, (2,)),
    ]
    assert [(row.line, row.graphs) for row in blocks["Tiny.forward"].rows] == [(30, ()), (31, (3,)), (32, (3,))]


def test_marks_and_what_lines_make() -> None:
    rows = {row.line: row for block in blocks_of(reports.full()).values() for row in block.rows}
    assert (rows[17].sign, rows[17].note) == ("break", "break GB0059")
    assert (rows[16].sign, rows[16].note) == ("recompile", "2 recompiles")
    assert rows[16].makes == "f32[8, 64, 256], then f32[s77, 64, 256]"
    assert rows[30].sign == "break"
    assert "Block.forward" in rows[30].note
    assert rows[31].makes == ""
    assert rows[16].label == "1,4"


def test_each_line_that_a_break_cuts_names_it_once() -> None:
    whole = reports.full()
    found = next(finding for finding in whole.findings if finding.kind == "break")
    assert found.place is not None
    cuts = tuple(
        Cut(compilation="2/0", place=msgspec.structs.replace(found.place, line=line), effect="resumed")
        for line in (found.place.line, 31, 31)
    )
    findings = tuple(msgspec.structs.replace(one, cuts=cuts) if one is found else one for one in whole.findings)
    blocks = blocks_of(msgspec.structs.replace(whole, findings=findings))
    rows = {row.line: row for block in blocks.values() for row in block.rows}
    assert (rows[31].sign, rows[31].note.count("from its caller")) == ("break", 1)
    assert "from its caller" not in rows[17].note


def test_code_is_dedented_to_its_function() -> None:
    assert blocks_of(reports.full())["Block.forward"].rows[0].code == "b, t, d = x.shape"


def test_a_skipped_function_runs_in_python() -> None:
    whole = reports.full()
    only_break = tuple(finding for finding in whole.findings if finding.kind == "break")
    report = msgspec.structs.replace(whole, compilations=(), findings=only_break)
    (block,) = blocks_of(report).values()
    assert {row.note for row in block.rows} == {"in Python", "break GB0059"}


def test_without_the_source_the_lines_of_nodes_remain() -> None:
    report = msgspec.structs.replace(reports.full(), sources=())
    rows = {row.line: row for block in blocks_of(report).values() for row in block.rows}
    assert set(rows) == {16, 17, 18, 19, 30, 32}
    assert rows[18].code == "y = torch.relu(y)"


@pytest.mark.parametrize(
    ("limit", "shown", "left_out", "more"), [(3, [3], 2, 1), (6, [5, 1], 2, 0), (100, [5, 3], 0, 0)]
)
def test_the_limit_is_told(limit: int, shown: list[int], left_out: int, more: int) -> None:
    blocks, functions = line_map(Index(reports.full()), limit=limit)
    assert [len(block.rows) for block in blocks] == shown
    assert (blocks[-1].left_out, functions) == (left_out, more)


def test_nothing_compiled() -> None:
    assert line_map(Index(reports.empty())) == ([], 0)
