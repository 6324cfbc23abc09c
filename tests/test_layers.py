"""The import rule: lower never imports upper, siblings never import each other, torch stays inside functions."""

from __future__ import annotations

import ast
import functools
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "explorer"

MAY_IMPORT: dict[str, tuple[str, ...]] = {
    "errors": (),
    "report": ("errors",),
    "compat": ("report",),
    "parse": ("report",),
    "samples": ("errors",),
    "fixes": ("samples", "errors"),
    "advice": ("report", "fixes"),
    "edits": ("report",),
    "tracing": ("report", "compat", "errors"),
    "measure": (
        "report",
        "compat",
        "parse",
        "tracing.event",
        "tracing.world",
        "tracing.environment",
        "tracing.failure",
    ),
    "ledger": ("report", "parse", "measure.statistics"),
    "stages": ("report", "parse", "tracing.event"),
    "views": ("report", "errors"),
    "build": ("report", "stages", "advice", "ledger", "tracing.event"),
}
"""What a module of each layer may import from the package beside its own layer. Layers above these join everything."""

SIBLINGS_APART = ("stages", "views")
"""Layers whose modules are found by being there: one never imports another (what they share has a folder)."""

PRIVATE = ("torch._", "torch.fx._", "torch.utils._")
PUBLIC_ENOUGH = ("torch.utils._pytree",)
"""Private by name; documented and used across the ecosystem."""

MODULES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.py"))


def layer_of(module: str) -> str:
    return module.split("/", maxsplit=1)[0]


def imports(path: Path, *, top_level: bool = False) -> Iterator[tuple[str, int]]:
    """Imported module names with their line; only those outside functions when ``top_level``."""
    tree = ast.parse(path.read_text())
    todo: list[ast.AST] = [tree]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
        if not (top_level and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            todo += ast.iter_child_nodes(node)


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) in MAY_IMPORT])
def test_lower_never_imports_upper(module: str) -> None:
    layer = layer_of(module)
    allowed = (layer, *MAY_IMPORT[layer])
    for name, line in imports(ROOT / f"{module}.py"):
        if name.startswith("explorer."):
            inside = name.removeprefix("explorer.")
            assert any(inside == ok or inside.startswith(f"{ok}.") for ok in allowed), f"{module}:{line} imports {name}"


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) in SIBLINGS_APART])
def test_siblings_never_import_each_other(module: str) -> None:
    layer, *rest = module.split("/")
    if len(rest) != 1 or rest[0] == "__init__":
        return
    siblings = {path.stem for path in (ROOT / layer).glob("*.py")} - {"__init__", rest[0]}
    registered = siblings if layer == "stages" else {name for name in siblings if _is_view(ROOT / layer / f"{name}.py")}
    for name, line in imports(ROOT / f"{module}.py"):
        parts = name.split(".")
        if parts[:2] == ["explorer", layer] and len(parts) > 2:
            assert parts[2] not in registered, f"{module}:{line} imports its sibling {name}"


def _is_view(path: Path) -> bool:
    return any(isinstance(node, ast.FunctionDef) and node.name == "render" for node in ast.parse(path.read_text()).body)


@pytest.mark.parametrize("module", MODULES)
def test_torch_is_imported_inside_functions(module: str) -> None:
    for name, line in imports(ROOT / f"{module}.py", top_level=True):
        assert name.split(".")[0] not in ("torch", "pandas", "plotly", "transformers", "timm"), f"{module}:{line}"


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) != "compat"])
def test_private_torch_names_live_in_compat(module: str) -> None:
    path = ROOT / f"{module}.py"
    for name, line in imports(path):
        if not name.startswith(PUBLIC_ENOUGH):
            assert not name.startswith(PRIVATE), f"{module}:{line} imports {name}"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute):
            text = ast.unparse(node)
            fine = not text.startswith("torch._") or text.startswith("torch.__version__")
            assert fine, f"{module}:{node.lineno} uses {text}"


@functools.cache
def _private_of_objects() -> frozenset[str]:
    """What tensors, parameters and modules keep to themselves: ``_version``, ``_buffers``."""
    import torch

    names = {name for each in (torch.Tensor, torch.nn.Parameter, torch.nn.Module()) for name in dir(each)}
    return frozenset(name for name in names if name.startswith("_") and not name.startswith("__"))


@pytest.mark.parametrize("module", [name for name in MODULES if layer_of(name) != "compat"])
def test_private_attributes_of_tensors_and_modules_are_read_in_compat(module: str) -> None:
    private = _private_of_objects()
    assert {"_version", "_buffers", "_forward_pre_hooks"} <= private
    for node in ast.walk(ast.parse((ROOT / f"{module}.py").read_text())):
        if isinstance(node, ast.Attribute) and node.attr in private:
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            assert own, f"{module}:{node.lineno} reads {ast.unparse(node)}"


@pytest.mark.parametrize("module", MODULES)
def test_a_module_says_what_it_is_for(module: str) -> None:
    assert ast.get_docstring(ast.parse((ROOT / f"{module}.py").read_text())) or module.endswith("__init__")


def test_importing_the_package_imports_no_torch() -> None:
    heavy = "torch pandas plotly IPython ipywidgets msgspec"
    program = f"import sys, explorer; print(*[name for name in '{heavy}'.split() if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
