"""torch and triton by their metadata: what is missing, too old or not the one that torch asks for."""

from __future__ import annotations

import importlib.metadata
import re

import pytest

from explorer.doctor import packages


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Versions by package, in place of those that are installed; torch names no triton, as its CPU builds do not."""
    found: dict[str, str] = {}

    def version(package: str) -> str:
        if package not in found:
            raise importlib.metadata.PackageNotFoundError(package)
        return found[package]

    monkeypatch.setattr(packages, "installed_torch", lambda: found.get("torch"))
    monkeypatch.setattr(importlib.metadata, "version", version)
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: ["filelock", "sympy>=1.13.3"])
    return found


@pytest.mark.parametrize(
    ("version", "state"),
    [("2.13.0+cpu", "ok"), ("2.11.0", "ok"), ("2.14.1", "ok"), ("2.10.0", "fault"), ("2.15.0", "warning")],
)
def test_torch(installed: dict[str, str], version: str, state: str) -> None:
    installed["torch"] = version
    line = packages.torch_line()
    assert line.state == state and version in line.said
    assert (line.remedy is None) is (state == "ok")


def test_no_torch(installed: dict[str, str]) -> None:
    assert packages.torch_line().remedy == "pip install 'torch>=2.11'"
    assert packages.triton_line().state == "ok"


@pytest.mark.parametrize(
    ("torch", "triton"), [("2.11.0", "3.6.0"), ("2.12.1", "3.7.1"), ("2.13.0+cpu", "3.7.1"), ("2.14.1", "3.8.0")]
)
def test_the_triton_of_each_torch(
    installed: dict[str, str], torch: str, triton: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    installed["torch"] = torch
    assert packages.triton_line().remedy == f"pip install triton=={triton}"
    installed["triton"] = "3.1.0"
    assert packages.triton_line().remedy == f"pip install triton=={triton}"
    installed["triton"] = triton
    assert (packages.triton_line().state, packages.triton_line().remedy) == ("ok", None)


def test_what_torch_itself_asks_for_comes_first(installed: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    installed["torch"] = "2.13.0"
    wanted = ['triton==3.9.9; platform_system == "Linux"']
    monkeypatch.setattr(importlib.metadata, "requires", lambda _: wanted)
    assert packages.wanted_triton() == "3.9.9"


def test_there_is_no_triton_elsewhere(installed: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    installed["torch"] = "2.13.0"
    monkeypatch.setattr("sys.platform", "darwin")
    assert packages.triton_line().state == "ok"


def test_this_environment() -> None:
    assert re.match(r"\d", packages.torch_line().said) and packages.python_line().state == "ok"
