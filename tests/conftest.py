"""Fixtures that every test may use: traces of small programs, recorded by the torch that is installed."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent / "programs"

CACHES_ON = frozenset({"cached"})
"""The programs that run with torch's FX and AOTAutograd caches; the others compile everything."""


class Recordings(Mapping[str, Path]):
    """``TORCH_TRACE`` logs by the name of the program in ``tests/programs`` that made them.

    A program runs in a fresh process when its log is first asked for. Its log is kept under pytest's cache folder
    until the program or torch changes, so that a second run of the tests compiles nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(path.stem for path in PROGRAMS.glob("*.py")))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def __getitem__(self, name: str) -> Path:
        program = PROGRAMS / f"{name}.py"
        if not program.exists():
            raise KeyError(name)
        digest = hashlib.sha256(f"{version('torch')} {program} {program.read_text()}".encode()).hexdigest()[:16]
        log = self.folder / f"{name}-{digest}.log"
        if not log.exists():
            _record(program, log, caches=name in CACHES_ON)
        return log


def _record(program: Path, log: Path, *, caches: bool) -> None:
    folder = log.with_suffix(f".{os.getpid()}")
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        **os.environ,
        "TORCH_TRACE": str(folder),
        "INDUCTOR_PROVENANCE": "1",
        "TORCHINDUCTOR_FX_GRAPH_CACHE": str(int(caches)),
        "TORCHINDUCTOR_AUTOGRAD_CACHE": str(int(caches)),
    }
    done = subprocess.run([sys.executable, program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (written,) = folder.glob("*.log")
    written.replace(log)
    folder.rmdir()


@pytest.fixture(scope="session")
def recorded_traces(request: pytest.FixtureRequest) -> Recordings:
    """``recorded_traces["inference"]`` is the path of a TORCH_TRACE log of ``tests/programs/inference.py``."""
    return Recordings(request.config.cache.mkdir("recorded_traces"))


@pytest.fixture(scope="module", autouse=True)
def _no_process_group_stays() -> Iterator[None]:
    """A sample may begin a process group; torch writes a rank into every record while there is one."""
    yield
    distributed = sys.modules.get("torch.distributed")
    if distributed is not None and distributed.is_available() and distributed.is_initialized():
        distributed.destroy_process_group()
