"""The magics in an IPython shell of this process: what is compiled, what is shown, what is left behind."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import torch
from IPython.core.displaypub import CapturingDisplayPublisher
from IPython.core.interactiveshell import ExecutionResult, InteractiveShell
from traitlets.config import Config

from explorer import samples
from explorer.exploration import Exploration
from explorer.notebook.cell import without_semicolon
from explorer.tracing import cells

SETUP = """
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(2, 2)
    def forward(self, x, scale=1.0):
        return torch.relu(self.linear(x)) * scale
net = Net()
x = torch.ones(3, 2)
def double(x):
    return x * 2
"""


@dataclass
class Ran:
    """What one cell did: IPython's result, what was printed, and the MIME bundles of ``display``."""

    result: ExecutionResult
    out: str
    err: str
    displayed: list[dict[str, Any]] = field(default_factory=list)

    @property
    def explorations(self) -> int:
        """How many explorations were shown, by ``display`` or as ``Out[n]``."""
        shown = [item for item in self.displayed if "application/vnd.compile-explorer.v1+json" in item["data"]]
        return len(shown) + self.out.count("Out[") * isinstance(self.result.result, Exploration)


class Shell:
    """A shell with the extension loaded after the first cell."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        config = Config()
        config.HistoryManager.hist_file = ":memory:"
        config.InteractiveShell.colors = "nocolor"
        self.ip = InteractiveShell.instance(config=config)
        self._capsys = capsys
        self(SETUP.strip())
        self("%load_ext explorer")

    def __call__(self, cell: str) -> Ran:
        self._capsys.readouterr()
        publisher = CapturingDisplayPublisher()
        self.ip.display_pub, before = publisher, self.ip.display_pub
        try:
            result = self.ip.run_cell(cell, store_history=True)
        finally:
            self.ip.display_pub = before
        out, err = self._capsys.readouterr()
        return Ran(result, out, err, publisher.outputs)

    def __getitem__(self, name: str) -> Any:
        return self.ip.user_ns[name]


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shell]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "displayhook", sys.displayhook)
    yield Shell(capsys)
    InteractiveShell.clear_instance()


E = "--backend eager"


# -- what is shown ----------------------------------------------------------------------------------------------------


def test_the_last_line_is_shown_once_and_kept(shell: Shell) -> None:
    ran = shell(f"%compile_explain {E} net(x)")
    assert ran.result.success and isinstance(ran.result.result, Exploration)
    assert ran.explorations == 1
    assert shell["_"] is ran.result.result
    torch.testing.assert_close(shell["_"].output, shell["net"](shell["x"]))


@pytest.mark.parametrize(
    "cell",
    [
        f"%compile_explain {E} net(x)\nlast = 1",
        f"for i in range(1):\n    %compile_explain {E} net(x)",
        f"def step():\n    %compile_explain {E} net(x)\nstep()",
        f"if True:\n    %compile_explain {E} net(x)",
    ],
)
def test_a_line_whose_value_nobody_takes_is_shown(shell: Shell, cell: str) -> None:
    ran = shell(cell)
    assert ran.result.success, ran.out
    assert ran.explorations == 1


@pytest.mark.parametrize(
    "cell",
    [
        f"r = %compile_explain {E} net(x)",
        f"r = %compile_explain -q {E} net(x)",
        f"r = get_ipython().run_line_magic('compile_explain', '{E} net(x)')",
        f"r = [get_ipython().run_line_magic('compile_explain', '{E} net(x)')][0]",
    ],
)
def test_an_assignment_shows_nothing(shell: Shell, cell: str) -> None:
    ran = shell(cell)
    assert ran.result.success, ran.out
    assert (ran.explorations, ran.out, ran.err) == (0, "", "")
    assert isinstance(shell["r"], Exploration)


@pytest.mark.parametrize(
    "cell",
    [
        f"%compile_explain -q {E} net(x)",
        f"%compile_explain {E} net(x);",
        f"%compile_explain {E} net(x);  # not now; later",
        f"%compile_explain -q {E} net(x)\nlast = 1",
        f"%compile_explain {E} net(x);\nlast = 1",
        "%%compile_explain -q\ntorch.compile(double, backend='eager')(x);",
    ],
)
def test_quiet_and_a_semicolon_show_nothing(shell: Shell, cell: str) -> None:
    ran = shell(cell)
    assert ran.result.success, ran.out
    assert (ran.out, ran.err, ran.displayed) == ("", "", [])


def test_a_format_is_printed_in_place_of_the_display(shell: Shell) -> None:
    ran = shell(f"%compile_explain --to verdict {E} net(x)")
    assert ran.explorations == 0 and ran.out.startswith("{")
    assert '"schema": "compile-explorer.verdict/1"' in ran.out


def test_a_file_is_written(shell: Shell, tmp_path: Path) -> None:
    ran = shell(f"%compile_explain -o page.html {E} net(x)")
    assert ran.explorations == 0 and "wrote page.html" in ran.err
    assert (tmp_path / "page.html").read_text().startswith("<!doctype html>")


def test_a_variable_keeps_it(shell: Shell) -> None:
    shell(f"%compile_explain --as kept {E} net(x);")
    shell("%%compile_explain --as cell -q\ntorch.compile(net, backend='eager')(x)")
    assert isinstance(shell["kept"], Exploration) and isinstance(shell["cell"], Exploration)
    assert "--as needs the name of a variable" in shell("%compile_explain --as 1a net(x)").err


# -- what is compiled -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("net(x)", "net(x)"),
        ("net(x, scale=3.0)", "net(x, scale=3.0)"),
        ("net(*[x], **{'scale': 2.0})", "net(x, 2.0)"),
        ("net.forward(x)", "net.forward(x)"),
        ("double(x)", "double(x)"),
        ("(lambda v: v - 1)(x)", "x - 1"),
        ("[net, double][1](x)", "double(x)"),
        ("torch.compile(double, backend='eager')(x)", "double(x)"),
        ("double( torch.ones(2,  2) )", "double(torch.ones(2, 2))"),
        ("double((y := x + 1))", "double(x + 1)"),
        ("-- double(x)", "double(x)"),
    ],
)
def test_the_outermost_callee_is_compiled(shell: Shell, expression: str, expected: str) -> None:
    options = "" if "torch.compile" in expression else E
    ran = shell(f"r = %compile_explain -q {options} {expression}")
    assert ran.result.success, ran.out
    torch.testing.assert_close(shell["r"].output, eval(expected, shell.ip.user_ns))


def test_a_walrus_in_an_argument_stays(shell: Shell) -> None:
    shell(f"%compile_explain -q {E} double((kept := x + 1))")
    torch.testing.assert_close(shell["kept"], shell["x"] + 1)


def test_braces_and_dollars_are_left_alone(shell: Shell) -> None:
    ran = shell(f"r = %compile_explain -q {E} (lambda d: d['x'] * 2)({{'x': x}})")
    assert ran.result.success, ran.out
    torch.testing.assert_close(shell["r"].output, shell["x"] * 2)


def test_names_of_a_function_that_runs_the_magic(shell: Shell) -> None:
    ran = shell(
        f"def run(model, v):\n    r = %compile_explain -q {E} model(v + 1)\n    return r\nout = run(net, x).output"
    )
    assert ran.result.success, ran.out
    torch.testing.assert_close(shell["out"], shell["net"](shell["x"] + 1))


def test_the_place_of_a_lambda_is_the_line_of_the_cell(shell: Shell) -> None:
    shell(f"a = 1\n\nr = %compile_explain -q {E} (lambda v: v + 1)(x)")
    place = shell["r"].report.program.place
    number = shell.ip.execution_count - 1
    assert (place.line, place.execution_count) == (3, number)


def test_a_cell_that_ran_before_load_ext_is_known(shell: Shell) -> None:
    shell(f"r = %compile_explain -q {E} net(x)")
    place = shell["r"].report.program.place
    assert (place.execution_count, place.line) == (1, 6)


def test_the_expression_is_in_the_report(shell: Shell) -> None:
    shell(f"r = %compile_explain -q {E} net( x,  scale=2 )")
    assert shell["r"].report.program.options["expression"] == "net( x,  scale=2 )"


def test_an_argument_that_runs_a_module(shell: Shell) -> None:
    ran = shell(f"%compile_explain {E} double(net(x))")
    assert "net(x) ran in eager" in ran.out and "%%compile_explain" in ran.out and ran.err == ""
    (finding,) = [finding for finding in shell["_"].report.findings if finding.kind == "eager"]
    assert "net(x)" in finding.title and "Net" in finding.title
    shell(f"r = %compile_explain -q {E} double(x + 1)")
    assert not [finding for finding in shell["r"].report.findings if finding.kind == "eager"]


def test_a_failing_model_is_shown_and_does_not_fail_the_cell(shell: Shell) -> None:
    ran = shell(f"%compile_explain {E} net(torch.ones(5, 7))")
    assert ran.result.success and ran.explorations == 1
    assert shell["_"].exception is not None


# -- a model alone ----------------------------------------------------------------------------------------------------


def test_inputs_are_found_and_named(shell: Shell) -> None:
    shell("Net.example_inputs = lambda self: (torch.ones(4, 2),)")
    ran = shell(f"%compile_explain {E} net")
    assert "inputs: model.example_inputs()" in ran.err
    assert shell["_"].output.shape == (4, 2)


def test_inputs_by_option(shell: Shell) -> None:
    for inputs in ("x, scale=2.0", "(x, 2.0)", "dict(x=x, scale=2.0)"):
        shell(f'r = %compile_explain -q {E} --inputs "{inputs}" net')
        torch.testing.assert_close(shell["r"].output, shell["net"](shell["x"], 2.0))
    assert "--inputs is for a model alone" in shell("%compile_explain --inputs x net(x)").err


def test_a_compiled_model_alone_is_not_run_by_compile(shell: Shell) -> None:
    shell("r = %compile_explain -q --inputs x torch.compile(net, backend='eager')")
    torch.testing.assert_close(shell["r"].output, shell["net"](shell["x"]))


def test_what_a_build_returns(shell: Shell) -> None:
    shell(f"import runpy\nmade = runpy.run_path({str(samples.path('item'))!r})['build']()")
    shell(f"r = %compile_explain -q {E} made")
    made = shell["made"]["model"]
    torch.testing.assert_close(shell["r"].output, made(*shell["made"]["inputs"]))


def test_a_function_without_arguments_is_not_mistaken_for_a_build(shell: Shell) -> None:
    shell("calls = []\ndef step():\n    calls.append(1)\n    return x * 2")
    ran = shell(f"r = %compile_explain -q {E} step")
    assert ran.result.success, ran.err
    torch.testing.assert_close(shell["r"].output, shell["x"] * 2)


# -- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "%compile_explain needs a call, model(x), or a model"),
        ("-q", "%compile_explain needs a call, model(x), or a model"),
        ("net", "no inputs for net: give the call, %compile_explain model(x), or --inputs EXPR"),
        ("net(x", "the expression is not one Python expression"),
        ("y = net(x)", "the expression is not one Python expression"),
        ("net(x) + 1", "the expression must be one call"),
        ("net(x) --train", "(options come first)"),
        ("Net()", "no inputs for Net()"),
        ("Net", "no inputs for Net(): give"),
        ("x(1)", "x is a Tensor, which is not callable"),
        ("x", "x is a Tensor, which is not callable"),
        ("{'modle': net}", "unknown key 'modle'"),
        ("--inputs nothing net", "--inputs nothing: NameError"),
        ("--loss len net(x)", "it needs --train"),
        ("--backend none_such net(x)", "torch.compile refuses"),
        ("--config nope=1 net(x)", "torch._dynamo.config has no 'nope'"),
        ("-o no/such/dir/a.html net(x)", "there is no directory"),
    ],
)
def test_ours_are_one_line_and_fail_the_cell(shell: Shell, line: str, message: str) -> None:
    ran = shell(f"%compile_explain {line}")
    assert not ran.result.success
    assert ran.err.startswith("UsageError: ") and message in ran.err and len(ran.err.splitlines()) == 1
    assert "Traceback" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("cell", "flag"),
    [("%compile_explain --bakend eager net(x)", "--backend"), ("%%compile_explain --confg a=1\n1", "--config")],
)
def test_a_bad_option_prints_usage_and_returns(shell: Shell, cell: str, flag: str) -> None:
    ran = shell(cell)
    assert ran.result.success and ran.result.result is None
    usage, message = ran.err.splitlines()
    assert usage.startswith("usage: %") and f"did you mean {flag}?" in message
    assert "Traceback" not in ran.out


@pytest.mark.parametrize("options", ["--bogus", "--backend eager"])
def test_only_what_is_like_it_and_works_here_is_suggested(shell: Shell, options: str) -> None:
    ran = shell(f"%%compile_explain {options}\n1")
    assert f"unrecognized arguments: {options}" in ran.err and "did you mean" not in ran.err


def test_options_of_a_call_are_refused_over_a_cell(shell: Shell) -> None:
    assert "unrecognized arguments: --train" in shell("%%compile_explain --train\n1").err
    assert "a cell or a saved report cannot be run again" in shell("%%compile_explain --measure\n1").err
    assert "takes options only, not 'net(x)'" in shell("%%compile_explain net(x)\n1").err


@pytest.mark.parametrize(
    ("line", "error"),
    [("double(missing)", "NameError"), ("double(1 / 0)", "ZeroDivisionError"), ("missing(x)", "NameError"),
     ("net[3](x)", "TypeError"), ("double(x.nothing)", "AttributeError"), ("Net(x)", "TypeError")],
)  # fmt: skip
def test_the_users_error_is_the_users(shell: Shell, line: str, error: str) -> None:
    ran = shell(f"%compile_explain {E} {line}")
    assert type(ran.result.error_in_exec).__name__ == error
    assert error in ran.out and "In[" in ran.out
    assert "explorer" not in ran.out.replace("compile_explain", "") and "interactiveshell" not in ran.out


def test_help(shell: Shell) -> None:
    ran = shell("%compile_explain --help")
    assert ran.result.success and "--backend NAME" in ran.out
    from IPython.core.oinspect import getdoc

    shown = getdoc(shell.ip.find_line_magic("compile_explain"))
    assert shown is not None and "%compile_explain [options] model(x, flag=True)" in shown and "--inputs EXPR" in shown


# -- a cell -----------------------------------------------------------------------------------------------------------

CELL = "fast = torch.compile(double, backend='eager')\n"


def test_a_cell_keeps_its_value_and_its_names(shell: Shell) -> None:
    ran = shell("%%compile_explain\n" + CELL + "kept = fast(x)\nkept.shape")
    assert ran.result.success, ran.out
    number = shell.ip.execution_count - 1
    assert ran.out == f"Out[{number}]: torch.Size([3, 2])\n"
    assert shell["_"] == shell["Out"][number] == torch.Size([3, 2])
    assert ran.explorations == 1
    torch.testing.assert_close(shell["kept"], shell["x"] * 2)


def test_a_cell_without_a_value(shell: Shell) -> None:
    ran = shell("%%compile_explain\n" + CELL + "y = fast(x)")
    assert ran.result.success and ran.out == "" and ran.explorations == 1
    ran = shell("%%compile_explain\nfast(x);")
    assert ran.out == "" and ran.explorations == 1


def test_lines_of_a_cell_are_those_that_the_user_sees(shell: Shell) -> None:
    shell("%%compile_explain -q --as r\ndef f(v):\n    return v * 3\n\ntorch.compile(f, backend='eager')(x)")
    number = shell.ip.execution_count - 1
    (compilation,) = shell["r"].report.compilations
    assert compilation.place is not None
    assert (compilation.place.execution_count, compilation.place.line) == (number, 2)
    assert shell["r"].report.program.name == f"In[{number}]"
    assert linecache.getline(compilation.place.file, 3) == "    return v * 3\n"


def test_a_line_magic_is_shown_as_it_was_typed(shell: Shell) -> None:
    typed = "%compile_explain -q --as r --backend eager (lambda a: a + 1)(x)"
    shell(f"y = x\n{typed}")
    (text,) = [each.text for each in shell["r"].report.sources if each.execution_count]
    assert shell["r"].report.texts[text] == f"y = x\n{typed}\n"


def test_a_cell_of_another_shape_than_what_ran_stays_as_it_ran(shell: Shell) -> None:
    ran = "get_ipython().run_line_magic('time', 'x')\n"
    number = shell.ip.execution_count
    shell("%time x")
    assert cells.as_typed(ran, cells.Cell(number)) == "%time x\n"
    assert cells.as_typed(ran + "y\n", cells.Cell(number)) == ran + "y\n"
    assert cells.as_typed(ran, cells.Cell(number + 9)) == cells.as_typed(ran, cells.Cell()) == ran


def test_magics_and_the_shell_within_a_cell(shell: Shell) -> None:
    ran = shell("%%compile_explain -q\n%env CE_TEST=7\ny = !echo $CE_TEST\nprint(y[0])")
    assert ran.result.success and ran.out.splitlines()[-1] == "7"
    ran = shell("%%compile_explain -q\n%%capture caught\nprint('inside')")
    assert ran.result.success and ran.out == "" and shell["caught"].stdout == "inside\n"


def test_an_error_in_a_cell_is_shown_after_what_was_seen(shell: Shell) -> None:
    ran = shell("%%compile_explain\n" + CELL + "fast(x)\n\n1 / 0")
    assert isinstance(ran.result.error_in_exec, ZeroDivisionError) and not ran.result.success
    assert ran.explorations == 1
    assert "line 5" in ran.out and "----> 5 1 / 0" in ran.out and ran.out.count("ZeroDivisionError") == 2
    assert "magics.py" not in ran.out and "interactiveshell.py" not in ran.out and "run_cell_magic" not in ran.out


def test_an_error_below_the_cell_keeps_the_users_frames(shell: Shell) -> None:
    shell("def outer():\n    return inner()\ndef inner():\n    raise KeyError('deep')")
    ran = shell("%%compile_explain -q\nouter()")
    assert isinstance(ran.result.error_in_exec, KeyError)
    assert "outer()" in ran.out and "return inner()" in ran.out and "raise KeyError('deep')" in ran.out
    assert "magics.py" not in ran.out


def test_an_interrupt_in_a_cell_is_an_interrupt(shell: Shell) -> None:
    ran = shell("%%compile_explain\n" + CELL + "fast(x)\nraise KeyboardInterrupt")
    assert isinstance(ran.result.error_in_exec, KeyboardInterrupt)
    assert ran.explorations == 1


def test_an_interrupt_of_a_line_shows_what_was_seen(shell: Shell) -> None:
    shell("def stop(v):\n    raise KeyboardInterrupt")
    ran = shell(f"%compile_explain {E} stop(x)")
    assert isinstance(ran.result.error_in_exec, KeyboardInterrupt)
    assert ran.explorations == 1


@pytest.mark.parametrize(("body", "line"), [("x = (", 2), ("def f(:\n  pass", 2), ("x = 1\n y = 2", 3)])
def test_a_syntax_error_in_a_cell(shell: Shell, body: str, line: int) -> None:
    ran = shell(f"%%compile_explain\n{body}")
    assert not ran.result.success and isinstance(ran.result.error_before_exec, SyntaxError)
    assert f"line {line}" in ran.out and "magics.py" not in ran.out and ran.displayed == []


def test_await_at_the_top_of_a_cell(shell: Shell) -> None:
    ran = shell("%%compile_explain\nimport asyncio\nawait asyncio.sleep(0)")
    assert "UsageError: a %% cell cannot await at its top" in ran.err and not ran.result.success


def test_the_users_own_explorer_error_keeps_its_type(shell: Shell) -> None:
    ran = shell("%%compile_explain -q\nimport explorer\nexplorer.load('none.json')")
    assert type(ran.result.error_in_exec).__name__ == "ReportError"
    assert "explorer.load('none.json')" in ran.out


@pytest.mark.parametrize("interactivity", ["all", "last", "last_expr", "none"])
def test_what_ipython_shows_of_a_cell_is_the_users_choice(shell: Shell, interactivity: str) -> None:
    shell.ip.ast_node_interactivity = interactivity
    try:
        plain = shell("1\nz = 2\nz")
        under = shell("%%compile_explain -q\n1\nz = 2\nz")
    finally:
        shell.ip.ast_node_interactivity = "last_expr"
    values = [line.split(": ")[1] for line in plain.out.splitlines() if line.startswith("Out[")]
    assert [line.split(": ")[1] for line in under.out.splitlines() if line.startswith("Out[")] == values


def test_ids_of_cells_are_remembered(shell: Shell) -> None:
    shell.ip.run_cell("1", store_history=True, cell_id="cell-7")
    number = shell.ip.execution_count - 1
    assert cells._IDS[number] == "cell-7"


def test_loading_twice_changes_nothing(shell: Shell) -> None:
    shell("%reload_ext explorer")
    assert shell(f"%compile_explain {E} net(x)").explorations == 1


@pytest.mark.parametrize(
    ("text", "code", "silenced"),
    [
        ("f(x)", "f(x)", False),
        ("f(x);", "f(x)", True),
        ("f(x) ; # a; b", "f(x) ", True),
        ("f(';')", "f(';')", False),
        ("a\nb;\n# c", "a\nb", True),
        ("", "", False),
        ("f(", "f(", False),
        ("'open", "'open", False),
    ],
)
def test_without_semicolon(text: str, code: str, silenced: bool) -> None:
    assert without_semicolon(text) == (code, silenced)


EDITED = """
def double(x):
    print("twice")
    return x * 2
def quietly(x):
    return x * 2
"""


def test_against_an_exploration_made_before(shell: Shell) -> None:
    shell(EDITED.strip())
    shell("r = %compile_explain -q --backend eager double(x)")
    for expression in ("quietly(x)", "quietly"):  # with its own arguments, and with those of r
        ran = shell(f"c = %compile_explain -q --backend eager --against r {expression}")
        assert ran.result.success, ran.err
        assert shell["c"].fixed is True
    shown = shell("%compile_explain --backend eager --against r quietly(x)")
    assert "Fixed: 1 break gone, nothing new." in shown.out


def test_cells_are_compared_with_the_value_they_end_with(shell: Shell) -> None:
    shell(EDITED.strip())
    shell("import torch._dynamo; torch._dynamo.reset()")
    shell("%%compile_explain -q --as first\ntorch.compile(double, backend='eager')(x)")
    shell("%%compile_explain -q --as second --against first\ntorch.compile(quietly, backend='eager')(x)")
    assert shell["second"].fixed is True
    shell("%%compile_explain -q --as third --against first\ny = torch.compile(quietly, backend='eager')(x)")
    assert shell["third"].fixed is None


@pytest.mark.parametrize(
    ("name", "words"), [("nothing", "no variable and no file of that name"), ("x", "needs an exploration")]
)
def test_against_what_is_no_exploration(shell: Shell, name: str, words: str) -> None:
    ran = shell(f"%compile_explain -q --against {name} double(x)")
    assert words in f"{ran.result.error_in_exec}"


def test_measuring_a_call(shell: Shell) -> None:
    shell("r = %compile_explain -q -m --time-limit 0.5 --backend eager --no-probe double(x)")
    assert shell["r"].verdict.timings is not None
