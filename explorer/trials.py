"""Trying the advice about recompiles: the same calls in scratch runs, as they are and with each recommended option."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from explorer.api import explain
from explorer.compat.marks import mark_dynamic, mark_unbacked
from explorer.exploration import Exploration
from explorer.kept import Arguments, Kept
from explorer.measure.state import State
from explorer.proof import kept_of
from explorer.report import Finding, Report
from explorer.report.causes import root_causes
from explorer.report.trial import Trial
from explorer.scratch import unheard
from explorer.tried import Tried

_SIZES = ("RECOMPILE_SIZE", "RECOMPILE_RANGE", "RECOMPILE_EQUAL_SIZES", "RECOMPILE_ZERO_ONE")
_NUMBERS = ("RECOMPILE_INT", "RECOMPILE_FLOAT")
_MOST = 6
"""Options that are tried at most."""

Change = Callable[[Mapping[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True)
class _Option:
    """A recommended option: what a person writes, keywords for ``explain``, and what is done to the arguments."""

    name: str
    write: str
    how: dict[str, Any] = field(default_factory=dict)
    change: Change | None = None


def try_advice(exploration: Exploration) -> Tried:
    """See :meth:`explorer.Exploration.try_advice`."""
    kept = kept_of(exploration)
    model = kept.model
    options = list(_options(exploration.report, model))[:_MOST]
    if len(options) > 1:
        options.append(_together(options))
    trials = [_tried(kept, model, _Option("as it is", ""))]
    trials += [_tried(kept, model, option) for option in options]
    return Tried(tuple(trials), exploration.report.program.name)


def _options(report: Report, model: Any) -> Iterator[_Option]:
    """What the advice recommends for the recompiles of ``report``, as far as it can be tried without an edit."""
    findings = [finding for finding in report.findings if finding.kind == "recompile"]
    codes = {finding.code for finding in findings}
    inputs = set(_parameters(model))
    if codes & {*_SIZES, *_NUMBERS}:
        yield _Option("dynamic=True", "torch.compile(model, dynamic=True)", {"dynamic": True})
    sizes = _dimensions(findings, inputs, _SIZES)
    if sizes:
        written = "; ".join(f"torch._dynamo.mark_dynamic({name}, {dimension})" for name, dimension in sizes)
        told = ", ".join(f"({name}, {dimension})" for name, dimension in sizes)
        yield _Option(f"mark_dynamic {told}", written, change=_marking(sizes, mark_dynamic))
    one = _dimensions(findings, inputs, ("RECOMPILE_ZERO_ONE",))
    if one:
        every = list(dict.fromkeys([*sizes, *one]))
        written = "; ".join(f"torch._dynamo.decorators.mark_unbacked({name}, {dim})" for name, dim in every)
        told = ", ".join(f"({name}, {dimension})" for name, dimension in every)
        yield _Option(f"mark_unbacked {told}", written, change=_marking(every, mark_unbacked))
    numbers = sorted({str(each.attributes.get("source")) for each in findings if each.code in _NUMBERS} & inputs)
    if numbers:
        written = "; ".join(f"{name} = torch.tensor({name})" for name in numbers)
        yield _Option(f"{', '.join(numbers)} as a tensor", written, change=_as_tensors(numbers))
    if "RECOMPILE_INT_ATTRIBUTE" in codes:
        setting = {"allow_unspec_int_on_nn_module": True}
        yield _Option(
            "allow_unspec_int_on_nn_module",
            "torch._dynamo.config.allow_unspec_int_on_nn_module = True",
            {"config": setting},
        )


def _together(options: Sequence[_Option]) -> _Option:
    """Every option at once."""
    how: dict[str, Any] = {}
    config: dict[str, Any] = {}
    for option in options:
        config |= option.how.get("config", {})
        how |= option.how
    changes = [option.change for option in options if option.change is not None]

    def change(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        return functools.reduce(lambda made, each: each(made), changes, arguments)

    return _Option("all together", "; ".join(option.write for option in options), {**how, "config": config}, change)


def _dimensions(findings: Sequence[Finding], inputs: set[str], codes: tuple[str, ...]) -> list[tuple[str, int]]:
    """The sizes of arguments that made the program be compiled again."""
    found = (
        (str(each.attributes.get("source")), int(str(each.attributes["dimension"])))
        for each in findings
        if each.code in codes and each.attributes.get("dimension") is not None
    )
    return [pair for pair in dict.fromkeys(found) if pair[0] in inputs]


def _marking(sizes: Sequence[tuple[str, int]], mark: Callable[[Any, int], None]) -> Change:
    def change(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        made = dict(arguments)
        for name in dict.fromkeys(name for name, _ in sizes):
            if hasattr(made.get(name), "detach"):
                made[name] = _fresh(made[name])
        for name, dimension in sizes:
            if hasattr(made.get(name), "dim") and dimension < made[name].dim():
                mark(made[name], dimension)
        return made

    return change


def _fresh(tensor: Any) -> Any:
    """A copy to mark: a mark stays on a tensor, and this one is the user's."""
    return tensor.detach().clone().requires_grad_(tensor.requires_grad)


def _as_tensors(names: Sequence[str]) -> Change:
    import torch

    def change(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        numbers = {name: torch.tensor(value) for name, value in arguments.items()
                   if name in names and isinstance(value, int | float)}  # fmt: skip
        return {**arguments, **numbers}

    return change


def _parameters(model: Any) -> list[str]:
    """The names of the arguments of the program."""
    try:
        return list(inspect.signature(_function(model)).parameters)
    except (TypeError, ValueError):
        return []


def _function(model: Any) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(model, "forward", model)
    return function


def _changed(model: Any, call: Arguments, change: Change) -> Arguments:
    args, kwargs = call
    try:
        bound = inspect.signature(_function(model)).bind(*args, **kwargs)
    except TypeError:
        return call
    bound.arguments.update(change(bound.arguments))
    return bound.args, bound.kwargs


_KEPT = ("train", "loss", "contexts", "config", "dynamic", "fullgraph", "recompile_limit")


def _tried(kept: Kept, model: Any, option: _Option) -> Trial:
    """One scratch run. The attributes of modules, too, are as before it afterwards."""
    calls = kept.calls()
    state = State(model, *(value for call in calls for value in call))
    if option.change is not None:
        calls = [_changed(model, call, option.change) for call in calls]
    how = {name: value for name, value in kept.how.items() if name in _KEPT and value is not None}
    config = {**(how.pop("config", None) or {}), **option.how.get("config", {})}
    how |= {name: value for name, value in option.how.items() if name != "config"}
    (args, kwargs), *more = calls
    try:
        kept.rewind()
        run = explain(model, calls=more, before=kept.before(), backend="eager", probe=False, config=config, **how)
        with unheard():
            ran = run(*args, **kwargs)
        return _result(option, ran)
    except Exception as error:  # an option that this torch refuses: said in its row
        return Trial(name=option.name, write=option.write, error=f"{type(error).__name__}: {error}"[:300])
    finally:
        state.restore()


def _result(option: _Option, ran: Exploration) -> Trial:
    report = ran.report
    recompiles = [finding for finding in report.findings if finding.kind == "recompile"]
    causes = [cause.finding for cause in root_causes(report) if cause.finding.kind == "recompile"]
    return Trial(
        name=option.name,
        write=option.write,
        versions=sum(each.status in ("ok", "failed") for each in report.compilations),
        recompiles=len(recompiles),
        breaks=sum(finding.kind == "break" for finding in report.findings),
        limit_hit=any(finding.kind == "limit" for finding in report.findings),
        left=tuple(dict.fromkeys(str(each.attributes.get("what") or each.title) for each in causes)),
        error=None if ran.exception is None else f"{type(ran.exception).__name__}: {ran.exception}"[:300],
    )
