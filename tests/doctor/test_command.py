"""``compile-explorer doctor``: its text, its JSON and its exit codes, also without torch."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from explorer import cli
from explorer.doctor import command
from explorer.doctor.line import Line

WITHOUT_TORCH = """
import importlib.metadata, importlib.util, sys
found, version = importlib.util.find_spec, importlib.metadata.version
importlib.util.find_spec = lambda name, *rest: None if name == "torch" else found(name, *rest)
class Missing:
    def find_spec(self, name, *rest):
        if name.split(".")[0] == "torch":
            raise ModuleNotFoundError("No module named 'torch'", name="torch")
sys.meta_path.insert(0, Missing())
from explorer import cli
code = cli.main(["doctor", "--json", "--warm"])
assert "torch" not in sys.modules
sys.exit(code)
"""


def test_without_torch() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_TORCH], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)
    lines = {line["name"]: line for line in found["lines"]}
    assert found["schema"] == command.SCHEMA and found["ok"] is False
    assert lines["torch"]["state"] == "fault" and lines["torch"]["remedy"] == "pip install 'torch>=2.11'"
    assert lines["JupyterLab"]["state"] == "ok"
    assert "import torch" not in lines


def test_with_torch(capsys: pytest.CaptureFixture[str]) -> None:
    code = cli.main(["doctor", "--no-kernel"])
    text = capsys.readouterr().out
    assert code == 0, text
    for name in ("Python", "torch", "triton", "package explorer", "import torch", "cache folder", "JupyterLab"):
        assert f"  {name}: " in text
    assert "first C++ kernel" not in text


def test_a_fault_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [Line("torch", "ok", "2.13.0"), Line("this folder", "fault", "cannot be written", "go elsewhere")]
    monkeypatch.setattr(command, "examine", lambda **_: iter(lines))
    assert cli.main(["doctor"]) == 1
    assert capsys.readouterr().out == (
        "ok       torch: 2.13.0\nFAULT    this folder: cannot be written\n         → go elsewhere\n"
    )
    assert cli.main(["doctor", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["lines"][1]["remedy"] == "go elsewhere"
