"""torch's registry of breaks, read without importing torch."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from explorer.compat import graph_break_registry
from explorer.compat.graph_break_registry import entries_in

FILE = Path(torch.__file__).parent / "_dynamo" / "graph_break_registry.json"
LINK = "visit: https://meta-pytorch.github.io/compile-graph-break-site/gb/gb0059.html"


def test_only_what_occurs() -> None:
    known = json.loads(FILE.read_text())
    found = entries_in([LINK, None, "no link", LINK, "/gb/gb999999.html"])
    assert list(found) == ["GB0059"]
    assert found["GB0059"]["gb_type"] == known["GB0059"][0]["Gb_type"]
    assert found["GB0059"]["hints"] == known["GB0059"][0]["Hints"]
    assert entries_in([]) == {}


def test_every_entry_of_the_installed_torch_can_be_read() -> None:
    known = json.loads(FILE.read_text())
    assert entries_in(f"/{gb_id.lower()}.html" for gb_id in known).keys() == known.keys()


def test_torch_is_not_imported() -> None:
    program = (
        "import sys; from explorer.compat.graph_break_registry import entries_in; "
        f"assert entries_in([{LINK!r}]); print('torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@pytest.mark.parametrize(
    "content", ["", "[]", '{"GB0059": []}', '{"GB0059": [{"Gb_type": 3}]}', '{"GB0059": null}', None]
)
def test_a_registry_of_another_form_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    folder = tmp_path / "torch" / "_dynamo"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    if content is not None:
        (folder / "graph_break_registry.json").write_text(content)
    where = type("Spec", (), {"origin": str(folder.parent / "__init__.py")})
    monkeypatch.setattr(graph_break_registry.importlib.util, "find_spec", lambda _: where)
    graph_break_registry._registry.cache_clear()
    try:
        assert entries_in([LINK]) == {}
    finally:
        graph_break_registry._registry.cache_clear()
