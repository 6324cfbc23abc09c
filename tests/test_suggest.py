"""Edits are offered only when they are proven: the break is gone by plain torch, and nothing of the user's changes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch._dynamo

import explorer
from explorer.swapped import CannotSwap, functions_at, swapped
from tests.edits.test_edits import line_of

PROGRAM = """import logging

import torch

log = logging.getLogger(__name__)


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        h = self.linear(x)
        print("mean", h.mean())
        if h.sum() > 0:
            h = h + 1
        else:
            h = h - 1
        s = h.abs().mean().item()
        return helper(h) * s


def helper(y):
    out = torch.zeros_like(y)
    for i in (y[:, 0] > 0).nonzero().flatten():
        out[i] = y[i] * 2
    return out


def counted(x):
    n = int(x.sum())
    for _ in range(n):
        x = x + 1
    return x


def stepped(x):
    if x.sum() > 0:
        x = x + 1
    return x


def sign_in_disguise(x):
    if x.sum() > -1e9:
        x = x.abs()
    return x.sum()
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The program as a module of a file of its own."""
    folder = tmp_path_factory.mktemp("suggest")
    (folder / "suggested_program.py").write_text(PROGRAM)
    sys.path.insert(0, str(folder))
    import suggested_program

    yield suggested_program
    sys.path.remove(str(folder))


@pytest.fixture(autouse=True)
def fresh_dynamo() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


@pytest.fixture(scope="module")
def explored(program: Any) -> Iterator[tuple[Any, explorer.Exploration, Any]]:
    torch.manual_seed(0)
    net = program.Net()
    x = explorer.explain(net, backend="eager", probe=False)(torch.randn(5, 4))
    yield net, x, x.suggest()


def graphs_of_plain_torch(text: str, folder: Path) -> int:
    """How many graphs the edited program makes in a process of its own."""
    (folder / "edited.py").write_text(text)
    child = (
        "import torch, edited\nseen = []\n"
        "def backend(graph, _):\n    seen.append(1)\n    return graph.forward\n"
        "torch.manual_seed(0)\nnet = edited.Net()\ntorch.compile(net, backend=backend)(torch.randn(5, 4))\n"
        "print('graphs', len(seen))\n"
    )
    done = subprocess.run([sys.executable, "-c", child], cwd=folder, capture_output=True, text=True, check=True)
    return int(done.stdout.rpartition("graphs ")[2])


def test_every_kind_is_offered_with_its_proof(explored: Any) -> None:
    _, _, found = explored
    names = {each.finding.code: each.name for each in found}
    assert names == {
        "GB0059": "only when not compiling",
        "GB0170": "compute both sides, pick with torch.where",
        "GB0124": "keep the number a tensor",
        "GB0036": "all places at once, those of the mask kept",
    }
    assert all(each.compared.record.equal is True and each.others > 0 for each in found)
    lines = {each.place.rpartition(":")[2] for each in found}
    assert lines == {str(line_of(PROGRAM, mark)) for mark in ("print(", "if h.sum()", ".item()", "for i in")}


def test_nothing_of_the_users_is_changed(explored: Any, program: Any) -> None:
    net, _, _ = explored
    assert Path(program.__file__).read_text() == PROGRAM
    assert program.Net.forward.__code__.co_filename == program.__file__
    assert program.helper.__code__.co_filename == program.__file__
    assert net.calls == 1  # the call of the exploration alone
    assert all(parameter.grad is None for parameter in net.parameters())


@pytest.mark.slow
def test_the_diffs_apply_and_plain_torch_breaks_less(explored: Any, tmp_path: Path) -> None:
    _, x, found = explored
    text = PROGRAM
    for number, each in enumerate(found):
        (tmp_path / "program.py").write_text(text)
        (tmp_path / f"{number}.diff").write_text(each.diff)
        done = subprocess.run(
            ["patch", "-p1", "--fuzz=3", "program.py", f"{number}.diff"], cwd=tmp_path, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stdout
        text = (tmp_path / "program.py").read_text()
    assert graphs_of_plain_torch(PROGRAM, tmp_path) == x.verdict.graphs
    assert graphs_of_plain_torch(text, tmp_path) == 1


def test_what_is_not_equal_or_does_not_run_is_not_shown(program: Any) -> None:
    for function, x in ((program.counted, torch.ones(2)), (program.sign_in_disguise, torch.ones(2))):
        explored = explorer.explain(function, backend="eager", probe=False)(x)
        assert len(explored.verdict.graph_breaks) > 0
        found = explored.suggest()
        for each in found:  # an edit of the disguised branch is right: abs() is taken whatever x is
            assert function is program.sign_in_disguise
            assert each.compared.record.equal is True
        if function is program.counted:
            assert len(found) == 0
            assert "No mechanical edit" in found.text()


def test_the_other_side_of_a_branch_is_tried_too(program: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from explorer import suggest as suggesting
    from explorer.edits import Edit

    wrong = PROGRAM.replace("    if x.sum() > 0:\n        x = x + 1\n    return x\n", "    x = x + 1\n    return x\n")
    monkeypatch.setattr(suggesting, "edits_at", lambda text, line: [Edit("always", wrong)])
    explored = explorer.explain(program.stepped, backend="eager", probe=False)(torch.ones(3))
    assert len(explored.suggest()) == 0  # equal for this input, which takes that side; not for its negative


def test_no_break_no_suggestion() -> None:
    found = explorer.explain(lambda x: x.sin(), backend="eager", probe=False)(torch.ones(3)).suggest()
    assert (len(found), found.looked_at) == (0, 0)
    assert "no graph break" in found.text()


def test_it_shows_itself_everywhere(explored: Any) -> None:
    _, _, found = explored
    bundle = found._repr_mimebundle_()
    assert bundle["text/plain"].startswith("4 edits proven, for ")
    assert "<script" not in bundle["text/html"]
    assert list(found.frame.columns) == ["place", "code", "name", "proof", "diff"]
    assert found[0].diff.startswith("--- a/") and "\n+++ b/" in found[0].diff


def test_code_is_swapped_for_a_body_and_back_after_an_error(program: Any) -> None:
    line = line_of(PROGRAM, ["x = x + 1", "    return x"][0])
    line = line_of(PROGRAM, "if x.sum() > 0")
    code = program.stepped.__code__
    text = PROGRAM.replace("if x.sum() > 0", "if x.sum() > 100")
    with pytest.raises(KeyboardInterrupt), swapped(program.__file__, line, text):
        assert program.stepped.__code__ is not code
        assert torch.equal(program.stepped(torch.ones(2)), torch.ones(2))
        raise KeyboardInterrupt
    assert program.stepped.__code__ is code
    assert torch.equal(program.stepped(torch.ones(2)), torch.full((2,), 2.0))
    assert list(functions_at(program.__file__, line)) == [program.stepped]


def test_what_cannot_be_swapped(program: Any) -> None:
    with pytest.raises(CannotSwap, match="no function"), swapped(program.__file__, 1, PROGRAM):
        pass
    line = line_of(PROGRAM, "if x.sum() > 0")
    with pytest.raises(CannotSwap, match="has no stepped"), swapped(program.__file__, line, "import torch\n"):
        pass
    with pytest.raises(CannotSwap, match="not Python"), swapped(program.__file__, line, "def stepped(:\n"):
        pass
