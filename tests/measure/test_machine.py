"""What the machine can do: measured once, kept by device and threads, and measured again where it cannot be kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from explorer.measure import machine as measured


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that keeps it, in an empty folder; what is measured is small."""
    path = tmp_path / "cache" / "machine.json"
    monkeypatch.setattr(measured, "path", lambda: str(path))
    monkeypatch.setattr(measured, "COPY", 2**20)
    monkeypatch.setattr(measured, "SIZE", {"cpu": 64})
    return path


def test_measured_once(kept: Path) -> None:
    first, second = measured.machine(["cpu"]), measured.machine(["cpu"])
    assert (first["kept"], second["kept"]) == (False, True)
    assert {**first, "kept": True} == second
    assert first["copy_bytes_per_second"] > 0 and first["matmul_flops_per_second"] > 0
    assert first["threads"] == torch.get_num_threads() and first["device"] == "cpu"


def test_other_threads_are_another_machine(kept: Path) -> None:
    before = torch.get_num_threads()
    measured.machine(["cpu"])
    torch.set_num_threads(before + 1)
    try:
        assert measured.machine(["cpu"])["kept"] is False
    finally:
        torch.set_num_threads(before)
    assert len(json.loads(kept.read_text())) == 2


@pytest.mark.parametrize("text", ["", "{", "[1]", '"words"'])
def test_a_damaged_file_is_measured_again(kept: Path, text: str) -> None:
    kept.parent.mkdir()
    kept.write_text(text)
    assert measured.machine(["cpu"])["kept"] is False
    assert measured.machine(["cpu"])["kept"] is True


def test_a_folder_that_cannot_be_made_costs_nothing_else(kept: Path) -> None:
    kept.parent.write_text("a file where the folder should be")
    assert measured.machine(["cpu"])["kept"] is False


def test_the_file_lies_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert "compile-explorer" in measured.path() and measured.path().endswith("machine.json")
