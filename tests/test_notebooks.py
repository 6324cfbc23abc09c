"""The notebooks run in a real kernel, and so do the magics: what arrives at a front end is what the user sees."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

FOLDER = Path(__file__).parents[1] / "notebooks"
MIME = "application/vnd.compile-explorer.v1+json"
PLOTLY = "application/vnd.plotly.v1+json"

Output = dict[str, Any]


def run(notebook: nbformat.NotebookNode, folder: Path, *, allow_errors: bool = False) -> nbformat.NotebookNode:
    """``notebook`` executed with the python3 kernel, in ``folder``."""
    resources = {"metadata": {"path": str(folder)}}
    client = nbclient.NotebookClient(
        notebook, timeout=240, kernel_name="python3", resources=resources, allow_errors=allow_errors
    )
    return client.execute()


def outputs(cell: nbformat.NotebookNode) -> list[Output]:
    """What a cell shows: its outputs without the emptied display of progress."""
    return [output for output in cell.outputs if output.get("data") != {"text/plain": ""}]


def explorations(cell: nbformat.NotebookNode) -> list[Output]:
    """The bundles of the explorations that a cell shows."""
    return [output["data"] for output in cell.outputs if MIME in output.get("data", {})]


def text(cell: nbformat.NotebookNode, stream: str | None = None) -> str:
    """The plain text of a cell's outputs, or of one stream of it."""
    if stream is not None:
        return "".join(output["text"] for output in cell.outputs if output.get("name") == stream)
    return "\n".join(output.get("data", {}).get("text/plain", "") for output in cell.outputs)


# -- the notebooks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_stored_without_outputs(path: Path) -> None:
    stored = nbformat.read(path, as_version=4)
    nbformat.validate(stored)
    for cell in stored.cells:
        assert cell.get("outputs", []) == [] and cell.get("execution_count") is None


def test_read_a_report(tmp_path: Path) -> None:
    done = run(nbformat.read(FOLDER / "02_read_a_report.ipynb", as_version=4), tmp_path)
    setup, load, explain, verdict, kernels, became, selected, kept = (
        cell for cell in done.cells if cell.cell_type == "code"
    )
    assert setup.outputs == [] and load.outputs == []
    (shown,) = explorations(explain)
    assert "1 graph    0 breaks" in shown["text/plain"]
    assert text(verdict).startswith("(1, (), KernelCounts(")
    assert "cpp_fused" in text(kernels)
    assert "/fwd/codegen/kernel." in text(became) and "/bwd/codegen/kernel." in text(became)
    assert text(selected).startswith("('source:")
    assert text(kept) == "['net-for-others.html', 'net.explorer.json.gz', 'net.html']"


def test_first_look(tmp_path: Path) -> None:
    done = run(nbformat.read(FOLDER / "01_first_look.ipynb", as_version=4), tmp_path)
    setup, load, first, quiet, graphs, sizes, recompiles = (cell for cell in done.cells if cell.cell_type == "code")
    assert setup.outputs == [] and load.outputs == []

    (shown,) = explorations(first)
    assert "2 graphs    1 break" in shown["text/plain"] and "In[1], line 13" in shown["text/plain"]
    assert "1  0/0  Block.forward" in shown["text/plain"] and "resumed" in shown["text/plain"]
    assert "In[1], line 13" in shown["text/html"]
    assert "<script" not in shown["text/html"] and "<style" not in shown["text/html"]
    assert len(json.dumps(shown[MIME])) <= 256_000
    assert "mean of the hidden layer" in text(first, "stdout")

    assert text(quiet) == "(1, True)"
    assert "QuietBlock.forward" in text(graphs)
    assert "torch.Size([12, 32])" in text(sizes) and len(explorations(sizes)) == 1
    assert "1 recompile" in text(sizes)
    assert text(recompiles).count("size mismatch at index 0. expected 4, actual 6") == 1


def test_why_does_it_recompile(tmp_path: Path) -> None:
    done = run(nbformat.read(FOLDER / "05_why_does_it_recompile.ipynb", as_version=4), tmp_path)
    setup, sizes, table, guards, tried, fixed, number, counted, in_tensor, limit, others = (
        cell for cell in done.cells if cell.cell_type == "code"
    )
    assert setup.outputs == []
    (shown,) = explorations(sizes)
    assert "1 recompile" in shown["text/plain"] and "dimension 0 of x was 4 and is 6" in shown["text/plain"]
    assert "size mismatch at index 0" in text(table)
    assert "float32[4, 8]" in text(guards, "stdout")
    assert "1 recompile as it is, 0 with dynamic=True" in text(tried)
    assert text(fixed) == "(1, 0)" and text(in_tensor) == "(3, 0)"
    assert text(number) == "([('at == 3', 2)], 0)"
    assert text(counted).count("self.steps = self.steps + 1") == 3
    assert text(limit).strip() == "True" and text(limit, "stdout").startswith("Remove what makes scaled recompile")
    assert "+    torch._dynamo.mark_dynamic(x, 0)" in text(others, "stdout")


def test_break_by_break(tmp_path: Path) -> None:
    done = run(nbformat.read(FOLDER / "04_break_by_break.ipynb", as_version=4), tmp_path)
    setup, load, broken, breaks, causes, runs, moments, state, added, mended, after = (
        cell for cell in done.cells if cell.cell_type == "code"
    )
    assert setup.outputs == [] and load.outputs == []
    (shown,) = explorations(broken)
    assert "4 graphs    2 breaks" in shown["text/plain"] and "Dynamo, step by step" in shown["text/plain"]
    assert "GB0059" in text(breaks) and "GB0170" in text(breaks) and "GB0059" in text(causes)
    assert 'report("match", match)' in text(runs) and "score.max() > 1" in text(runs)
    assert [word for word in ("stop", "break", "restart", "graph") if word not in text(moments)] == []
    assert text(state, "stdout").startswith("stack:  gt b8[]\nlocals:")
    assert "gt = operator.gt(max_1, 1)" in text(added)
    assert "2 breaks gone, nothing new" in text(mended, "stdout")
    assert text(after).startswith("(1, (), ")


def test_is_it_really_faster(tmp_path: Path) -> None:
    done = run(nbformat.read(FOLDER / "03_is_it_really_faster.ipynb", as_version=4), tmp_path)
    setup, load, explain, speedup, timings, table, ledger, timeline, cut = (
        cell for cell in done.cells if cell.cell_type == "code"
    )
    assert setup.outputs == load.outputs == [] and outputs(explain) == []
    for picture in (speedup, ledger, timeline):
        (shown,) = (output["data"] for output in picture.outputs if PLOTLY in output.get("data", {}))
        assert shown[PLOTLY]["data"] and not shown[PLOTLY]["layout"]["meta"]["alt"].startswith("Not measured")
    assert re.fullmatch(r"\(\d+, (True|False), True\)", text(timings))
    rows = text(table)
    assert all(name in rows for name in ("layer_norm", "gelu", "addmm", "cpp_fused"))
    costs = text(cut)
    assert 0 < costs.index("time.sleep(0.002)") < costs.index("torch._dynamo.graph_break()")


# -- the magics in a kernel -------------------------------------------------------------------------------------------

E = "--backend eager"
CELLS = {
    "setup": "import torch\n\ndef double(x):\n    y = x * 2\n    return y.relu()\n\nx = torch.ones(3)",
    "load": "%load_ext explorer",
    "bare": f"%compile_explain {E} double(x)",
    "middle": f"%compile_explain {E} double(x)\nafter = 1",
    "assigned": f"r = %compile_explain {E} double(x)",
    "place": "r.report.program.place.execution_count, r.report.program.place.line",
    "semicolon": f"%compile_explain {E} double(x);",
    "bad_option": "%compile_explain --bakend eager double(x)",
    "no_inputs": "%compile_explain double",
    "users_error": f"%compile_explain {E} double(x / missing)",
    "cell": "%%compile_explain --as kept\nfast = torch.compile(double, backend='eager')\nz = fast(x)\nz.shape",
    "names": "z.shape == _, kept.verdict.graphs, kept.report.compilations[0].place.execution_count",
    "cell_error": "%%compile_explain\nfast(torch.ones(2, 2))\n\n1 / 0",
    "cell_syntax": "%%compile_explain\nfast(",
    "cell_await": "%%compile_explain\nimport asyncio\nawait asyncio.sleep(0)",
    "capture": "import asyncio, explorer\nwith explorer.capture() as seen:\n"
    "    await asyncio.sleep(0)\n    fast(torch.ones(2, 2, 2))",
    "captured": "seen.verdict.graphs",
    "followed": "%%compile_explain -q --steps --as followed\nlate = torch.compile(lambda x: x + 1, backend='eager')(x)",
    "steps": "list(followed.frames['steps']['instruction'].dropna())[-2:]",
    "slow": "import time\n%compile_explain -q " + E + " double((time.sleep(1), x)[1])",
}


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, nbformat.NotebookNode]]:
    """The cells above, run one after the other in one kernel."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS.values()])
    done = run(notebook, tmp_path_factory.mktemp("kernel"), allow_errors=True)
    yield dict(zip(CELLS, done.cells, strict=True))


Ran = dict[str, nbformat.NotebookNode]


def test_a_bare_line_is_the_result_of_its_cell(kernel: Ran) -> None:
    (output,) = outputs(kernel["bare"])
    assert output["output_type"] == "execute_result"
    assert set(output["data"]) == {"text/plain", "text/html", MIME}
    assert "In[1], line 3" in output["data"]["text/plain"]


def test_a_line_in_the_middle_is_displayed(kernel: Ran) -> None:
    (output,) = outputs(kernel["middle"])
    assert output["output_type"] == "display_data" and MIME in output["data"]


def test_an_assignment_and_a_semicolon_show_nothing(kernel: Ran) -> None:
    assert outputs(kernel["assigned"]) == [] and outputs(kernel["semicolon"]) == []
    assert text(kernel["place"]) == "(1, 3)"


def test_a_bad_option_is_no_error_of_the_cell(kernel: Ran) -> None:
    (output,) = kernel["bad_option"].outputs
    assert (output["output_type"], output["name"]) == ("stream", "stderr")
    assert output["text"].startswith("usage: %compile_explain [options] model(x)\nUsageError: ")


def test_our_error_is_one_line(kernel: Ran) -> None:
    (output,) = kernel["no_inputs"].outputs
    assert output["output_type"] == "stream" and output["text"].startswith("UsageError: no inputs for double: give")
    assert output["text"].count("\n") == 1


def test_the_users_error_in_an_argument(kernel: Ran) -> None:
    (output,) = kernel["users_error"].outputs
    assert (output["output_type"], output["ename"]) == ("error", "NameError")
    assert "magics.py" not in "".join(output["traceback"])


def test_a_cell_shows_its_value_and_then_the_exploration(kernel: Ran) -> None:
    value, shown = outputs(kernel["cell"])
    assert (value["output_type"], value["data"]["text/plain"]) == ("execute_result", "torch.Size([3])")
    assert value["execution_count"] == kernel["cell"].execution_count
    assert shown["output_type"] == "display_data" and MIME in shown["data"]
    assert text(kernel["names"]) == "(True, 1, 1)"


def test_an_error_in_a_cell_comes_after_the_exploration_and_once(kernel: Ran) -> None:
    shown, error = outputs(kernel["cell_error"])
    assert MIME in shown["data"]
    assert (error["output_type"], error["ename"]) == ("error", "ZeroDivisionError")
    trace = "".join(error["traceback"])
    assert "line 4" in trace and "magics.py" not in trace and "run_cell_magic" not in trace


def test_a_syntax_error_and_an_await_in_a_cell(kernel: Ran) -> None:
    (error,) = kernel["cell_syntax"].outputs
    assert (error["output_type"], error["ename"]) == ("error", "SyntaxError")
    assert "cannot await at its top" in text(kernel["cell_await"], "stderr")


def test_capture_around_an_await(kernel: Ran) -> None:
    assert text(kernel["captured"]) == "1"


def test_a_cell_is_followed_step_by_step(kernel: Ran) -> None:
    assert outputs(kernel["followed"]) == []
    assert text(kernel["steps"]) == "['BINARY_OP', 'RETURN_VALUE']"


def test_quiet_shows_no_progress_either(kernel: Ran) -> None:
    assert kernel["slow"].outputs == []
