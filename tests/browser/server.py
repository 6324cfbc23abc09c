"""A real JupyterLab on a free port, with fresh settings and with the extension of this checkout."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
EXTENSION = "torch-compile-explorer"

SETTINGS: dict[str, dict[str, Any]] = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "docmanager-extension/plugin": {"autosave": False},
}


class Lab:
    """A JupyterLab whose files are in ``folder``. ``url`` is its address, ``log`` what it printed.

    Without ``extension`` ours is switched off, wherever it is installed.
    """

    def __init__(
        self, home: Path, settings: dict[str, dict[str, Any]] | None = None, *, extension: bool = True
    ) -> None:
        self.home = home
        self.folder = home / "work"
        self.folder.mkdir(parents=True)
        for name, values in SETTINGS.items():
            self.set(name, values)
        self._extensions = home / "extensions"
        self._extensions.mkdir()
        (self._extensions / EXTENSION).symlink_to(ROOT / "explorer" / "labextension")
        if not extension:
            config = home / "config" / "labconfig" / "page_config.json"
            config.parent.mkdir(parents=True)
            config.write_text(json.dumps({"disabledExtensions": {EXTENSION: True}}))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._out = (home / "lab.log").open("w")
        self._process = subprocess.Popen(
            self._command(), env=self._environment(), stdout=self._out, stderr=subprocess.STDOUT, start_new_session=True
        )

    def set(self, name: str, values: dict[str, Any]) -> None:
        """Write one of the settings, which a page reads when it is loaded."""
        file = self.home / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))

    def wait(self, seconds: float = 90) -> None:
        """Until it answers. Raises ``RuntimeError`` with what it printed when it does not."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._process.poll() is None:
            try:
                urllib.request.urlopen(f"{self.url}/api/status", timeout=2).read()
                return
            except OSError:
                time.sleep(0.2)
        raise RuntimeError(f"JupyterLab did not start:\n{self.log[-3000:]}")

    @property
    def log(self) -> str:
        """What the server and its kernels printed."""
        return (self.home / "lab.log").read_text()

    def stop(self) -> None:
        """Stop it and its kernels."""
        self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._out.close()

    def _environment(self) -> dict[str, str]:
        folders = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_RUNTIME_DIR": "run",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
        }
        return {**os.environ, "PYTHONPATH": str(ROOT)} | {name: str(self.home / path) for name, path in folders.items()}

    def _command(self) -> list[str]:
        options = (
            "--no-browser",
            "--ip=127.0.0.1",
            f"--port={self.port}",
            "--ServerApp.port_retries=0",
            "--IdentityProvider.token=",
            "--ServerApp.password=",
            f"--ServerApp.root_dir={self.folder}",
            "--ServerApp.allow_root=True",
            "--LabApp.expose_app_in_browser=True",
            "--LabApp.news_url=None",
            "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
            f"--LabServerApp.extra_labextensions_path={self._extensions}",
            f"--LabApp.extra_labextensions_path={self._extensions}",
        )
        return [sys.executable, "-m", "jupyterlab", *options]
