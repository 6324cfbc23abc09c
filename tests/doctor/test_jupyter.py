"""The extension's state, as JupyterLab itself reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jupyter_core.paths import jupyter_path
from jupyterlab_server.config import get_page_config

from explorer.doctor.jupyter import EXTENSION, lab_line


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's configuration folder of our own."""
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "0")
    (tmp_path / "labconfig").mkdir()
    return tmp_path / "labconfig" / "page_config.json"


def test_it_is_installed(config: Path) -> None:
    line = lab_line()
    assert line.state == "ok" and EXTENSION in line.said


@pytest.mark.parametrize("entry", [{EXTENSION: True}, {EXTENSION: False}, {"another": True}])
def test_disabled_as_the_lab_reads_it(config: Path, entry: dict[str, bool]) -> None:
    config.write_text(json.dumps({"disabledExtensions": entry}))
    read = get_page_config(jupyter_path("labextensions")).get("disabledExtensions", [])
    line = lab_line()
    assert (line.state == "warning") is (EXTENSION in read)
    assert (line.remedy == f"jupyter labextension enable {EXTENSION}") is (EXTENSION in read)


def test_a_list_of_an_older_lab(config: Path) -> None:
    config.write_text(json.dumps({"disabledExtensions": [EXTENSION]}))
    assert "disabled" in lab_line().said


def test_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jupyter_core.paths.jupyter_path", lambda *_: ["/nowhere"])
    line = lab_line()
    assert line.state == "warning" and "pip install" in (line.remedy or "")
