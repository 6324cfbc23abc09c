"""A Chromium for the browser tests: the system's, or Playwright's own, or one that is installed now."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

HOW = (
    "The browser tests need Chromium and none could be installed. Install one with `playwright install chromium` or "
    "`apt-get install chromium`, or let the environment variable CHROMIUM name one that is there."
)


class NoChromium(RuntimeError):
    """There is none, and none could be installed."""


def find_chromium() -> str:
    """The path of a Chromium, installed if need be. Raises ``NoChromium``, saying how to get one."""
    for look in (_named, _of_the_system, _playwrights, _install_playwrights, _install_by_apt):
        path = look()
        if path:
            return path
    raise NoChromium(HOW)


def _named() -> str | None:
    path = os.environ.get("CHROMIUM")
    if path and not os.access(path, os.X_OK):
        raise NoChromium(f"CHROMIUM names {path!r}, which cannot be run")
    return path or None


def _of_the_system() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _playwrights() -> str | None:
    """Asked for in a process of its own, because Playwright's loop must not run beside pytest-playwright's."""
    program = (
        "from playwright.sync_api import sync_playwright as p\nwith p() as made: print(made.chromium.executable_path)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    path = done.stdout.strip()
    return path if os.access(path, os.X_OK) else None


def _install_playwrights() -> str | None:
    return _after(_playwrights, [sys.executable, "-m", "playwright", "install", "--with-deps", "chromium"])


def _install_by_apt() -> str | None:
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update"], check=False, capture_output=True, env=quiet, timeout=300)
    install = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
    return _after(_of_the_system, install, env=quiet)


def _after(look: Callable[[], str | None], command: list[str], env: dict[str, str] | None = None) -> str | None:
    """What ``look`` finds once ``command`` has run; None when it fails or takes too long."""
    try:
        done = subprocess.run(command, check=False, capture_output=True, env=env, timeout=600)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return look() if done.returncode == 0 else None
