"""Dynamo's symbolic run, instruction by instruction: its translator's ``step``, listened to while somebody asks.

Nothing of torch is asked anything that could change the run: lazy trackers are looked at without realizing them, and
no method of the user's objects is called. A recorder that fails is not heard again, and the report says so.
"""

from __future__ import annotations

import contextlib
import functools
import threading
import types
from collections.abc import Callable, Iterator
from typing import Any

from explorer.compat.dynamo_attempt import Attempt
from explorer.compat.hook import Hook
from explorer.compat.private import MISSING, Private

FEATURE = "the steps of Dynamo"
STEP = Private(
    "torch._dynamo.symbolic_convert:InstructionTranslatorBase.step",
    FEATURE,
    "torch's symbolic run cannot be followed: the report has no steps of Dynamo",
)
BREAK = Hook(
    Private(
        "torch._dynamo.symbolic_convert:InstructionTranslatorBase.log_graph_break",
        FEATURE,
        "the steps do not tell the moment of a graph break",
    )
)
COMPILE = Hook(
    Private(
        "torch._dynamo.output_graph:OutputGraph.compile_subgraph",
        FEATURE,
        "the steps do not tell where a graph ends",
    )
)
SPECULATE = Hook(
    Private(
        "torch._dynamo.symbolic_convert:InstructionTranslatorBase.speculate",
        FEATURE,
        "the steps do not tell where Dynamo could go back to",
    )
)
NODE = Hook(
    Private(
        "torch._dynamo.output_graph:SubgraphTracer.create_node",
        FEATURE,
        "the steps do not tell which nodes they add to the graph",
    )
)


class StepWatch:
    """Records the steps of what this process compiles while :meth:`watching`, as far as ``hears()`` says so.

    ``on_attempt(data, compile_id)`` gets each attempt when it has ended: ``data`` is ``{attempt, frames, values, steps,
    left_out}``, what :mod:`explorer.report.stepping` describes, with the ``moment`` of each step. After ``limit`` steps
    the rest is counted only.
    """

    def __init__(
        self,
        on_attempt: Callable[[dict[str, Any], str | None], None],
        *,
        hears: Callable[[], bool] = lambda: True,
        limit: int = 20_000,
    ) -> None:
        self._on_attempt = on_attempt
        self._hears = hears
        self._left = limit
        self._attempts: dict[int, list[Attempt]] = {}
        self._words: dict[types.CodeType, dict[int, str]] = {}
        self._broken = False

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Record in the body. Without the translator in this torch, nothing happens."""
        if STEP.get() is None:
            yield
            return
        with contextlib.ExitStack() as stack:
            stack.enter_context(_STEPS.told_to(self))
            stack.enter_context(BREAK.heard_by(self._broke))
            stack.enter_context(COMPILE.heard_by(self._compiled))
            stack.enter_context(NODE.heard_by(self._made))
            stack.enter_context(SPECULATE.heard_by(self._speculated))
            stack.callback(self.flush)
            yield

    def flush(self) -> None:
        """Tell of every attempt that has not been told yet."""
        for attempts in list(self._attempts.values()):
            while attempts:
                self._tell(attempts.pop())

    def captured(self, graph: Any) -> None:
        """Dynamo hands ``graph`` to the backend: these nodes stay, under the names that they have now."""
        attempt = self._attempt
        if attempt is not None:
            attempt.kept({node.name for node in graph.graph.nodes})

    def begin(self, translator: Any) -> bool:
        """An instruction is about to run; False when nobody is to be told how it ends."""
        if self._broken or not self._hears():
            return False
        try:
            self._of(translator).begin(translator)
        except Exception as error:
            self._give_up(error)
            return False
        return True

    def end(self, translator: Any, error: BaseException | None, *, goes_on: bool) -> None:
        """The instruction has run, or raised ``error``."""
        attempt = self._attempt
        if attempt is None or self._broken:
            return
        try:
            attempt.end(translator, error)
            if getattr(translator, "parent", None) is None and not goes_on:
                attempt.close()
        except Exception as problem:
            self._give_up(problem)

    @property
    def _attempt(self) -> Attempt | None:
        """The attempt that runs in this thread, or ended last."""
        attempts = self._attempts.get(threading.get_ident())
        return attempts[-1] if attempts else None

    def _of(self, translator: Any) -> Attempt:
        """The attempt of a translator: the running one, or a new one (inside it, where one compile starts another)."""
        attempts = self._attempts.setdefault(threading.get_ident(), [])
        while attempts and not attempts[-1].is_of(translator) and attempts[-1].closed:
            self._tell(attempts.pop())
        if not attempts or not attempts[-1].is_of(translator):
            attempts.append(Attempt(translator, self._take, self._words))
        return attempts[-1]

    def _take(self) -> bool:
        """Whether one more step may be kept."""
        self._left -= 1
        return self._left >= 0

    def _tell(self, attempt: Attempt) -> None:
        if not self._broken:
            try:
                self._on_attempt(attempt.told(), attempt.compile_id)
            except Exception as error:
                self._give_up(error)

    def _broke(self, _result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        attempt = self._attempt if self._hears() else None
        if attempt is not None:
            reason = kwargs.get("exc", args[3] if len(args) > 3 else None)
            attempt.broke(args[0], reason if reason is not None else kwargs.get("reason", ""))

    def _compiled(self, _result: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        attempt = self._attempt if self._hears() else None
        if attempt is not None:
            reason = kwargs.get("reason", args[2] if len(args) > 2 else None)
            attempt.compiled(str(getattr(reason, "reason", "")))

    def _made(self, node: Any, args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        attempt = self._attempt if self._hears() else None
        if attempt is not None:
            attempt.made(node, inner=getattr(args[0], "parent", None) is not None)

    def _speculated(self, entry: Any, _args: tuple[Any, ...], _kwargs: dict[str, Any]) -> None:
        attempt = self._attempt if self._hears() else None
        if attempt is not None:
            attempt.speculated(failed=bool(getattr(entry, "_failed", False)))

    def _give_up(self, error: Exception) -> None:
        self._broken = True
        self._attempts.clear()
        why = f"the steps of Dynamo end where following them failed ({type(error).__name__}: {error})"
        MISSING[f"{STEP.path} failed"] = Private(STEP.path, FEATURE, why)


class _Steps:
    """The translator's ``step`` while somebody watches. Watches may overlap: it is put back when the last one ends."""

    def __init__(self) -> None:
        self._watches: list[StepWatch] = []
        self._lock = threading.Lock()
        self._undo: Callable[[], None] = lambda: None

    @contextlib.contextmanager
    def told_to(self, watch: StepWatch) -> Iterator[None]:
        """Tell ``watch`` of each step in the body."""
        with self._lock:
            if not self._watches:
                self._install()
            self._watches.append(watch)
        try:
            yield
        finally:
            with self._lock:
                self._watches.remove(watch)
                if not self._watches:
                    self._undo()

    def _install(self) -> None:
        from torch._dynamo.symbolic_convert import InstructionTranslatorBase as Translator

        original: Callable[[Any], bool] = Translator.step

        @functools.wraps(original)
        def step(translator: Any) -> bool:
            told = [watch for watch in tuple(self._watches) if watch.begin(translator)]
            raised: BaseException | None = None
            goes_on = False
            try:
                goes_on = original(translator)
                return goes_on
            except BaseException as error:
                raised = error
                raise
            finally:
                for watch in told:
                    watch.end(translator, raised, goes_on=goes_on)
                raised = None  # no cycle through this frame

        def undo() -> None:
            # whoever wrapped it meanwhile keeps a function that only passes on
            if Translator.step is step:
                Translator.step = original

        Translator.step = step
        self._undo = undo


_STEPS = _Steps()
