"""Folders that cannot be written, and another package of our name."""

from __future__ import annotations

from collections import namedtuple
from pathlib import Path

import pytest

import explorer
from explorer.doctor.folders import folder_line, package_line

OWN = str(Path(explorer.__file__).resolve().parents[1])


def test_a_folder_that_will_be_made_is_tried_where_it_will_be(tmp_path: Path) -> None:
    assert folder_line("cache folder", str(tmp_path / "a" / "b"), "remedy").state == "ok"
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    line = folder_line("cache folder", str(tmp_path / "file" / "cache"), "choose another")
    assert (line.state, line.remedy) == ("fault", "choose another")
    assert "cannot be written: Not a directory" in line.said


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage(100 << 30, 100 << 30, 5 << 20))
    line = folder_line("cache folder", str(tmp_path), "remedy")
    assert line.state == "warning" and "5 MiB left" in line.said


@pytest.mark.parametrize("made", ["explorer/__init__.py", "explorer.py"])
def test_a_foreign_package(tmp_path: Path, made: str) -> None:
    path = tmp_path / made
    path.parent.mkdir(exist_ok=True)
    path.touch()
    line = package_line([str(tmp_path), OWN])
    assert line.state == "fault" and str(tmp_path) in line.said and line.remedy
    # Python takes the first
    assert package_line([OWN, str(tmp_path)]).state == "ok"


def test_a_folder_of_that_name_is_no_package(tmp_path: Path) -> None:
    (tmp_path / "explorer").mkdir()
    assert package_line([str(tmp_path), OWN]).state == "ok"


def test_a_distribution_that_brings_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "importlib.metadata.packages_distributions", lambda: {"explorer": ["torch-compile-explorer", "explorer"]}
    )
    line = package_line([OWN])
    assert line.state == "fault" and "pip uninstall explorer" in (line.remedy or "")
