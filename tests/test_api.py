"""``explain`` and ``capture``: what they accept, what they pass on, what they give back."""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer import torch_version
from explorer.errors import ReportError, UsageError


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.linear = torch.nn.Linear(3, 3)

    def forward(self, x: torch.Tensor, *, scale: float = 1.0) -> torch.Tensor:
        return self.linear(x).relu() * scale

    def double(self, x: torch.Tensor) -> torch.Tensor:
        return self.linear(x) * 2


class CallMe:
    def __call__(self, x: torch.Tensor) -> torch.Tensor:
        return x.sin() + 1


def function(x: torch.Tensor) -> torch.Tensor:
    return x.sin() + 1


def in_place() -> Any:
    model = Net()
    model.compile(backend="eager")
    return model


KINDS: dict[str, Callable[[], Any]] = {
    "module": Net,
    "function": lambda: function,
    "lambda": lambda: lambda x: x.cos(),
    "method": lambda: Net().double,
    "callable": CallMe,
    "partial": lambda: functools.partial(Net(), scale=2.0),
    "builtin": lambda: torch.sin,
    "library module": lambda: torch.nn.Linear(3, 3),
    "sequential": lambda: torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU()),
    "compiled module": lambda: torch.compile(Net(), backend="eager"),
    "compiled function": lambda: torch.compile(function, backend="eager"),
    "module compiled in place": in_place,
}


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_of_model(kind: str) -> None:
    model, x = KINDS[kind](), torch.ones(2, 3)
    found = explorer.explain(model, **({} if "compiled" in kind else {"backend": "eager"}))(x)
    assert found.exception is None
    assert found.verdict.graphs == 1
    assert found.verdict.graphs_first_call == 1
    assert found.verdict.fullgraph is not None
    assert found.verdict.fullgraph.ok
    torch.testing.assert_close(found.output, model(x))


def test_settings_of_a_compiled_model_are_kept() -> None:
    def breaks(x: torch.Tensor) -> torch.Tensor:
        print("break")
        return x + 1

    whole = torch.compile(breaks, backend="eager", fullgraph=True)
    assert explorer.explain(whole)(torch.ones(2)).verdict.status == "error"
    loose = torch.compile(breaks, backend="eager")
    assert explorer.explain(loose)(torch.ones(2)).verdict.status == "ok"
    if "recompile_limit" not in inspect.signature(torch.compile).parameters:
        return  # torch 2.11
    limited = torch.compile(lambda x, n: x * n, backend="eager", dynamic=False, recompile_limit=2)
    calls = [((torch.ones(2), n), {}) for n in range(2, 6)]
    assert explorer.explain(limited, calls=calls)(torch.ones(2), 1).verdict.recompile_limit_hit


def keyword_cases() -> list[Any]:
    """Every keyword of the installed ``torch.compile``, with a value and what it must change."""
    values = {
        "backend": "aot_eager",
        "mode": "default",
        "dynamic": True,
        "fullgraph": True,
        "options": {"max_autotune": False},
        "disable": True,
        "name": "mine",
        "recompile_limit": 3,
        "isolate_recompiles": True,
        "shapes_spec": None,
    }
    names = set(inspect.signature(torch.compile).parameters) - {"model"}
    return [pytest.param(name, values[name], id=name) for name in sorted(names & set(values))]


@pytest.mark.parametrize(("name", "value"), keyword_cases())
def test_every_keyword_is_passed_on(name: str, value: Any) -> None:
    backend = {} if name in ("backend", "mode", "options", "name") else {"backend": "eager"}
    x = torch.ones(4, 3)
    found = explorer.explain(function, probe=False, **backend, **{name: value})(x)
    assert found.exception is None
    torch.testing.assert_close(found.output, function(x))
    symbolic = any(
        isinstance(size, str)
        for compilation in found.report.compilations
        for record in compilation.stages
        if record.stage == "dynamo"
        for graph in record.graphs
        for node in graph.nodes
        for spec in node.specs
        for size in spec.shape or ()
    )
    assert symbolic is (name == "dynamic")
    assert (found.verdict.graphs == 0) is (name == "disable")
    aot = {record.stage for c in found.report.compilations for record in c.stages if record.graphs} & {"aot"}
    assert bool(aot) is (name in ("backend", "mode", "options", "name"))


def test_unknown_keyword_is_torchs_own_error() -> None:
    with pytest.raises(TypeError, match="nonsense"):
        explorer.explain(function, nonsense=1)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"caches": "on"}, "caches must be"),
        ({"calls": [torch.ones(2)]}, r"calls\[0\] must be \(args, kwargs\)"),
        ({"calls": [((1,), 2)]}, r"calls\[0\]"),
    ],
)
def test_wrong_options(options: dict[str, Any], match: str) -> None:
    with pytest.raises(UsageError, match=match):
        explorer.explain(function, **options)


@pytest.mark.parametrize("model", [3, None, "model", torch.ones(2)])
def test_not_callable(model: Any) -> None:
    with pytest.raises(UsageError, match="not callable"):
        explorer.explain(model)


@pytest.mark.parametrize(
    ("version", "error"),
    [(None, "not installed"), ("2.10.1", "too old"), ("1.13.0+cpu", "too old"), ("2.11.0", None), ("2.13.0+cpu", None)],
)
def test_torch_versions(monkeypatch: pytest.MonkeyPatch, version: str | None, error: str | None) -> None:
    monkeypatch.setattr(torch_version, "installed_torch", lambda: version)
    if error is None:
        torch_version.check_torch()
    else:
        with pytest.raises(UsageError, match=error):
            torch_version.check_torch()


def test_a_newer_torch_gives_one_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch_version, "installed_torch", lambda: "2.99.0")
    monkeypatch.setattr(torch_version, "_WARNED", set())
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        torch_version.check_torch()
        torch_version.check_torch()
    assert len(seen) == 1
    assert "newer" in str(seen[0].message)


def test_calls_contexts_and_before() -> None:
    order: list[str] = []

    def model(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    found = explorer.explain(
        model,
        backend="eager",
        calls=[((torch.ones(3),), {}), ((torch.ones(3),), {})],
        contexts=[None, torch.no_grad],
        before=[lambda m: order.append("first"), None, lambda m: order.append(m.__name__)],
    )(torch.ones(3, requires_grad=True))
    assert order == ["first", "model"]
    assert [call.index for call in found.report.program.calls] == [0, 1, 2]
    assert found.output.requires_grad
    # the second call runs without gradients; the third has them again, and a tensor that wants none
    assert [recompile.call for recompile in found.verdict.recompiles] == [1, 2]
    assert "grad_mode" in (found.verdict.recompiles[0].guard or "")


def test_training_uses_the_loss() -> None:
    seen: list[Any] = []

    def loss(output: dict[str, torch.Tensor]) -> torch.Tensor:
        seen.append(output)
        return output["a"].mean()

    def model(x: torch.Tensor) -> dict[str, torch.Tensor]:
        return {"a": x * 2, "b": x.long()}

    x = torch.ones(3, requires_grad=True)
    for given in (None, loss):
        found = explorer.explain(model, backend="aot_eager", train=True, loss=given)(x)
        assert found.exception is None
        directions = {
            record.direction for c in found.report.compilations for record in c.stages if record.stage == "aot"
        }
        assert {"joint", "fwd", "bwd"} <= directions
        assert x.grad is None
    assert len(seen) == 1


@pytest.mark.parametrize("grad", [True, False])
def test_gradient_mode_is_the_users(grad: bool) -> None:
    model = Net()
    with torch.set_grad_enabled(grad):
        found = explorer.explain(model, train=True, backend="eager")(torch.ones(1, 3))
    assert found.exception is None
    assert found.output.requires_grad is grad


def raises(x: torch.Tensor) -> torch.Tensor:
    if x.shape[0] == 2:
        raise ValueError("two rows")
    return x


@pytest.mark.parametrize(
    ("model", "x", "kind", "text"),
    [
        (raises, torch.ones(2), "ValueError", "two rows"),
        (Net(), torch.ones(2, 7), "TorchRuntimeError", ""),
        (lambda x: x.nonsense(), torch.ones(2), "AttributeError", "nonsense"),
    ],
    ids=["raises", "wrong shape", "no such method"],
)
def test_a_failing_model_does_not_raise(model: Any, x: torch.Tensor, kind: str, text: str) -> None:
    with pytest.raises(Exception) as plain:
        torch.compile(model, backend="eager")(x)
    torch._dynamo.reset()
    found = explorer.explain(model, backend="eager")(x)
    assert type(found.exception) is type(plain.value)
    assert found.verdict.status == "error"
    (error,) = found.errors
    assert error.type.endswith(type(plain.value).__qualname__)
    assert kind in f"{error.type}: {error.message}"
    assert text in error.message
    assert found.text()
    assert f'File "{Path(explorer.__file__).parent}' not in found.text()


def test_a_failing_backward_is_an_error_of_that_stage() -> None:
    def loss(output: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("no loss today")

    found = explorer.explain(Net(), train=True, loss=loss, backend="eager")(torch.ones(1, 3))
    (error,) = found.errors
    assert (error.stage, error.message) == ("backward", "no loss today")
    assert error.file == Path(__file__).relative_to(Path.cwd()).as_posix()
    assert found.verdict.graphs == 1


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit])
def test_an_interrupt_goes_through_with_what_was_seen(interrupt: type[BaseException]) -> None:
    def model(x: torch.Tensor) -> torch.Tensor:
        print("break", x)
        raise interrupt

    with pytest.raises(interrupt) as caught:
        explorer.explain(model, backend="eager")(torch.ones(2))
    found = caught.value.exploration  # type: ignore[attr-defined]
    assert found.verdict.graph_breaks
    assert found.errors[0].type == interrupt.__name__


def test_capture_of_a_training_loop() -> None:
    model = Net()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    compiled = torch.compile(model, backend="aot_eager")
    with explorer.capture() as x:
        for rows in (2, 2, 5):
            optimizer.zero_grad()
            compiled(torch.ones(rows, 3)).sum().backward()
            optimizer.step()
    assert [c.key for c in x.report.compilations] == ["0/0", "0/1"]
    assert len(x.verdict.recompiles) == 1
    directions = {record.direction for c in x.report.compilations for record in c.stages if record.stage == "aot"}
    assert {"joint", "fwd", "bwd"} <= directions


@pytest.mark.parametrize(
    ("program", "gb_type"),
    [(lambda x: x[7], None), (lambda x: x @ x, None), (lambda x: torch._dynamo.graph_break(), True)],
)
def test_only_a_break_that_stops_fullgraph_has_a_type(program: Any, gb_type: bool | None) -> None:
    explored = explorer.explain(program, backend="eager")(torch.ones(3, 5))
    assert explored.verdict.fullgraph is not None
    assert not explored.verdict.fullgraph.ok
    assert (explored.verdict.fullgraph.gb_type is not None) == bool(gb_type)


def test_capture_lets_exceptions_through() -> None:
    def breaks(x: torch.Tensor) -> torch.Tensor:
        print("break")
        return x + 1

    with pytest.raises(ZeroDivisionError), explorer.capture() as x:
        torch.compile(breaks, backend="eager")(torch.ones(2))
        raise ZeroDivisionError("mine")
    assert x.verdict.graph_breaks[0].line == breaks.__code__.co_firstlineno + 1
    assert x.errors[0].message == "mine"


def test_capture_is_not_ready_while_it_runs() -> None:
    with explorer.capture() as x, pytest.raises(UsageError, match="still runs"):
        x.report  # noqa: B018
    assert x.report


def nothing(kind: str) -> list[tuple[str, str]]:
    with explorer.capture() as x:
        pass
    return [(finding.kind, finding.code) for finding in x.report.findings if finding.kind == kind]


def test_why_nothing_compiled() -> None:
    assert nothing("nothing_compiled") == [("nothing_compiled", "NOT_ASKED")]
    compiled = torch.compile(function, backend="eager")
    compiled(torch.ones(2))
    with explorer.capture() as x:
        compiled(torch.ones(2))
    codes = {finding.code for finding in x.report.findings}
    assert "COMPILED_BEFORE" in codes
    (before,) = [finding for finding in x.report.findings if finding.kind == "precompiled"]
    assert before.place is not None
    assert before.place.line == function.__code__.co_firstlineno
    assert before.advice
    limited = torch.compile(lambda x, n: x * n, backend="eager", dynamic=False)
    for n in range(torch._dynamo.config.recompile_limit + 2):
        limited(torch.ones(2), n)
    with explorer.capture() as x:
        limited(torch.ones(2), 99)
    assert "LIMIT_REACHED" in {finding.code for finding in x.report.findings}
    with torch.compiler.set_stance("force_eager"), explorer.capture() as x:
        torch.compile(lambda x: x + 1)(torch.ones(2))
    assert "SWITCHED_OFF" in {finding.code for finding in x.report.findings}


def test_modules_of_a_library_and_parts_of_functions_compiled_before() -> None:
    def cut(x: torch.Tensor) -> torch.Tensor:
        x = x + 1
        print("break")
        return x + 2

    linear = torch.compile(torch.nn.Linear(2, 2), backend="eager")
    for each in (linear, torch.compile(cut, backend="eager")):
        each(torch.ones(2))
    with explorer.capture() as x:
        linear(torch.ones(2))
    titles = [finding.title for finding in x.report.findings if finding.kind == "precompiled"]
    assert len([title for title in titles if "Linear" in title]) == 1
    assert len([title for title in titles if "cut" in title]) == 1
    assert not [title for title in titles if "torch_dynamo_resume" in title or "inner" in title]


def test_modules_of_a_library_share_a_table() -> None:
    first, second = torch.nn.Sequential(torch.nn.Linear(4, 4)), torch.nn.ReLU()
    with explorer.capture() as x:
        for module, size in ((first, 2), (second, 2), (first, 3)):
            torch.compile(module, backend="eager", dynamic=False)(torch.ones(size, 4))
        for size in range(4, 6 + torch._dynamo.config.recompile_limit):
            torch.compile(second, backend="eager", dynamic=False)(torch.ones(size, 4))
    found = [finding for finding in x.report.findings if finding.kind == "recompile"]
    assert {each.attributes["function"] for each in found} == {"Sequential", "ReLU", "A library's module"}
    assert "the version before is that of Sequential" in found[0].title
    assert all("one table" in each.message for each in found)
    assert all(any("nn.Module of your own" in advice for advice in each.advice) for each in found)
    assert "nn.Module of your own" in x.verdict.actions[0]


def test_the_compile_call_behind_a_compile() -> None:
    with explorer.capture() as x:
        compiled = torch.compile(function, backend="eager", dynamic=False)
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
        compiled(torch.ones(2))
    (compilation,) = x.report.compilations
    assert compilation.compiled_at is not None
    assert (compilation.compiled_at.file, compilation.compiled_at.line) == (__file__, line)
    assert compilation.settings == {"backend": "eager", "dynamic": "False"}


def test_the_probe_runs_nothing_of_the_user() -> None:
    ran: list[int] = []

    def model(x: torch.Tensor) -> torch.Tensor:
        print("break")
        ran.append(1)
        return x + 1

    found = explorer.explain(model, backend="eager")(torch.ones(2))
    assert len(ran) == 1
    assert found.verdict.fullgraph is not None
    assert not found.verdict.fullgraph.ok
    assert explorer.explain(model, backend="eager", probe=False)(torch.ones(2)).verdict.fullgraph is None


def test_the_probe_is_left_out_where_it_would_run_hooks() -> None:
    model, ran = Net(), []
    model.register_forward_pre_hook(lambda *_: ran.append(1))
    found = explorer.explain(model, backend="eager")(torch.ones(1, 3))
    assert len(ran) == 1
    assert found.verdict.fullgraph is None


def test_save_and_load(tmp_path: Path) -> None:
    found = explorer.explain(function, backend="eager")(torch.ones(2))
    for name in ("r.json", "r.json.gz"):
        found.save(tmp_path / name)
        assert explorer.load(tmp_path / name).report == found.report
        assert explorer.load(tmp_path / name).text() == found.text()
    with pytest.raises(ReportError, match=r"\.json"):
        found.save(tmp_path / "r.pickle")
    with pytest.raises(ReportError, match="cannot read"):
        explorer.load(tmp_path / "missing.json")


def test_progress_hears_every_event_and_cannot_break_the_compile() -> None:
    seen: list[str] = []
    explorer.explain(function, backend="eager", progress=lambda event: seen.append(event.label))(torch.ones(2))
    assert {"dynamo_start", "dynamo_output_graph", "explorer.call"} <= set(seen)

    def broken(event: Any) -> None:
        raise RuntimeError("display gone")

    found = explorer.explain(function, backend="eager", progress=broken)(torch.ones(2))
    assert found.verdict.graphs == 1
    assert any("display gone" in finding.message + finding.title for finding in found.report.findings)


def test_an_exploration_can_be_called_again_and_within_another() -> None:
    model = Net()
    explained = explorer.explain(model, backend="eager")
    inner: list[Any] = []

    def outer(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        inner.append(explained(y.detach()))
        return y * 2

    found = explorer.explain(outer, backend="eager")(torch.ones(2, 3))
    assert found.exception is None
    assert found.verdict.graphs >= 2
    assert inner[0].verdict.graphs == 1
    first, second = (explained(torch.ones(2, 3)).report for _ in range(2))
    assert [c.key for c in first.compilations] == [c.key for c in second.compilations] == ["0/0"]


def test_another_thread_may_compile_meanwhile() -> None:
    import threading

    compiled = torch.compile(lambda x: x.cos(), backend="eager")
    ran = []

    def model(x: torch.Tensor) -> torch.Tensor:
        thread = threading.Thread(target=lambda: ran.append(compiled(torch.ones(5))))
        thread.start()
        thread.join()
        return x + 1

    explorer.explain(model, backend="eager")(torch.ones(2))
    assert len(ran) == 1
    with explorer.capture() as x:
        compiled(torch.ones(5))
    assert x.verdict.graphs == 0, "what the other thread compiled was thrown away"


def test_explorations_in_threads_keep_apart() -> None:
    import threading

    found: dict[int, Any] = {}

    def explore(number: int) -> None:
        def model(x: torch.Tensor) -> torch.Tensor:
            return x * number

        found[number] = explorer.explain(model, backend="eager", probe=False)(torch.ones(number))

    threads = [threading.Thread(target=explore, args=(number,)) for number in (2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {number: each.verdict.graphs for number, each in found.items()} == {2: 1, 3: 1, 4: 1}


def test_a_capture_does_not_hear_an_exploration_and_hears_what_it_is_in() -> None:
    with explorer.capture() as around:
        explorer.explain(function, backend="eager")(torch.ones(2))
    assert around.verdict.graphs == 0
    inner: list[Any] = []

    def model(x: torch.Tensor) -> torch.Tensor:
        with explorer.capture() as within:
            y = torch.compile(lambda z: z.tan(), backend="eager")(x)
        inner.append(within)
        return y

    explorer.explain(model, backend="eager", probe=False)(torch.ones(2))
    assert inner[0].verdict.graphs >= 1


@pytest.mark.parametrize(("grad", "why"), [(True, "no output carries a gradient"), (False, "gradients are off")])
def test_a_backward_that_did_not_run_is_told(grad: bool, why: str) -> None:
    with torch.set_grad_enabled(grad):
        found = explorer.explain(lambda x: x.argmax(), train=True, backend="eager")(torch.ones(3))
    assert found.verdict.status == "partial"
    assert why in found.text(width=200)


def test_an_error_names_the_users_backend() -> None:
    def mine(graph: Any, example_inputs: Any) -> Any:
        raise ValueError("no")

    found = explorer.explain(function, backend=mine)(torch.ones(2))
    assert "backend='mine'" in str(found.exception)
