"""A report that can be shown to others: without source text, paths and the environment. Structure and shapes stay.

What torch generated stays (graphs, kernels, their calls), with comments taken out, because torch writes the user's
lines and paths into them. What quotes the user's program as it is goes: sources, bytecode, traces, raw records.
Names of functions, modules and variables stay; they are what the reader talks about.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from explorer.report.base import Record
from explorer.report.document import Environment, Report, Run, Source, StageRecord
from explorer.report.finding import Finding
from explorer.report.graph import Graph
from explorer.report.listing import Listing
from explorer.report.place import Place, short_file
from explorer.report.step import Step

MACHINE = frozenset(("cpp", "triton", "ttir", "ttgir", "llvm", "ptx", "sass", "asm"))
"""Languages that only a compiler writes; Python of the stage ``codegen`` is written by torch too."""

MACHINE_FACTS = frozenset(("name", "measured_at"))
"""Metrics of a measured run that tell whose machine it was."""

GONE = "(left out)"

_PATH = re.compile(r"(?<![\w/.\])])(?:[A-Za-z]:)?(?:[/\\][\w.@+~%=-]+){2,}[/\\]?")
_HOME = re.compile(r"~[/\\][\w.@+~%=/\\-]+")
_COMMENT = re.compile(r"[ \t]*(?:#|//)[^\n]*")
_BLOCK = re.compile(r"/\*.*?\*/|(\"\"\"|''').*?\1", re.DOTALL)
_QUOTED = frozenset(("expression",))
"""Attributes of a finding that hold a piece of the user's line."""

_SHORTEST = 4
"""A line of source shorter than this (characters) is not looked for in sentences."""


def redact(report: Report) -> Report:
    """``report`` without source text, paths and the environment. Refs stay unique and links stay whole."""
    return _Redactor(report).report()


class _Redactor:
    """Aliases for the files of one report, and what may be kept of each of its records."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._kept: dict[str, str] = {}
        self._alias = {file: f"source-{number}.py" for number, file in enumerate(sorted(_files(report)), 1)}
        self._files = _either({name: alias for file, alias in self._alias.items() for name in self._names(file)})
        texts = (report.texts.get(source.text or "", "") for source in report.sources)
        lines = {line.strip() for text in texts for line in text.splitlines()}
        self._lines = _either({line: GONE for line in lines if len(line) >= _SHORTEST})

    def report(self) -> Report:
        """The whole document."""
        made = self._record(msgspec.structs.replace(self._report, environment=Environment(), texts={}))
        program = msgspec.structs.replace(made.program, cwd=None)
        whole: Report = msgspec.structs.replace(made, program=program, texts=self._kept)
        return whole

    def _names(self, file: str) -> set[str]:
        parts = re.split(r"[/\\]", file)
        return {name for name in (file, short_file(file, self._report.program.cwd), parts[-1]) if name}

    def _any(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._words(value)
        if isinstance(value, Record):
            return self._record(value)
        if isinstance(value, tuple):
            return tuple(self._any(item) for item in value)
        if isinstance(value, dict):
            return {self._words(key): self._any(item) for key, item in value.items()}
        return value

    def _record(self, record: Any) -> Any:
        if isinstance(record, StageRecord):
            record = self._stage(record)
        fields = {name: self._any(getattr(record, name)) for name in record.__struct_fields__}
        if isinstance(record, Place):
            fields |= {"file": self._alias[record.file], "source": None, "cell_id": None}
        elif isinstance(record, Source):
            fields |= {"file": self._alias[record.file], "text": None, "cell_id": None}
        elif isinstance(record, Run):
            fields |= {"metrics": tuple(metric for metric in fields["metrics"] if metric.name not in MACHINE_FACTS)}
        elif isinstance(record, Finding):
            unquoted = dict.fromkeys(_QUOTED & record.attributes.keys())
            fields |= {"text": None, "attributes": fields["attributes"] | unquoted}
        elif isinstance(record, Graph):
            fields |= {"text": self._text(record.text)}
        elif isinstance(record, Step):
            fields |= {"before": self._text(record.before), "after": self._text(record.after)}
        elif isinstance(record, Listing):
            fields |= {"text": self._text(record.text), "file": None}
        return type(record)(**fields)

    def _stage(self, stage: StageRecord) -> StageRecord:
        """The stage without the listings that quote the user's program."""
        languages = {*MACHINE, "python"} if stage.stage == "codegen" else MACHINE
        kept = tuple(listing for listing in stage.listings if listing.language in languages)
        steps = tuple(_unquoted(stage.stage, step) for step in stage.steps)
        return msgspec.structs.replace(stage, listings=kept, steps=steps)

    def _text(self, key: str | None) -> str | None:
        """The key of a generated text, which is kept without its comments."""
        if key is None or key not in self._report.texts:
            return key
        if key not in self._kept:
            code = _COMMENT.sub("", _BLOCK.sub("", self._report.texts[key]))
            self._kept[key] = _PATH.sub(GONE, self._files(code))
        return key

    def _words(self, text: str) -> str:
        """A name or a sentence: comments of torch cut, lines of source and paths left out."""
        if len(text) < _SHORTEST:
            return text
        bare = _COMMENT.sub("", text) if " # " in text or "\t# " in text else text
        if " " in bare:
            bare = self._lines(bare)
        return _HOME.sub(GONE, _PATH.sub(GONE, self._files(bare)))


def _unquoted(stage: str, step: Step) -> Step:
    """A step without the constant, or the expression of the program, that is its detail."""
    quotes = "CONST" in step.name if stage == "steps" else stage == "bytecode" and step.name in ("python", "branch")
    return msgspec.structs.replace(step, detail=None) if quotes else step


def _either(words: dict[str, str]) -> Any:
    """A function that replaces each of the words in a text, the longest first."""
    if not words:
        return lambda text: text
    pattern = re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)))
    return lambda text: pattern.sub(lambda match: words[match[0]], text)


def _files(value: Any) -> set[str]:
    """The files of all places, sources and listings in ``value``."""
    if isinstance(value, Record):
        named = {value.file} if isinstance(value, Place | Source | Listing) and value.file else set()
        return named.union(*(_files(getattr(value, name)) for name in value.__struct_fields__))
    if isinstance(value, tuple):
        return set().union(*map(_files, value))
    return set()
