"""``explain``, ``capture``, ``load`` and ``compare``: what users call."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

from explorer.calls import check_calls, make_program, put_back, run
from explorer.checks import (
    NO_CAPTURE,
    check_config,
    check_import,
    check_loss,
    check_measure,
    check_per_call,
    check_steps,
)
from explorer.compat import settings as torch_settings
from explorer.compat.eval_frame import forget_backends_but, known_backends
from explorer.errors import UsageError
from explorer.exploration import Exploration
from explorer.kept import Kept, Ran
from explorer.precompiled import Precompiled
from explorer.report import codec
from explorer.session import Session
from explorer.torch_version import check_torch
from explorer.tracing.environment import devices_of
from explorer.tracing.live import Listener

if TYPE_CHECKING:
    from explorer.compared import Compared

Caches = Literal["off", "user"]

TIME_LIMIT = 10.0
"""Seconds that measuring takes unless another limit is given."""


def explain(
    model: Any,
    *,
    train: bool = False,
    loss: Callable[[Any], Any] | None = None,
    calls: Sequence[tuple[Sequence[Any], Mapping[str, Any]]] | None = None,
    contexts: Sequence[Callable[[], Any] | None] = (),
    before: Sequence[Callable[[Any], Any] | None] = (),
    config: Mapping[str, Any] | None = None,
    inductor_config: Mapping[str, Any] | None = None,
    caches: Caches = "off",
    probe: bool = True,
    measure: bool = False,
    time_limit: float = TIME_LIMIT,
    step: Callable[[], Any] | None = None,
    steps: bool = False,
    step_limit: int | None = None,
    title: str | None = None,
    progress: Listener | None = None,
    notes: Sequence[tuple[str, Mapping[str, Any]]] = (),
    **compile_kwargs: Any,
) -> Callable[..., Exploration]:
    """Compile ``model`` and see what happens: ``explain(model)(x)``, curried as ``torch._dynamo.explain`` is.

    ``model`` is an ``nn.Module``, a function, a bound method, an object with ``__call__``, or one of these wrapped by
    ``torch.compile``, whose settings are kept unless ``compile_kwargs`` (any keyword of ``torch.compile``) are given.

    ``train`` runs a backward of ``loss(output)`` after each call (default: the sum of the floating-point outputs).
    ``calls`` are further calls, ``[(args, kwargs), …]``. ``contexts`` holds a context-manager factory (or None) and
    ``before`` a ``callable(model)`` (or None) for each call, the first included. ``config`` and ``inductor_config`` are
    values of ``torch._dynamo.config`` and ``torch._inductor.config`` in force during the run. ``caches="off"``
    compiles without reading torch's graph caches, whose hits carry stale lines; ``"user"`` leaves them as they
    are. ``probe`` finds out whether ``fullgraph=True`` works, without running anything. ``title`` names the report.
    ``measure`` then runs the first call again and again, eager and compiled, for about ``time_limit`` seconds: how long
    each takes, whether they give the same numbers, what memory they need. Every run starts from the same inputs and
    state; inputs that the program changes in place are put back at the end, and what it prints meanwhile goes nowhere.
    ``step`` is an optimizer's step, timed apart after each backward while measuring, with the parameters and the
    optimizer's state put back.
    ``steps`` follows the compiler: each instruction that Dynamo runs symbolically with its stack and locals, up to
    ``step_limit`` of them (default 20,000), and each pass of Inductor with the graph before and after it. It costs
    compile time (``python -m tests.bench.steps`` measures it), and nothing when it is off.
    ``progress`` is called with every event as it happens.

    A failing model does not raise: see ``Exploration.errors`` and ``.exception``. An interrupt does, and carries what
    was seen so far as its attribute ``exploration``. Afterwards the model's gradients and buffers, torch's global
    state, its caches and its compiled code are as they were.

    Raises ``UsageError`` for wrong arguments of ours and what ``torch.compile`` raises for wrong keywords of its own.
    """
    check_torch()
    check_import()
    if caches not in ("off", "user"):
        raise UsageError(f"caches must be 'off' or 'user', not {caches!r}")
    check_loss(loss, train=train)
    check_per_call("contexts", contexts, "a context-manager factory")
    check_per_call("before", before, "a callable")
    check_measure(time_limit, step, measure=measure, train=train)
    patches = {torch_settings.DYNAMO: config or {}, torch_settings.INDUCTOR: inductor_config or {}}
    check_config(patches)
    keywords = {
        "train": train,
        "loss": loss,
        "contexts": contexts,
        "before": before,
        "config": config,
        "inductor_config": inductor_config,
        "caches": caches,
        "probe": probe,
        "measure": measure,
        "time_limit": time_limit,
        "step": step,
        "steps": steps,
        "step_limit": step_limit,
    }
    limit = check_steps(step_limit, steps=steps)
    program = make_program(
        model,
        dict(compile_kwargs),
        train=train,
        loss=loss,
        calls=check_calls(calls),
        contexts=contexts,
        before=before,
        title=title,
        time_limit=float(time_limit) if measure else None,
        step=step,
    )

    def explained(*args: Any, **kwargs: Any) -> Exploration:
        kept = Kept(program.model, [(args, kwargs), *program.calls], {**keywords, **program.keywords(model)})
        session = Session(progress, alone=True)
        if limit is not None:
            session.follow_steps(limit)
        session.uses(devices_of(program.model, args, kwargs))
        for kind, data in notes:
            session.note(kind.removeprefix("explorer."), dict(data))
        try:
            with session.borrowed_world():
                try:
                    with session.capture(caches=caches, patches=patches):
                        run(session, program, (args, kwargs), with_probe=probe)
                finally:
                    put_back(program)
        except Exception:
            raise
        except BaseException as interrupt:
            session.fail(interrupt, stage="interrupted")
            interrupt.exploration = Exploration(session.report(), exception=interrupt)  # type: ignore[attr-defined]
            raise
        ran = Ran(kept, tuple(program.outputs.kept), random=program.random)
        return Exploration(session.report(), output=program.output, exception=program.error, ran=ran)

    return _untraced(explained)


def _untraced(explained: Callable[..., Exploration]) -> Callable[..., Exploration]:
    """For an exploration inside compiled code: Dynamo shall compile the program and not this package."""
    import torch

    before = known_backends()
    found: Callable[..., Exploration] = torch.compiler.disable(explained)
    forget_backends_but(before)
    return found


@contextlib.contextmanager
def capture(
    *,
    caches: Caches = "user",
    steps: bool = False,
    step_limit: int | None = None,
    title: str | None = None,
    config: Mapping[str, Any] | None = None,
    inductor_config: Mapping[str, Any] | None = None,
    progress: Listener | None = None,
    notes: Sequence[tuple[str, Mapping[str, Any]]] = (),
    measure: bool = False,
    time_limit: float | None = None,
) -> Iterator[Exploration]:
    """Capture every compile inside a ``with`` block, forward and backward: ``with capture() as x: …``.

    Exceptions go through, and ``x`` is filled all the same. Code that was compiled before is listed, not compiled
    again. ``caches="user"`` leaves torch's caches as the user set them; ``"off"`` compiles without reading them, which
    adds the links from lines to kernels. ``steps`` and ``step_limit`` follow the compiler as in :func:`explain`. A
    block cannot be measured: asking for it raises ``UsageError``.
    """
    if measure or time_limit is not None:
        raise UsageError(NO_CAPTURE)
    check_torch()
    check_import()
    if caches not in ("off", "user"):
        raise UsageError(f"caches must be 'off' or 'user', not {caches!r}")
    patches = {torch_settings.DYNAMO: config or {}, torch_settings.INDUCTOR: inductor_config or {}}
    check_config(patches)
    limit = check_steps(step_limit, steps=steps)
    session = Session(progress)
    if limit is not None:
        session.follow_steps(limit)
    exploration = Exploration()
    compiled_before = Precompiled()
    session.note("program", {"name": title or "this block", "kind": "capture", "cwd": os.getcwd()})
    for kind, data in notes:
        session.note(kind.removeprefix("explorer."), dict(data))
    try:
        with session.capture(caches=caches, patches=patches):
            try:
                yield exploration
            except BaseException as error:
                session.fail(error)
                exploration.exception = error
                raise
            finally:
                compiled_before.note(session)
    finally:
        exploration._report = session.report()


def load(path: str | os.PathLike[str]) -> Exploration:
    """Open a report saved with :meth:`Exploration.save` (``.json`` or ``.json.gz``). Nothing in it is executed.

    Raises ``ReportError`` when it is damaged, no report, or made by a newer version.
    """
    return Exploration(codec.read(path))


def compare(before: Exploration, after: Exploration) -> Compared:
    """Two explorations side by side: which breaks and recompiles are gone or new, which numbers changed, and whether
    the outputs are equal (as far as both have them; a saved report has none).

    Raises ``UsageError`` when one of them is no exploration.
    """
    for each in (before, after):
        if not isinstance(each, Exploration):
            raise UsageError(f"compare takes two explorations, not {type(each).__name__}; explorer.load opens a file")
    from explorer.proof import compare as compared

    return compared(before, after)
