"""Finding the sample models: ``explorer/_samples`` in an installed wheel, ``sample_models/`` in a checkout."""

from __future__ import annotations

import difflib
from pathlib import Path

from explorer.errors import UsageError

_PACKAGE = Path(__file__).resolve().parent


def folder() -> Path:
    """The folder that holds the samples. Raises ``UsageError`` when this installation has none."""
    for candidate in (_PACKAGE / "_samples", _PACKAGE.parent / "sample_models"):
        if candidate.is_dir():
            return candidate
    raise UsageError("this installation holds no sample models; install torch-compile-explorer again")


def names() -> tuple[str, ...]:
    """The samples, each named after the behaviour it shows; those in a folder of their own as ``breaks/name``."""
    root = folder()
    found = [path.relative_to(root).with_suffix("") for pattern in ("*.py", "*/*.py") for path in root.glob(pattern)]
    return tuple(sorted((each.as_posix() for each in found if not each.name.startswith("_")), key=_order))


def _order(name: str) -> tuple[bool, str]:
    """Those at the top first."""
    return "/" in name, name


def path(name: str) -> Path:
    """The file of one sample. Raises ``UsageError`` with the nearest names when there is none."""
    known = names()
    if name not in known:
        near = difflib.get_close_matches(name, known)
        raise UsageError(f"no sample is named {name!r}; there are {', '.join(near or known)}")
    return folder() / f"{name}.py"


def file_of(name: str) -> str | None:
    """The file of the sample ``name``; None where there is none, or this installation has no samples."""
    try:
        return str(path(name))
    except UsageError:
        return None


def near(name: str) -> str | None:
    """The sample that ``name`` nearly names; None when none is near or there are no samples."""
    try:
        return next(iter(difflib.get_close_matches(name, names(), n=1, cutoff=0.8)), None)
    except UsageError:
        return None


def summary(name: str) -> str:
    """The first sentence of a sample's docstring: what it shows."""
    text = path(name).read_text(encoding="utf-8")
    return text.removeprefix('"""').split("\n", 1)[0].strip().replace("``", "`")
