"""torch in a process of its own: imported, failing to, and compiling a first kernel."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from explorer.doctor.compiling import compiler_line, compiling_lines, first_kernel, import_line, kernel_line, probe
from explorer.doctor.warm import warm


def test_a_torch_that_cannot_be_imported(tmp_path: Path) -> None:
    (tmp_path / "torch").mkdir()
    (tmp_path / "torch" / "__init__.py").write_text("raise ImportError('libcudart.so.13: cannot open')\n")
    line = import_line(probe(PYTHONPATH=str(tmp_path)))
    assert line.state == "fault" and "libcudart.so.13: cannot open" in line.said


def test_a_torch_that_crashes(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("import os\nos.abort()\n")
    line = import_line(probe(PYTHONPATH=str(tmp_path)))
    assert line.state == "fault" and "ended with code -6" in line.said


def test_no_compiler(tmp_path: Path) -> None:
    missing = str(tmp_path / "g++")
    found = probe("kernel", CXX=missing, TORCHINDUCTOR_CACHE_DIR=str(tmp_path))
    assert found["seconds"] > 0 and found["cache"] == str(tmp_path)
    line = kernel_line(found)
    assert line.state == "fault" and "apt-get install g++" in (line.remedy or "")


def test_the_compilers_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "/nowhere/g++")
    assert compiler_line().state == "fault" and "/nowhere/g++" in compiler_line().said
    monkeypatch.delenv("CXX")
    monkeypatch.setenv("PATH", "/nowhere")
    assert compiler_line().said.startswith("none found")


@pytest.mark.parametrize(
    ("seconds", "right", "state"), [(4.0, True, "ok"), (200.0, True, "warning"), (4.0, False, "fault")]
)
def test_what_is_said_of_a_kernel(seconds: float, right: bool, state: str) -> None:
    line = kernel_line({"kernel_seconds": seconds, "right": right})
    assert line.state == state and (line.remedy is None) is (state == "ok")


def test_a_sample_that_cannot_be_explained() -> None:
    heard: list[str] = []
    line = warm(["no_such_sample"], heard.append)
    assert line.state == "fault" and "no_such_sample" in line.said and len(heard) == 1


@pytest.mark.slow
def test_a_first_kernel(tmp_path: Path) -> None:
    found = first_kernel(str(tmp_path))
    assert found["right"] is True and kernel_line(found).state in ("ok", "warning")
    assert os.listdir(tmp_path) == []
    assert [line.state for line in compiling_lines(kernel=False)].count("fault") == 0


@pytest.mark.slow
def test_warming(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    assert warm(["print_in_forward", "custom_op_without_fake"], lambda _: None).state == "ok"
    assert list(tmp_path.rglob("*.so"))
