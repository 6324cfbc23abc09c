"""The guards of an exploration, looked at: as a tree, as one Python expression, those of one input alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from explorer.errors import UsageError
from explorer.report import Guard, Report
from explorer.report.guard_python import expression


class Guards:
    """The guards of one graph or of all. ``python`` is what they check, as one expression; ``len`` counts them."""

    def __init__(self, report: Report, found: Iterable[tuple[str, tuple[Guard, ...]]]) -> None:
        self._report = report
        self.by_version = dict(found)

    @property
    def python(self) -> str:
        """One expression that holds when the version may be used; of the first version when there are several."""
        return expression(next(iter(self.by_version.values()), ()))

    def text(self, width: int = 100) -> str:
        """The tree of each version for a terminal, ``width`` columns wide."""
        from explorer.views.guard_text import render_guards

        return render_guards(self._report, self.by_version, width=width)

    def __iter__(self) -> Iterator[Guard]:
        return (guard for guards in self.by_version.values() for guard in guards)

    def __len__(self) -> int:
        return sum(map(len, self.by_version.values()))

    def __repr__(self) -> str:
        return self.text().rstrip()


def select(report: Report, value: str | None, version: str | None, *, noise: bool) -> Guards:
    """The guards of ``version`` (a compile id; None: all) that look at ``value`` or into it (None: at anything)."""
    ids = {each.id: each.key for each in report.compilations}
    if version is not None and version not in ids:
        raise UsageError(f"no version {version!r}; there are {', '.join(ids) or 'none'}")
    found = []
    for each in report.compilations:
        guards = [guard for stage in each.stages if stage.stage == "guards" for guard in stage.guards]
        kept = tuple(g for g in guards if (noise or not g.noise or g.failed) and _looks_at(g, value))
        if guards and version in (None, each.id):
            found.append((each.id, kept))
    made = Guards(report, found)
    if value is not None and not len(made):
        raise UsageError(
            f"no guard looks at {value!r}; those there are look at {', '.join(_values(report)) or 'nothing'}"
        )
    return made


def _looks_at(guard: Guard, value: str | None) -> bool:
    path = guard.path or ""
    return value is None or path == value or path.startswith((f"{value}.", f"{value}["))


def _values(report: Report) -> list[str]:
    inputs = (guard.input for each in report.compilations for stage in each.stages for guard in stage.guards)
    return sorted({name for name in inputs if name})
