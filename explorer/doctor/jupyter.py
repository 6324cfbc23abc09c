"""JupyterLab and our extension in it: installed, and not switched off."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import json
from pathlib import Path
from typing import Any

from explorer.doctor.line import Line

EXTENSION = "torch-compile-explorer"
INSTALL = "pip install 'torch-compile-explorer[lab]'"


def lab_line() -> Line:
    """JupyterLab's version and the state of the extension, as JupyterLab itself would read it."""
    try:
        version = importlib.metadata.version("jupyterlab")
        paths: Any = importlib.import_module("jupyter_core.paths")
    except (importlib.metadata.PackageNotFoundError, ImportError):
        return Line("JupyterLab", "warning", "not installed: the command and x.to_html() work without it", INSTALL)
    if int(version.partition(".")[0]) < 4:
        return Line("JupyterLab", "warning", f"{version}: the viewer needs 4", "pip install -U 'jupyterlab>=4.6'")
    found = [Path(folder) / EXTENSION for folder in paths.jupyter_path("labextensions")]
    where = next((folder for folder in found if (folder / "package.json").is_file()), None)
    if where is None:
        return Line("JupyterLab", "warning", f"{version}, but the extension is not installed", INSTALL)
    if _disabled(paths):
        remedy = f"jupyter labextension enable {EXTENSION}"
        return Line("JupyterLab", "warning", f"{version}, but the extension is disabled", remedy)
    return Line("JupyterLab", "ok", f"{version} with the extension in {where}")


def _disabled(paths: Any) -> bool:
    """Whether a ``page_config.json`` switches the extension off: the user's own decides before the environment's."""
    for folder in paths.jupyter_config_path():
        with contextlib.suppress(OSError, ValueError):
            content = json.loads((Path(folder) / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
            disabled = content.get("disabledExtensions", {})
            # older files hold a list of names, newer ones a mapping of names to true or false
            named = dict.fromkeys(disabled, True) if isinstance(disabled, list) else disabled
            if EXTENSION in named:
                return bool(named[EXTENSION])
    return False
