"""Recompiles: each function of the recorded program breaks the guard that it is named after."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from explorer.report import Finding, Texts
from explorer.stages import recompiles
from explorer.tracing.event import Trace
from explorer.tracing.trace_log import read_log
from tests.traces import event, trace

CAUSES = {
    "size": ("RECOMPILE_SIZE", "x", "4", "5"),
    "rank": ("RECOMPILE_RANK", "x", "2", "3"),
    "dtype": ("RECOMPILE_DTYPE", "x", "Float", "Double"),
    "stride": ("RECOMPILE_STRIDE", "x", "4", "8"),
    "requires_grad": ("RECOMPILE_REQUIRES_GRAD", "x", "False", "True"),
    "grad_mode": ("RECOMPILE_GRAD_MODE", "grad_mode", None, None),
    "num_threads": ("RECOMPILE_NUM_THREADS", "num_threads", None, None),
    "integer": ("RECOMPILE_INT", "n", "3", "7"),
    "decimal": ("RECOMPILE_FLOAT", "n", "1.5", "2.5"),
    "text": ("RECOMPILE_STRING", "name", "'a'", "'b'"),
    "flag": ("RECOMPILE_BOOL", "up", "True", "False"),
    "none": ("RECOMPILE_NONE", "bias", "None", None),
    "length": ("RECOMPILE_LENGTH", "xs", "2", "3"),
    "keys": ("RECOMPILE_LENGTH", "options", "1", "2"),
    "kind": ("RECOMPILE_INT", "n", "3", "3.0"),
    "becomes_number": ("RECOMPILE_TYPE", "y", "a tensor", "int"),
    "aliased": ("RECOMPILE_ALIASING", None, None, None),
    "constant": ("RECOMPILE_INT", "SCALE", "2", "3"),
    "redefined": ("RECOMPILE_CODE", "helper", None, None),
    "helper": ("RECOMPILE_BACKEND", None, None, None),
}
"""By function: the code, the value that changed, what it was and what it is, from the calls in the program."""


@pytest.fixture(scope="module")
def recorded(recorded_traces: Any) -> Trace:
    return Trace(read_log(recorded_traces["recompile_kinds"]))


@pytest.fixture(scope="module")
def found(recorded: Trace) -> list[Finding]:
    return list(recompiles.fold(recorded, Texts()).findings)


def facts(finding: Finding, *names: str) -> tuple[Any, ...]:
    return tuple(finding.attributes.get(name) for name in names)


@pytest.mark.parametrize("function", sorted(CAUSES))
def test_the_cause(found: list[Finding], function: str) -> None:
    (finding,) = (each for each in found if each.attributes["function"] == function)
    assert (finding.code, *facts(finding, "source", "old", "new")) == CAUSES[function]
    assert facts(finding, "versions", "limit") == (2, 8)


def test_sizes_0_and_1_and_ranges(found: list[Finding]) -> None:
    first, second = (each for each in found if each.attributes["function"] == "zero_one")
    assert (first.code, *facts(first, "old", "new")) == ("RECOMPILE_SIZE", "5", "6")
    assert (second.code, *facts(second, "dimension", "new", "versions")) == ("RECOMPILE_ZERO_ONE", "0", "1", 3)
    assert second.attributes["older"] == "tensor 'x' size mismatch at index 0. expected 5, actual 1"
    bucket = [each for each in found if each.attributes["function"] == "bucket"][-1]
    assert (bucket.code, *facts(bucket, "new")) == ("RECOMPILE_RANGE", "9")


def test_attributes_of_modules(found: list[Finding]) -> None:
    module = [each for each in found if each.attributes["function"] == "Net.forward"]
    causes = {each.code: facts(each, "source", "old", "new") for each in module}
    assert causes["RECOMPILE_INT_ATTRIBUTE"] == ("self.step", "0", "1")
    assert causes["RECOMPILE_STRING"] == ("self.mode", "'fast'", "'slow'")
    assert causes["RECOMPILE_TRAINING"] == ("self.drop.training", "True", "False")
    assert causes["RECOMPILE_TYPE"][0] == "self.lin"
    training = next(each for each in module if each.code == "RECOMPILE_TRAINING")
    assert training.place is not None and training.place.file.endswith("/torch/nn/modules/dropout.py")
    assert training.user_place is not None and training.user_place.file.endswith("recompile_kinds.py")


def test_one_finding_for_each_record(recorded: Trace, found: list[Finding]) -> None:
    records = list(recorded.of("recompile_reasons"))
    assert [each.compilations for each in found] == [(record.key,) for record in records]
    assert [each.attributes["compile_id"] for each in found] == [record.compile_id for record in records]


def test_places_are_lines_of_the_function(recorded: Trace, found: list[Finding]) -> None:
    starts = {start.key: start.data["stack"][-1] for start in recorded.of("dynamo_start")}
    for finding in found:
        function = starts[finding.compilations[0]]
        place = finding.user_place
        assert place is not None and place.line is not None
        if function["filename"] == place.file:
            assert place.line >= function["line"]


def test_the_guard_that_failed_is_linked(recorded: Trace, found: list[Finding]) -> None:
    from explorer.stages import guards

    known = {
        guard.ref: guard
        for records in guards.fold(recorded, Texts()).stages.values()
        for record in records
        for guard in record.guards
    }
    linked = [finding for finding in found if finding.refs]
    assert len(linked) >= len(found) - 4
    for finding in linked:
        assert finding.compilations[0] in known[finding.refs[0]].failed


LIMIT = (
    "Dynamo recompile limit exceeded\n"
    "  Explanation: … exceeding the recompile_limit cache size limit (currently set to 2). …"
)


def limited(*, message: str = LIMIT) -> Trace:
    reasons = ["0/1: k == 2      # return x * k  # m.py:4 in f", "0/0: k == 1      # return x * k  # m.py:4 in f"]
    return trace(
        event("dynamo_start", data={"stack": [{"filename": "/me/m.py", "line": 3, "name": "f"}]}),
        event("recompile_reasons", reasons[1], key="0/1"),
        event("dynamo_start", key="0/1", data={"stack": [{"filename": "/me/m.py", "line": 3, "name": "f"}]}),
        event("recompile_reasons", msgspec.json.encode(reasons).decode(), key="0/2"),
        event("compilation_metrics", key="0/2", data={"fail_type": "Unsupported", "fail_reason": message}),
    )


def test_the_limit_is_an_error_and_still_a_recompile() -> None:
    limit, first, second = recompiles.fold(limited(), Texts()).findings
    assert (limit.kind, limit.code, limit.severity) == ("limit", "RECOMPILE_LIMIT", "error")
    assert facts(limit, "function", "limit", "what") == ("f", 2, "k was 2 and is now something else")
    assert limit.place is not None and (limit.place.file, limit.place.line) == ("/me/m.py", 3)
    assert facts(first, "failed", "old", "versions") == ("0/0", "1", 2)
    assert facts(second, "failed", "old", "versions", "older") == ("0/1", "2", 2, "k == 1")
    assert second.place is not None and second.place.file == "/me/m.py"


def test_the_accumulated_limit() -> None:
    message = LIMIT.replace("recompile_limit cache", "accumulated_recompile_limit cache")
    assert recompiles.fold(limited(message=message), Texts()).findings[0].code == "ACCUMULATED_RECOMPILE_LIMIT"


WARNING = """torch._dynamo hit config.recompile_limit (8)
   function: 'f' (/me/m.py:3)
   last reason: 0/7: k == 7
To log all recompilation reasons, use TORCH_LOGS="recompiles"."""


def test_a_limit_that_only_a_warning_tells() -> None:
    log = event("explorer.log", key=None, data={"logger": "torch._dynamo", "level": "WARNING", "message": WARNING})
    (limit,) = recompiles.fold(trace(log), Texts()).findings
    assert (limit.kind, *facts(limit, "function", "limit", "guard")) == ("limit", "f", 8, "k == 7")
    # told by both, it is told once
    both = Trace([*limited().events, log])
    assert [each.kind for each in recompiles.fold(both, Texts()).findings].count("limit") == 1


@pytest.mark.parametrize("payload", [None, "", "[", "[\n\n]", "0/0: ", "no id: x == 1", '"text"', "[1, null]"])
def test_odd_records_are_kept_as_recompiles(payload: str | None) -> None:
    (finding,) = recompiles.fold(trace(event("recompile_reasons", payload, key="0/1")), Texts()).findings[-1:]
    assert finding.kind == "recompile"


def test_the_old_form_of_one_plain_reason() -> None:
    found = recompiles.fold(
        trace(event("recompile_reasons", "0/0: L['x'].size()[0] == 3", key="0/1")), Texts()
    ).findings
    assert found[-1].attributes["guard"] == "L['x'].size()[0] == 3"


def test_a_limit_of_the_wrapper_that_library_modules_share() -> None:
    warned = (
        "torch._dynamo hit config.recompile_limit (8)\n   function: 'inner' "
        "(/x/site-packages/torch/_dynamo/external_utils.py:67)\n   last reason: 0/7: tensor 'args[0]' size mismatch"
    )
    data = {"logger": "torch._dynamo", "level": "WARNING", "message": warned}
    (finding,) = recompiles.fold(trace(event("explorer.log", key=None, data=data)), Texts()).findings
    assert finding.kind == "limit" and finding.title.startswith("A library's module hit")
    assert finding.attributes["shared"] is True
