"""Recompiles: each time Dynamo compiled a function again, the guard that failed, and the limit that ends it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from explorer.parse.compiles import COMPILE_LABELS, LIBRARY_MODULE, Compile, compiles, is_wrapper
from explorer.parse.guard_text import with_local_names
from explorer.parse.guard_tree import GuardLine, read_tree
from explorer.parse.recompile_reason import Reason, matches
from explorer.parse.recompile_words import source, words
from explorer.parse.stacks import Frame, user_frame
from explorer.report import Finding, Part, Place, Texts, is_library, make_ref
from explorer.tracing.event import Trace

LABELS = frozenset(("recompile_reasons",))

_SET_TO = re.compile(r"currently set to (\d+)")
_LIMIT = re.compile(r'"(?:recompile_limit|cache_size_limit)": (\d+)')
_WARNING = re.compile(
    r"hit config\.(?P<which>\w+) \((?P<limit>\d+)\)\s+function: '(?P<function>.*?)' \((?P<file>.*):(?P<line>\d+)\)"
    r"\s+last reason: (?P<reason>.*)"
)
_ACCUMULATED = re.compile(r"accumulated_(?:recompile|cache_size)_limit")


def fold(trace: Trace, texts: Texts) -> Part:
    """A finding of kind ``recompile`` for each record, and one of kind ``limit`` for each function that hit it.

    Attributes of a recompile: ``compile_id``, ``function``, ``guard`` (as torch says it), ``what`` (the same in
    words), ``failed`` (the compile id of the version that it was compared with), ``source`` (the value),
    ``dimension``, ``old``, ``new``, ``versions`` (how many there are now), ``limit`` (how many there may be),
    ``older`` (why earlier versions did not fit, one a line), ``hint`` (torch's), ``inferred`` (whether the place was
    found by us), ``shared`` (of a library's module, which shares its table of versions with others: whether that is the
    cause).
    """
    del texts
    known = compiles(trace.of(*COMPILE_LABELS))
    reader = _Reader(trace, known)
    again = [each for each in known.values() if each.reasons is not None]
    limits: dict[Place | None, Finding] = {}
    for each in again:
        if each.status == "limit":
            found = reader.limit(each)
            limits.setdefault(found.place, found)
    for found in _warned(trace):
        if not any(_same_line(found.place, place) for place in limits):
            limits[found.place] = found
    return Part(findings=(*limits.values(), *(reader.recompile(each) for each in again)))


def _same_line(one: Place | None, other: Place | None) -> bool:
    return one is not None and other is not None and (one.file, one.line) == (other.file, other.line)


def _warned(trace: Trace) -> Iterator[Finding]:
    """Limits that torch warned of (``explorer.log``): the only trace of a limit hit before this capture began."""
    for event in trace.of("explorer.log"):
        match = _WARNING.search(str(event.data.get("message")))
        if match is None:
            continue
        shared = is_wrapper(trace.full_name(match["file"]), match["function"])
        yield _limit(
            key=event.key or "-/-",
            function=LIBRARY_MODULE if shared else match["function"],
            place=trace.place(match["file"], int(match["line"]), function=match["function"]),
            limit=int(match["limit"]),
            accumulated=match["which"].startswith("accumulated"),
            what=None,
            attributes={"guard": match["reason"].partition(": ")[2] or None, "shared": shared or None},
        )


def _limit(
    *,
    key: str,
    function: str | None,
    place: Place | None,
    limit: int | None,
    accumulated: bool,
    what: str | None,
    attributes: dict[str, str | int | float | bool | None],
) -> Finding:
    line = f".{place.line}" if place is not None else ""
    return Finding(
        ref=make_ref(key, "dynamo", "recompiles", "finding", f"limit{line}"),
        kind="limit",
        code="ACCUMULATED_RECOMPILE_LIMIT" if accumulated else "RECOMPILE_LIMIT",
        severity="error",
        title=f"{function or 'A function'} hit the recompile limit{f' of {limit}' if limit else ''}: "
        "calls that fit no compiled version run uncompiled from here on.",
        message=f"The last cause: {what}." if what else "",
        place=place,
        user_place=place if place is not None and not is_library(place.file) else None,
        compilations=() if key == "-/-" else (key,),
        attributes={"function": function, "limit": limit, "what": what, **attributes},
    )


class _Reader:
    """Makes the findings; the guards of a version are read when first asked for."""

    def __init__(self, trace: Trace, known: dict[str, Compile]) -> None:
        self._trace = trace
        self._known = known
        self._guards: dict[str, tuple[GuardLine, ...]] = {}
        self._printed = {event.key: event.payload or "" for event in trace.of("dynamo_cpp_guards_str")}

    def recompile(self, each: Compile) -> Finding:
        """One time that a function was compiled again."""
        reason = each.reasons[0] if each.reasons else None
        cause = reason.cause if reason is not None else None
        if cause is not None and reason is not None and cause.new is None:
            cause = cause._replace(new=self._new_value(each, reason))
        failed = self._version(each, reason)
        index, line = self._guard(failed, reason)
        place, inferred = self._place(each, reason, line)
        guard = reason.guard.expression if reason is not None else None
        what = words(cause, guard or "") if cause is not None else "torch does not say why"
        versions = len(each.reasons or ()) + (each.status != "limit")
        return Finding(
            ref=make_ref(each.key, "dynamo", "recompiles", "finding", "recompile"),
            kind="recompile",
            code=cause.code if cause is not None else "RECOMPILE_GUARD",
            severity="warning",
            title=_title(each, reason, what),
            message=_message(each, reason),
            place=place,
            user_place=self._user_place(each, reason, place),
            compilations=(each.key,),
            refs=(make_ref(failed, "dynamo", "guards", "guard", str(index)),) if failed and index is not None else (),
            attributes={
                "compile_id": each.id,
                "function": each.title,
                "guard": guard,
                "what": what,
                "failed": reason.compile_id if reason is not None else None,
                "source": source(cause) if cause is not None else None,
                "dimension": cause.dimension if cause is not None else None,
                "old": cause.old if cause is not None else None,
                "new": cause.new if cause is not None else None,
                "versions": versions,
                "limit": self._limit_of(each),
                "older": "\n".join(other.guard.expression for other in (each.reasons or ())[1:]) or None,
                "hint": reason.guard.hint if reason is not None else None,
                "inferred": inferred,
                "shared": self._shared(each, reason, failed),
            },
        )

    def limit(self, each: Compile) -> Finding:
        """The function's recompile limit was hit by ``each``: from then on it runs uncompiled for new inputs."""
        function = each.function
        reason = each.reasons[0] if each.reasons else None
        return _limit(
            key=each.key,
            function=each.title,
            place=self._trace.place(function.file, function.line, function=each.name) if function is not None else None,
            limit=self._limit_of(each),
            accumulated=each.failure is not None and _ACCUMULATED.search(each.failure[1]) is not None,
            what=words(reason.cause, reason.guard.expression) if reason is not None else None,
            attributes={
                "cause": reason.cause.code if reason is not None else None,
                "shared": True if each.of_wrapper else None,
                "guard": reason.guard.expression if reason is not None else None,
            },
        )

    def _shared(self, each: Compile, reason: Reason | None, failed: str | None) -> bool | None:
        """Whether a module meets the version of another in the table that Dynamo's wrapper has; None without it."""
        if not each.of_wrapper:
            return None
        other = self._known.get(failed or "")
        return _about_module(reason) or (other is not None and other.wrapped != each.wrapped)

    def _version(self, each: Compile, reason: Reason | None) -> str | None:
        """The key of the version that ``reason`` is about."""
        if reason is None or reason.compile_id is None:
            return None
        return each.key.removesuffix(each.id) + reason.compile_id

    def _lines(self, key: str) -> tuple[GuardLine, ...]:
        if key not in self._guards:
            self._guards[key] = read_tree(self._printed.get(key, "")).guards
        return self._guards[key]

    def _guard(self, failed: str | None, reason: Reason | None) -> tuple[int | None, GuardLine | None]:
        """The guard that failed and its number among those of its version."""
        for index, line in enumerate(self._lines(failed)) if failed and reason else ():
            if reason is not None and matches(reason, line.kind, line.text.expression):
                return index, line
        return None, None

    def _new_value(self, each: Compile, reason: Reason) -> str | None:
        """What the new version expects of the same value, from its own guards or from the symbol made for it."""
        if reason.cause.old is None or " == " not in reason.guard.expression:
            return None
        left = reason.guard.expression.rpartition(" == ")[0]
        for line in self._lines(each.key):
            plain = with_local_names(line.text.expression)
            # torch 2.11 writes a condition on a symbol under another kind: it compares the value with itself
            symbolic = line.kind == "SHAPE_ENV" or "___as_tensor(" in plain
            if plain.startswith(f"{left} == ") and not symbolic:
                return plain.removeprefix(f"{left} == ")
        made = (event.data for event in self._trace.of("create_symbol") if event.key == each.key)
        return next((str(data.get("val")) for data in made if with_local_names(str(data.get("source"))) == left), None)

    def _place(self, each: Compile, reason: Reason | None, line: GuardLine | None) -> tuple[Place | None, bool]:
        """Where Dynamo says that the guard comes from; else where the guard itself says so; else the function."""
        if reason is not None and reason.guard.frames:
            return self._at(reason.guard.frames[0]), False
        if line is not None and line.text.frames:
            return self._at(line.text.frames[0]), True
        return (self._at(each.function), True) if each.function is not None else (None, True)

    def _user_place(self, each: Compile, reason: Reason | None, place: Place | None) -> Place | None:
        """The nearest line of the user: in the stack of the record, of the symbol made for the value, of the call."""
        if place is None or not is_library(place.file):
            return place
        told = (reason.stack,) if reason is not None else ()
        stacks = (*told, *self._stacks(each, reason), each.stack[:-1])
        frame = next((found for stack in stacks if (found := user_frame(stack))), None)
        return self._at(frame) if frame is not None else None

    def _stacks(self, each: Compile, reason: Reason | None) -> Iterator[tuple[Frame, ...]]:
        wanted = reason.cause.source if reason is not None else None
        for event in self._trace.of("create_symbol"):
            name = with_local_names(str(event.data.get("source")))
            if event.key == each.key and wanted and (name == wanted or name.startswith(f"{wanted}.")):
                yield tuple(_frame(raw) for raw in event.data.get("user_stack") or ())

    def _at(self, frame: Frame) -> Place:
        file = self._trace.full_name(frame.file)
        return self._trace.place(file, frame.line, function=frame.function, source=frame.source)

    def _limit_of(self, each: Compile) -> int | None:
        """How many versions a function may have: from the message of the limit, else from Dynamo's configuration."""
        said = _SET_TO.search(each.failure[1]) if each.failure is not None else None
        if said is None:
            configurations = (str(other.metrics.get("dynamo_config") or "") for other in (each, *self._known.values()))
            said = next((found for text in configurations if (found := _LIMIT.search(text))), None)
        return int(said[1]) if said is not None else None


SHARED = "torch keeps one table of versions, with one limit, for all modules of libraries that are compiled directly."


def _about_module(reason: Reason | None) -> bool:
    """Whether the guard is about the module in Dynamo's wrapper, which it calls ``fn``."""
    return reason is not None and re.match(r"fn\b", reason.cause.source or "") is not None


def _title(each: Compile, reason: Reason | None, what: str) -> str:
    cause = reason.cause if reason is not None else None
    if each.of_wrapper and cause is not None and (cause.code, cause.source) == ("RECOMPILE_TYPE", "fn"):
        before = (cause.old or "another").rpartition(".")[2]
        return f"{each.title} made a new version in the table that it shares: the version before is that of {before}."
    return f"{each.title or 'A function'} was compiled again: {what}."


def _message(each: Compile, reason: Reason | None) -> str:
    hint = f"torch says: {reason.guard.hint}" if reason is not None and reason.guard.hint else ""
    return f"{SHARED} {hint}".rstrip() if each.of_wrapper else hint


def _frame(raw: dict[str, object]) -> Frame:
    line = raw.get("line")
    name, code = raw.get("name"), raw.get("loc")
    return Frame(
        str(raw.get("filename")),
        line if isinstance(line, int) else 0,
        str(name) if name else None,
        str(code).strip() if code else None,
    )
