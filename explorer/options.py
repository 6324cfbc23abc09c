"""Every option, defined once: the command's parser and the magics' parser are both built from ``OPTIONS``."""

from __future__ import annotations

import argparse
import ast
import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

from explorer.checks import check_sections
from explorer.errors import UsageError

Where = Literal["command", "line", "cell"]
"""A front door: ``compile-explorer explain``, ``%compile_explain``, ``%%compile_explain``."""

Goes = Literal["compile", "explain", "inputs", "show"]
"""Who gets the value: ``torch.compile``, ``explorer.explain``, the search for inputs, or the display of the result."""

EVERYWHERE: frozenset[Where] = frozenset(("command", "line", "cell"))
NO_CELL: frozenset[Where] = frozenset(("command", "line"))
NOTEBOOK: frozenset[Where] = frozenset(("line", "cell"))


def formats() -> tuple[str, ...]:
    """The names of the views, text first: what ``--to`` can be."""
    from explorer.views import all_views

    return tuple(sorted(all_views(), key=lambda name: (name != "text", name)))


def pair(text: str) -> tuple[str, Any]:
    """``NAME=VALUE`` as a pair; VALUE is a Python literal, or else the text itself."""
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    try:
        return name, ast.literal_eval(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return name, value


def at_least(low: int) -> Callable[[str], int]:
    """A reader of whole numbers that are not below ``low``."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a whole number") from None
        if value < low:
            raise argparse.ArgumentTypeError(f"{value} is below {low}")
        return value

    return number


def seconds(text: str) -> float:
    """A reader of times above 0."""
    try:
        value = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds") from None
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"{text} is not a time above 0")
    return value


def section_list(text: str) -> tuple[str, ...]:
    """Names of sections with commas between."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    try:
        check_sections(names)
    except UsageError as wrong:
        raise argparse.ArgumentTypeError(str(wrong)) from None
    return names


@dataclass(frozen=True)
class Option:
    """One option: ``flags`` as typed, ``dest`` the keyword it fills, ``kind`` how its words are read.

    ``switch`` has a ``--no-`` form, ``off`` sets False, ``pairs`` may be repeated and gives a dict. A value that was
    not given is None, so that the default of the receiver holds.
    """

    flags: tuple[str, ...]
    dest: str
    goes: Goes
    help: str
    kind: Literal["value", "on", "off", "switch", "pairs"] = "value"
    metavar: str | None = None
    convert: Callable[[str], Any] = str
    choices: Callable[[], tuple[str, ...]] | None = None
    where: frozenset[Where] = EVERYWHERE

    @property
    def takes_value(self) -> bool:
        """Whether the word after the flag belongs to it."""
        return self.kind in ("value", "pairs")


OPTIONS: tuple[Option, ...] = (
    Option(("--inputs",), "inputs", "inputs", metavar="EXPR", where=NO_CELL,
           help="what to call it with: as in a call, 'x, mask=m'; or a tuple (arguments), or a mapping (by keyword)"),
    Option(("--train",), "train", "explain", kind="on", where=NO_CELL,
           help="explain the backward pass too (of the sum of the outputs, or of --loss)"),
    Option(("--loss",), "loss", "explain", metavar="EXPR", where=NO_CELL,
           help="with --train: a function from the output to the loss, such as 'lambda out: out.loss'"),
    Option(("--backend",), "backend", "compile", metavar="NAME", where=NO_CELL,
           help="torch.compile's backend: inductor (default), aot_eager, eager, …"),
    Option(("--mode",), "mode", "compile", metavar="NAME", where=NO_CELL,
           help="torch.compile's mode: default, reduce-overhead, max-autotune, …"),
    Option(("--dynamic",), "dynamic", "compile", kind="switch", where=NO_CELL,
           help="compile for shapes that vary, or for these shapes only (default: torch decides)"),
    Option(("--fullgraph",), "fullgraph", "compile", kind="on", where=NO_CELL,
           help="make a graph break an error, as torch.compile(fullgraph=True) does"),
    Option(("--recompile-limit",), "recompile_limit", "compile", metavar="N", convert=at_least(1), where=NO_CELL,
           help="how often one function may be compiled before it stays eager"),
    Option(("--option",), "options", "compile", kind="pairs", metavar="NAME=VALUE", convert=pair, where=NO_CELL,
           help="an entry of torch.compile(options=…); may be repeated"),
    Option(("--config",), "config", "explain", kind="pairs", metavar="NAME=VALUE", convert=pair,
           help="a torch._dynamo.config value during the run; may be repeated"),
    Option(("--inductor-config",), "inductor_config", "explain", kind="pairs", metavar="NAME=VALUE", convert=pair,
           help="a torch._inductor.config value during the run; may be repeated"),
    Option(("--no-probe",), "probe", "explain", kind="off", where=NO_CELL,
           help="do not find out whether fullgraph=True would work"),
    Option(("-m", "--measure"), "measure", "explain", kind="on",
           help="run it many times more, eager and compiled: times, numbers, memory"),
    Option(("--time-limit",), "time_limit", "explain", metavar="SECONDS", convert=seconds,
           help="with --measure: about how long measuring may take (default: 10)"),
    Option(("--caches",), "caches", "explain", choices=lambda: ("off", "user"),
           help="off: do not read torch's compile caches, whose hits carry stale lines (default for one call); "
                "user: leave them as they are (default for a cell)"),
    Option(("--steps",), "steps", "explain", kind="on",
           help="follow the compiler: each instruction of Dynamo, each pass of Inductor; costs compile time"),
    Option(("--step-limit",), "step_limit", "explain", metavar="N", convert=at_least(1),
           help="with --steps: how many steps of Dynamo to keep (default 20000)"),
    Option(("--against",), "against", "show", metavar="BEFORE",
           help="compare with an exploration made before: a variable (notebook) or a saved report"),
    Option(("--title",), "title", "explain", metavar="TEXT", help="the name of the report"),
    Option(("--to",), "to", "show", choices=formats,
           help="text (default), html (the command writes FILE.html), json (all of it) or verdict (stable keys)"),
    Option(("-o", "--output"), "output", "show", metavar="PATH",
           help="write to PATH instead of showing; its ending chooses the format unless --to does; - is stdout"),
    Option(("--width",), "width", "show", metavar="COLUMNS", convert=at_least(40),
           help="the width of the text (default: that of the terminal)"),
    Option(("--show",), "sections", "show", metavar="NAMES", convert=section_list,
           help="sections of the text beside its summary, such as ledger,fusion,memory; all for all of them"),
    Option(("--full",), "full", "show", kind="on", help="text with every guard, graph and generated kernel"),
    Option(("--as",), "name", "show", metavar="NAME", where=NOTEBOOK, help="keep the Exploration in this variable"),
    Option(("-q", "--quiet"), "quiet", "show", kind="on",
           help="show nothing: no progress and no report (-o still writes)"),
)  # fmt: skip


class BadOption(UsageError):
    """Words that the parser cannot read; ``usage`` is the usage line to print above the message."""

    def __init__(self, message: str, usage: str) -> None:
        super().__init__(message)
        self.usage = usage.strip()


class Answered(Exception):
    """``--help`` or ``--version`` was asked for and has been printed: there is nothing more to do."""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises instead of leaving the process, so that it serves a notebook too."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(allow_abbrev=False, **keywords)
        self.color = False  # colour codes would end up in a docstring; from Python 3.14 on they are the default

    def error(self, message: str) -> NoReturn:
        """Raise ``BadOption`` with the nearest flags that do exist."""
        raise BadOption(message + self._nearest(message), self.format_usage())

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:  # noqa: ARG002
        """Raise ``Answered``: argparse calls this after printing help or a version."""
        raise Answered

    def _nearest(self, message: str) -> str:
        wrong = re.search(r"unrecognized arguments: (--?[\w-]+)", message)
        near = difflib.get_close_matches(wrong.group(1), self._flags(), cutoff=_ALIKE) if wrong else []
        return f" (did you mean {' or '.join(near)}?)" if near else ""

    def _flags(self) -> set[str]:
        """The flags of this parser and of its commands."""
        commands = [each for action in self._actions if isinstance(action, argparse._SubParsersAction)
                    for each in action.choices.values()]  # fmt: skip
        return {flag for parser in (self, *commands) for action in parser._actions for flag in action.option_strings}


_ALIKE = 0.75
"""How alike (0 to 1) a flag must be to what was typed before it is suggested."""


def add_options(parser: argparse.ArgumentParser, where: Where, *, only: Iterable[str] | None = None) -> None:
    """Give ``parser`` the options of one front door, or those of them whose ``dest`` is in ``only``."""
    wanted = None if only is None else set(only)
    for option in OPTIONS:
        if where in option.where and (wanted is None or option.dest in wanted):
            parser.add_argument(*option.flags, dest=option.dest, default=None, help=option.help, **_reading(option))


def _reading(option: Option) -> dict[str, Any]:
    if option.kind == "on":
        return {"action": "store_const", "const": True}
    if option.kind == "off":
        return {"action": "store_const", "const": False}
    if option.kind == "switch":
        return {"action": argparse.BooleanOptionalAction}
    words: dict[str, Any] = {"type": option.convert, "metavar": option.metavar}
    if option.choices is not None:
        words["choices"] = option.choices()
    return words | ({"action": "append"} if option.kind == "pairs" else {})


@dataclass(frozen=True)
class Settings:
    """What was asked for: ``compile`` for ``torch.compile``, ``explain`` for ours, both without what was not given.

    ``inputs`` and ``loss`` are expressions, still to be evaluated where the user's names live.
    """

    compile: dict[str, Any]
    explain: dict[str, Any]
    inputs: str | None = None
    loss: str | None = None
    to: str | None = None
    output: str | None = None
    width: int | None = None
    full: bool = False
    sections: tuple[str, ...] = ()
    name: str | None = None
    quiet: bool = False
    against: str | None = None


def settings(values: argparse.Namespace) -> Settings:
    """The parsed words sorted by who gets them. Raises ``UsageError`` when two of them contradict each other."""
    given = {key: value for key, value in vars(values).items() if value is not None}
    for option in OPTIONS:
        if option.kind == "pairs" and option.dest in given:
            given[option.dest] = dict(given[option.dest])
    loss = given.pop("loss", None)
    if loss is not None and not given.get("train"):
        raise UsageError("--loss says what to run backward from: it needs --train")
    if "time_limit" in given and not given.get("measure"):
        raise UsageError("--time-limit says how long measuring may take: it needs --measure")
    if "step_limit" in given and not given.get("steps"):
        raise UsageError("--step-limit says how many steps to keep: it needs --steps")
    sorted_by: dict[str, dict[str, Any]] = {"compile": {}, "explain": {}, "inputs": {}, "show": {}}
    for option in OPTIONS:
        if option.dest in given:
            sorted_by[option.goes][option.dest] = given[option.dest]
    return Settings(sorted_by["compile"], sorted_by["explain"], loss=loss, **sorted_by["inputs"], **sorted_by["show"])


def split_line(line: str) -> tuple[list[str], str]:
    """A magic's line as (option words, the rest verbatim). ``--`` ends the options.

    A word ends at a space outside brackets and quotes, so ``--inputs (a, b)`` needs no quotes; a word that is quoted
    as a whole loses its quotes, as in a shell.
    """
    words: list[str] = []
    rest = line.strip()
    while rest.startswith("-") and _is_flag(rest):
        word, rest = _first_word(rest)
        if word == "--":
            break
        words.append(word)
        if "=" not in word and _TAKES_VALUE.get(word) and rest:
            value, rest = _first_word(rest)
            words.append(value)
    return words, rest


_TAKES_VALUE = {flag: option.takes_value for option in OPTIONS for flag in option.flags}


def _is_flag(text: str) -> bool:
    """``-q`` and ``--any-thing`` are flags, ``--`` is their end; ``-x.sum()`` is an expression."""
    return re.match(r"(--|-[a-zA-Z]|--[a-zA-Z][\w-]*(=.*)?)(\s|$)", text, re.DOTALL) is not None


def _first_word(text: str) -> tuple[str, str]:
    depth, quote, end = 0, "", len(text)
    for index, character in enumerate(text):
        if quote:
            quote = "" if character == quote and text[index - 1] != "\\" else quote
        elif character in "'\"":
            quote = character
        elif character in "([{":
            depth += 1
        elif character in ")]}":
            depth -= 1
        elif character.isspace() and depth <= 0:
            end = index
            break
    return _unquoted(text[:end]), text[end:].lstrip()


def _unquoted(word: str) -> str:
    flag, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
    whole = re.fullmatch(r"""(['"])((?:(?!\1).)*)\1""", value, re.DOTALL)
    return f"{flag}{equals}{whole.group(2) if whole else value}"
