"""Dynamo's cache entries: which code is compiled, and taking our own entries away again.

A compile with ``isolate_recompiles=True`` keeps its entries, its recompile limit and its skip decisions in a region of
its own (torch/_dynamo/eval_frame.py, from 2.13 on: a region that skips a frame or hits its limit leaves the user's
compiled functions alone). Entries cannot be erased one by one, only invalidated, and an invalidated entry still counts
against ``accumulated_recompile_limit`` (256), so code that Dynamo had not met before is reset as a whole.
"""

from __future__ import annotations

import importlib
import threading
import types
from typing import Any

from explorer.compat.bytecode import listen
from explorer.compat.finalizers import let_go
from explorer.compat.private import Private

INPUT_CODES = Private(
    "torch._dynamo.convert_frame:input_codes",
    "cleaning up after a compile",
    "the cache entries of this exploration stay on the explored functions",
)
ENTRIES = Private(
    "torch._dynamo.eval_frame:_debug_get_cache_entry_list",
    "code compiled before",
    "code that was compiled before the capture cannot be listed",
)
RESET_CODE = Private(
    "torch._C._dynamo.eval_frame:reset_code",
    "cleaning up after a compile",
    "the cache entries of this exploration stay on the explored functions",
)
DELETED = Private(
    "torch._dynamo.guards:DeletedGuardManagerWrapper",
    "cleaning up after a compile",
    "the cache entries of this exploration stay on the explored functions",
)
COMPILE_COUNTER = Private(
    "torch._dynamo.convert_frame:FRAME_COMPILE_COUNTER",
    "compile ids as they were",
    "the compile ids of the explored functions go on counting after this exploration",
)
FRAME_COUNTER = Private(
    "torch._dynamo.convert_frame:FRAME_COUNTER",
    "compile ids as they were",
    "the compile ids of the process go on counting after this exploration",
)
BACKENDS = Private(
    "torch._dynamo.eval_frame:cached_backends",
    "torch's table of backends",
    "torch keeps a reference to the backend of this exploration",
)


def known_codes() -> list[types.CodeType]:
    """Every code object that Dynamo has looked at in this process and that is still alive."""
    tracker: Any = INPUT_CODES.get()
    if tracker is None:
        return []
    codes = (reference() for reference in list(tracker.seen))
    return list({id(code): code for code in codes if code is not None}.values())


def entries_of(code: types.CodeType) -> list[Any]:
    """The live cache entries of ``code``, newest last, of every region."""
    read: Any = ENTRIES.get()
    return [] if read is None else list(read(code))


def known_backends() -> set[int]:
    """The keys of torch's table of backends."""
    return set(BACKENDS.get() or ())


def forget_backends_but(known: set[int]) -> None:
    """Drop every backend from torch's table that is not in ``known``."""
    backends: Any = BACKENDS.get()
    for key in [key for key in backends or () if key not in known]:
        del backends[key]


class Footprint:
    """What Dynamo kept before an exploration, so that it can be as it was afterwards."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._compiled: set[int] = set()
        self._reset: set[int] = set()
        self._guards: set[int] = set()
        self._deaf = listen(self._note, resumed=True)
        self._entries = {id(code): (code, {id(entry) for entry in entries_of(code)}) for code in known_codes()}
        self._ids = _compile_ids()
        self._backends = known_backends()

    def restore(self) -> list[str]:
        """Take away everything that was added since; returns a sentence for each thing that could not be undone."""
        self._deaf()
        codes = known_codes()
        left = [note for code in codes if (note := self._clean(code)) is not None]
        let_go(self._guards)
        _forget(self._reset)
        others = any(id(code) not in self._entries and entries_of(code) for code in codes)
        _restore_compile_ids(self._ids, next_frame=not others)
        forget_backends_but(self._backends)
        return left

    def _note(self, original: types.CodeType, _: types.CodeType) -> None:
        if threading.get_ident() == self._thread:
            self._compiled.add(id(original))

    def _clean(self, code: types.CodeType) -> str | None:
        before = self._entries.get(id(code))
        if before is None and id(code) not in self._compiled and entries_of(code):
            return None  # another thread compiled it meanwhile
        if before is None:
            # Dynamo had not met this code before: as if it still had not
            reset: Any = RESET_CODE.get()
            if reset is not None:
                self._guards |= {id(entry.guard_manager) for entry in entries_of(code)}
                reset(code)
                self._reset.add(id(code))
            return None
        added = [entry for entry in entries_of(code) if id(entry) not in before[1]]
        self._guards |= {id(entry.guard_manager) for entry in added}
        invalidated = sum(_invalidate(entry) for entry in added)
        if not invalidated:
            return None
        return (
            f"{code.co_name} was known to Dynamo before: {invalidated} emptied cache "
            f"{'entry' if invalidated == 1 else 'entries'} of this exploration still count "
            "against torch._dynamo.config.accumulated_recompile_limit"
        )


def _forget(codes: set[int]) -> None:
    """Take code objects (by id) that were reset off Dynamo's list of those it has met."""
    tracker: Any = INPUT_CODES.get()
    if tracker is None:
        return
    # dropping the weak reference drops its callback too, which would look for the id
    tracker.seen[:] = [reference for reference in tracker.seen if id(reference()) not in codes]
    tracker.seen_ids.difference_update(codes)


def _compile_ids() -> tuple[int, dict[int, int]] | None:
    """The next frame id, and how often each frame was compiled."""
    counter: Any = COMPILE_COUNTER.get()
    frames: Any = FRAME_COUNTER.get()
    return None if counter is None or frames is None else (frames, dict(counter))


def _restore_compile_ids(saved: tuple[int, dict[int, int]] | None, *, next_frame: bool) -> None:
    """Compile ids go on from where they were: a frame's count is part of its recompile budget.

    Ids of frames met since are free again (``next_frame``) when the code of every one of them was reset.
    """
    if saved is None:
        return
    counter: Any = COMPILE_COUNTER.get()
    for frame, count in saved[1].items():  # update() of a Counter would add
        counter[frame] = count
    if next_frame:
        for frame in [frame for frame in counter if frame not in saved[1]]:
            del counter[frame]
        module, _, name = FRAME_COUNTER.path.partition(":")
        setattr(importlib.import_module(module), name, saved[0])


def _invalidate(entry: Any) -> bool:
    deleted: Any = DELETED.get()
    state = getattr(entry.guard_manager, "extra_state", None)
    if deleted is None or state is None:
        return False
    state.invalidate(entry, deleted("the exploration that compiled this has ended"))
    return True
