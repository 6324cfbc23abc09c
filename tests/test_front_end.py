"""The built front end in the package: there, small enough, safe to stand in a page, and not older than its sources."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STATIC = ROOT / "explorer" / "static"
EXTENSION = ROOT / "explorer" / "labextension"
SOURCES = ROOT / "extension"

AGAIN = "the built front end is older than its sources: cd extension && npm ci && npm run build"


def digest(names: list[str]) -> str:
    """The hash of all source files, as ``extension/scripts/stamp.mjs`` makes it."""
    paths = [SOURCES / name for name in names]
    files = {path for top in paths for path in ([top] if top.is_file() else top.rglob("*")) if path.is_file()}
    whole = hashlib.sha256()
    for name in sorted(file.relative_to(SOURCES).as_posix() for file in files):
        whole.update(f"{name}\n".encode())
        whole.update(hashlib.sha256((SOURCES / name).read_bytes()).hexdigest().encode())
    return whole.hexdigest()


@pytest.mark.skipif(not (SOURCES / "package.json").is_file(), reason="a source distribution has the built files alone")
def test_the_built_files_are_as_new_as_their_sources() -> None:
    stamp = json.loads((STATIC / "sources.json").read_text())
    assert digest(stamp["sources"]) == stamp["sha256"], AGAIN


def test_the_widget_is_small() -> None:
    assert (STATIC / "widget.js").stat().st_size <= 450_000


@pytest.mark.parametrize("name", ["page.js", "widget.js"])
def test_a_script_can_stand_in_a_page_and_evaluates_nothing(name: str) -> None:
    text = (STATIC / name).read_text("utf-8")
    assert not re.search(r"</script|<!--", text, re.IGNORECASE)
    assert not re.search(r"\beval\(|new Function\(", text)


def test_the_style_sheet_loads_nothing() -> None:
    sheet = (STATIC / "viewer.css").read_text("utf-8")
    assert not re.search(r"@import|url\(['\"]?(?!data:)", sheet)


def test_the_extension_is_whole() -> None:
    package = json.loads((EXTENSION / "package.json").read_text())
    entry = package["jupyterlab"]["_build"]["load"]
    assert (EXTENSION / entry).is_file()
    assert (EXTENSION / "schemas" / package["name"] / "plugin.json").is_file()
