"""A file becomes a program, or one clear sentence; inputs are found where a model offers them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from explorer import samples
from explorer.errors import UsageError
from explorer.expression import Scope
from explorer.inputs import find, from_expression
from explorer.options import Parser, add_options, settings
from explorer.program import Program, ProgramError, as_script, from_mapping, from_object, load, split_target

Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write(text: str, name: str = "user_file.py") -> str:
        (tmp_path / name).write_text(textwrap.dedent(text))
        return str(tmp_path / name)

    return write


def target_of(path: str, name: str = "") -> str:
    return f"{path}:{name}" if name else path


# -- files ------------------------------------------------------------------------------------------------------------


def test_build_is_called_and_its_mapping_kept(write: Write) -> None:
    path = write("""
        import torch
        def hook(model): pass
        def build():
            return {"model": torch.nn.Linear(2, 3), "inputs": [torch.ones(1, 2)], "kwargs": {}, "train": True,
                    "calls": [((torch.ones(4, 2),), {})], "contexts": [None, torch.no_grad], "before": [None, hook],
                    "compile_kwargs": {"backend": "eager"}, "config": {"a": 1}, "inductor_config": {"b": 2}}
        def fixed(): return 1
        def extra(): return 2
    """)
    program, _ = load(path)
    assert isinstance(program.model, torch.nn.Linear)
    assert program.inputs.args[0].shape == (1, 2) and program.inputs.kwargs == {}
    assert program.compile == {"backend": "eager"}
    assert set(program.explain) == {"train", "calls", "contexts", "before", "config", "inductor_config"}


def test_options_win_over_the_file(write: Write) -> None:
    path = write("""
        def build():
            return {"model": abs, "inputs": (1,), "compile_kwargs": {"backend": "eager", "mode": "default"},
                    "config": {"a": 1, "b": 2}}
    """)
    parser = Parser(prog="x")
    add_options(parser, "command")
    asked = settings(parser.parse_args(["--backend", "aot_eager", "--config", "b=3", "--train", "--loss", "len"]))
    program, scope = load(path)
    program = program.as_asked(asked, scope)
    assert program.compile == {"backend": "aot_eager", "mode": "default"}
    assert program.explain == {"config": {"a": 1, "b": 3}, "train": True, "loss": len}


@pytest.mark.parametrize("name", samples.names())
def test_every_sample_loads(name: str) -> None:
    program, _ = load(str(samples.path(name)))
    assert callable(program.model) and program.inputs.args


def test_another_builder_by_name() -> None:
    program, _ = load(f"{samples.path('item')}:fixed")
    assert type(program.model).__name__ == "StaysTensor"


@pytest.mark.parametrize(
    ("name", "inputs", "args"),
    [
        ("double", "torch.ones(2)", 1),
        ("double", "(3,)", 1),
        ("holder.inner", "4", 1),
        ("nothing", "()", 0),
        ("add", "1, y=2", 1),
        ("add", "dict(x=1, y=2)", 0),
        ("add", "*PAIR", 2),
        ("build", "5", 1),
        ("Net", "5", 1),
    ],
)
def test_a_callable_by_name(write: Write, name: str, inputs: str, args: int) -> None:
    path = write("""
        from types import SimpleNamespace
        PAIR = (1, 2)
        def double(x): return x * 2
        def nothing(): return 1
        def add(x, y): return x + y
        holder = SimpleNamespace(inner=double)
        def build(): return {"model": double}
        class Net:
            def __call__(self, x): return x
    """)
    program, _ = load(target_of(path, name), inputs)
    assert callable(program.model) and not isinstance(program.model, type) and len(program.inputs.args) == args


def test_the_file_is_a_script_while_it_runs(write: Write, tmp_path: Path) -> None:
    (tmp_path / "beside_it.py").write_text("VALUE = 7\n")
    path = write("""
        import sys
        import beside_it
        ARGUMENTS = list(sys.argv)
        def build(): return {"model": abs, "inputs": (beside_it.VALUE,)}
    """)
    argv, paths = list(sys.argv), list(sys.path)
    with as_script(path):
        program, scope = load(path)
    assert program.inputs.args == (7,)
    assert scope.names["ARGUMENTS"] == [path]
    assert (sys.argv, sys.path) == (argv, paths)
    assert not list(tmp_path.glob("__pycache__/user_file*"))


def test_a_file_named_like_a_module_does_not_take_its_place(write: Write) -> None:
    path = write("def build(): return {'model': abs, 'inputs': (1,)}\n", "random.py")
    program, scope = load(path)
    assert program.inputs.args == (1,)
    assert scope.names["__name__"] != "random" and hasattr(sys.modules["random"], "randint")


def test_a_changed_file_is_read_again(write: Write) -> None:
    for number in (1, 2):
        program, _ = load(write(f"def build(): return {{'model': abs, 'inputs': ({number},)}}\n"))
        assert program.inputs.args == (number,)


def test_colons_that_are_not_names(tmp_path: Path) -> None:
    odd = tmp_path / "a:b.py"
    odd.write_text("")
    assert split_target(str(odd)) == (str(odd), "build")
    recipe = str(samples.path("breaks/print_statistics"))
    assert split_target("breaks/print_statistics") == (recipe, "build")
    assert split_target("breaks/print_statistics:fixed") == (recipe, "fixed")
    with pytest.raises(UsageError, match=r"there is a sample breaks/print_statistics"):
        split_target("breaks/print_statistic")
    assert split_target(f"{odd}:net.head") == (str(odd), "net.head")
    with pytest.raises(UsageError, match="no such file"):
        split_target(str(tmp_path / "none.py:1x"))


# -- bad files --------------------------------------------------------------------------------------------------------

BUILD = "def build():\n    return {}\n"  # made with .format, so that each row shows only what is returned


@pytest.mark.parametrize(
    ("text", "name", "inputs", "message"),
    [
        ("def f(:\n", "", None, r"user_file.py, line 1: syntax error"),
        ("x = 1\nif x:\ny = 2\n", "", None, r"line 3: syntax error: expected an indented block"),
        ("x = '\0'\n", "", None, r"null byte"),
        ("def forward(x): pass\n", "", None, r"has no build\(\); it has forward\. Define build\(\)"),
        ("", "", None, r"has no build\(\)\. Define"),
        ("def model(x): pass\n", "modle", None, r"has no modle; it has model"),
        (BUILD.format("3"), "", None, r"build\(\) returned an int; it must return a mapping"),
        (BUILD.format("None"), "", None, r"build\(\) returned None"),
        ("def run(): return 3\n", "run", None, r"run\(\) returned an int.*give --inputs '\(\)'"),
        (BUILD.format("{}"), "", None, r"has no 'model'"),
        (BUILD.format("{'model': 3}"), "", None, r"'model' of .* is an int, which is not callable"),
        (BUILD.format("{'model': dict}"), "", None, r"'model' of .* is a class that needs arguments"),
        (
            BUILD.format("{'model': abs, 'input': (1,)}"),
            "",
            None,
            r"unknown key 'input'; the known ones are model, inputs",
        ),
        (BUILD.format("{'model': abs}"), "", None, r"no inputs for 'model' of .*give 'inputs' in .*, --inputs EXPR"),
        (
            BUILD.format("{'model': abs, 'inputs': 1}"),
            "",
            None,
            r"'inputs' of .* must be a tuple of arguments.* not an int",
        ),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'train': 1}"), "", None, r"'train' of .* must be True or False"),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'kwargs': [1]}"), "", None, r"'kwargs' of .* mapping"),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'contexts': [None, None]}"), "", None, r"2 entries for 1 calls"),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'before': [3]}"), "", None, r"'before'\[0\] .* callable or None"),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'loss': 3}"), "", None, r"'loss' of .* must be a function"),
        (BUILD.format("{'model': abs, 'inputs': (1,), 'step': 3}"), "", None, r"'step' of .* such as optimizer\.step"),
        ("NUMBER = 3\n", "NUMBER", "1", r"is an int, which is not callable"),
        ("class Net:\n    def __init__(self, n): pass\n", "Net", "1", r"Net is a class that needs arguments"),
        ("class Net: pass\n", "Net", "1", r"Net\(\) is a Net, which is not callable"),
        ("def f(x): pass\n", "f", None, r"no inputs for .*:f: give --inputs EXPR"),
        ("def f(x): pass\n", "f", "x = = 1", r"--inputs is not one Python expression"),
        ("def f(x): pass\n", "f", "1) + (2", r"--inputs needs the arguments of the call"),
        ("def f(x): pass\n", "f", "nowhere", r"--inputs nowhere: NameError: name 'nowhere' is not defined"),
        ("def f(x): pass\n", "f", "torch.ones(-1)", r"--inputs torch.ones\(-1\): RuntimeError"),
        ("def f(x): pass\n", "f", "  ", r"--inputs needs the arguments"),
    ],
)
def test_a_bad_file_is_one_sentence(write: Write, text: str, name: str, inputs: str | None, message: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        load(target_of(write(text), name), inputs)
    assert len(str(caught.value).splitlines()) == 1


def test_no_file_and_a_directory(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such file"):
        load(str(tmp_path / "none.py"))
    with pytest.raises(UsageError, match="is a directory"):
        load(str(tmp_path))


@pytest.mark.parametrize(
    ("text", "what", "kept"),
    [
        ("import json\njson.loads('{')\n", "failed while it was read", "json.loads('{')"),
        ("import json\ndef build():\n    return json.loads('{')\n", "build() failed", "return json.loads('{')"),
        ("import sys\nsys.exit(3)\n", "failed while it was read", "SystemExit: 3"),
        ("def build():\n    raise SystemExit\n", "build() failed", "SystemExit"),
        ("import no_such_module_here\n", "failed while it was read", "ModuleNotFoundError"),
    ],
)
def test_the_users_own_error_keeps_their_lines_and_no_others(write: Write, text: str, what: str, kept: str) -> None:
    with pytest.raises(ProgramError) as caught:
        load(write(text))
    shown = str(caught.value)
    assert what in shown and kept in shown and "user_file.py" in shown
    assert "explorer" not in shown and "json/decoder" not in shown and "importlib" not in shown


# -- inputs -----------------------------------------------------------------------------------------------------------


class Offers(torch.nn.Module):
    """A model that offers its inputs in one of the ways that are known."""

    def __init__(self, **offer: Any) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.zeros(1, dtype=torch.float64))
        for name, value in offer.items():
            object.__setattr__(self, name, value)

    def forward(self, x: Any) -> Any:
        return x


class Needs(torch.nn.Module):
    def forward(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("model", "args", "kwargs", "source"),
    [
        (Offers(example_inputs=lambda: (1, 2)), (1, 2), {}, "model.example_inputs()"),
        (Offers(example_inputs=lambda: {"x": 1}), (), {"x": 1}, "model.example_inputs()"),
        (Offers(example_inputs=7), (7,), {}, "model.example_inputs"),
        (Offers(dummy_inputs={"ids": 3}), (), {"ids": 3}, "model.dummy_inputs"),
        (Needs(), (), {}, "takes no arguments"),
        (lambda: 3, (), {}, "takes no arguments"),
    ],
)
def test_found_inputs(model: Any, args: tuple[Any, ...], kwargs: dict[str, Any], source: str) -> None:
    found = find(model, "model")
    assert (found.args, found.kwargs, found.found) == (args, kwargs, True)
    assert source in found.source


@pytest.mark.parametrize("config", [{"input_size": (3, 8, 9)}, SimpleNamespace(input_size=[3, 8, 9])])
@pytest.mark.parametrize("name", ["pretrained_cfg", "default_cfg"])
def test_the_size_of_a_timm_model(name: str, config: Any) -> None:
    found = find(Offers(**{name: config}), "model")
    assert found.args[0].shape == (2, 3, 8, 9)
    assert found.args[0].dtype == torch.float64
    assert name in found.source


def test_the_build_of_the_file_that_defines_the_model() -> None:
    _, scope = load(str(samples.path("mlp")))
    found = find(scope.names["MLP"](), "model")
    assert found.args[0].shape == (16, 64) and "build()" in found.source


def test_no_inputs_says_how_to_give_them() -> None:
    with pytest.raises(UsageError, match="give the call itself, or a method example_inputs"):
        find(Offers(), "model", how="the call itself")


@pytest.mark.parametrize(
    ("text", "args", "kwargs"),
    [
        ("x", (5,), {}),
        ("x, y=x", (5,), {"y": 5}),
        ("(x, 2)", (5, 2), {}),
        ("((x, 2),)", ((5, 2),), {}),
        ("[x, 2]", ([5, 2],), {}),
        ("{'a': x}", (), {"a": 5}),
        ("({'a': x},)", ({"a": 5},), {}),
        ("{}", ({},), {}),
        ("**{'a': x}", (), {"a": 5}),
        ("*[x, 2], **{'a': 1}", (5, 2), {"a": 1}),
        ("*[(x, 2)]", ((5, 2),), {}),
        ("()", (), {}),
        ("None", (None,), {}),
    ],
)
def test_an_inputs_expression(text: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    found = from_expression(text, Scope({"x": 5}))
    assert (found.args, found.kwargs) == (args, kwargs)


# -- objects of a notebook --------------------------------------------------------------------------------------------


def test_a_module_with_build_is_a_program() -> None:
    module = ModuleType("made")
    exec("def build(): return {'model': abs, 'inputs': (1,)}", module.__dict__)
    assert from_object(module, "made", Scope({}), None).inputs.args == (1,)


def test_a_mapping_is_a_program() -> None:
    made = {"model": abs, "inputs": (1,)}
    assert from_object(made, "made", Scope({}), None).model is abs
    assert from_mapping(made, "made", Scope({}), "2").inputs.args == (2,)


def test_a_refused_setting_is_one_sentence() -> None:
    program = Program(
        torch.relu, from_expression("torch.ones(2)", Scope({"torch": torch})), compile={"backend": "none_such"}
    )
    with pytest.raises(UsageError, match=r"torch\.compile refuses.*none_such"):
        program.explore()


STEP = """
import torch
def build():
    net = torch.nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    return {"model": net, "inputs": (torch.ones(1, 2),), "train": True, "step": optimizer.step,
            "compile_kwargs": {"backend": "eager"}}
"""


def test_an_optimizer_s_step_is_used_when_it_can_be_measured(write: Write) -> None:
    program, _ = load(write(STEP))
    assert program.explore(probe=False).verdict.timings is None
    parser = Parser(prog="x")
    add_options(parser, "command")
    asked = settings(parser.parse_args(["-m", "--time-limit", "0.5", "--no-probe"]))
    told = program.as_asked(asked, Scope({})).explore().report.timings
    assert told is not None
    assert [part.part for part in told.parts] == ["forward", "backward", "step"]
