"""One definition of every option: both parsers know the same flags, and a line is split without touching the code."""

from __future__ import annotations

import argparse

import pytest

from explorer.errors import UsageError
from explorer.options import OPTIONS, Answered, BadOption, Parser, add_options, settings, split_line


def parsed(words: list[str], where: str = "command") -> argparse.Namespace:
    parser = Parser(prog="x")
    add_options(parser, where)  # type: ignore[arg-type]
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("line", "words", "rest"),
    [
        ("model(x)", [], "model(x)"),
        ("  model(x, flag=True)  ", [], "model(x, flag=True)"),
        ("-q model(x)", ["-q"], "model(x)"),
        ("--train -q  m( 'a  b' )", ["--train", "-q"], "m( 'a  b' )"),
        ("--backend eager f(a - b)", ["--backend", "eager"], "f(a - b)"),
        ("--backend=eager f(x)", ["--backend=eager"], "f(x)"),
        ("--title 'My model' f(x)", ["--title", "My model"], "f(x)"),
        ('--title="My model" f(x)', ["--title=My model"], "f(x)"),
        ("--inputs (torch.randn(2, 3), 1) model", ["--inputs", "(torch.randn(2, 3), 1)"], "model"),
        ("--inputs 'x, mask=m' model", ["--inputs", "x, mask=m"], "model"),
        ("""--inputs "f('a b')" model""", ["--inputs", "f('a b')"], "model"),
        ("""--inputs 'a'+'b' model""", ["--inputs", "'a'+'b'"], "model"),
        ("--inputs x.get('a b') model", ["--inputs", "x.get('a b')"], "model"),
        ("-q -- model(x)", ["-q"], "model(x)"),
        ("-- -x", [], "-x"),
        ("-x.sum()", [], "-x.sum()"),
        ("--bogus f(x)", ["--bogus"], "f(x)"),
        ("--no-dynamic f(x)", ["--no-dynamic"], "f(x)"),
        ("--option a=1 --option b='c d' f(x)", ["--option", "a=1", "--option", "b='c d'"], "f(x)"),
        ("--inputs", ["--inputs"], ""),
        ("", [], ""),
        ("f(x) --train", [], "f(x) --train"),
    ],
)
def test_split_line(line: str, words: list[str], rest: str) -> None:
    assert split_line(line) == (words, rest)


def test_every_option_is_read_by_each_front_door_that_has_it() -> None:
    for where in ("command", "line", "cell"):
        parser = Parser(prog="x")
        add_options(parser, where)  # type: ignore[arg-type]
        shown = parser.format_help()
        for option in OPTIONS:
            for flag in option.flags:
                assert (flag in shown) is (where in option.where), (where, flag)


def test_nothing_given_is_nothing_passed_on() -> None:
    result = settings(parsed([]))
    assert (result.compile, result.explain, result.quiet, result.inputs) == ({}, {}, False, None)


@pytest.mark.parametrize(
    ("words", "compile_", "explain"),
    [
        (["--backend", "eager", "--fullgraph"], {"backend": "eager", "fullgraph": True}, {}),
        (["--dynamic"], {"dynamic": True}, {}),
        (["--no-dynamic"], {"dynamic": False}, {}),
        (["--recompile-limit", "3"], {"recompile_limit": 3}, {}),
        (
            ["--option", "max_autotune=True", "--option", "x=words here"],
            {"options": {"max_autotune": True, "x": "words here"}},
            {},
        ),
        (["--train", "--no-probe"], {}, {"train": True, "probe": False}),
        (["-m", "--time-limit", "2.5"], {}, {"measure": True, "time_limit": 2.5}),
        (["--config", "a.b=(1, 2)"], {}, {"config": {"a.b": (1, 2)}}),
        (["--inductor-config", "cpp.cxx=g++"], {}, {"inductor_config": {"cpp.cxx": "g++"}}),
        (["--caches", "user", "--title", "T"], {}, {"caches": "user", "title": "T"}),
    ],
)
def test_settings(words: list[str], compile_: dict[str, object], explain: dict[str, object]) -> None:
    result = settings(parsed(words))
    assert result.compile == compile_
    assert result.explain == explain


def test_what_is_shown() -> None:
    result = settings(parsed(["--to", "html", "-o", "a.html", "--width", "80", "-q", "--inputs", "x"]))
    assert (result.to, result.output, result.width, result.quiet, result.inputs) == ("html", "a.html", 80, True, "x")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--bakend", "eager"], "did you mean --backend"),
        (["--to", "pdf"], "invalid choice: 'pdf'"),
        (["--width", "many"], "'many' is not a whole number"),
        (["--width", "3"], "3 is below 40"),
        (["--time-limit", "soon"], "'soon' is not a number of seconds"),
        (["--time-limit", "0"], "0 is not a time above 0"),
        (["--time-limit", "nan"], "nan is not a time above 0"),
        (["--option", "nothing"], "'nothing' is not NAME=VALUE"),
        (["--option", "=1"], "is not NAME=VALUE"),
        (["--inputs"], "expected one argument"),
        (["--title"], "expected one argument"),
        (["stray"], "unrecognized arguments: stray"),
    ],
)
def test_a_bad_option_is_one_message_with_usage(words: list[str], message: str) -> None:
    with pytest.raises(BadOption, match=message) as caught:
        parsed(words)
    assert caught.value.usage.startswith("usage: x")


@pytest.mark.parametrize("flag", ["--backend", "--train", "--inputs", "--no-probe"])
def test_options_of_a_call_are_not_options_of_a_cell(flag: str) -> None:
    with pytest.raises(BadOption):
        parsed([flag], "cell")


def test_a_time_limit_needs_something_to_limit() -> None:
    with pytest.raises(UsageError, match="it needs --measure"):
        settings(parsed(["--time-limit", "3"]))


def test_a_loss_needs_a_backward_pass() -> None:
    with pytest.raises(UsageError, match="--train"):
        settings(parsed(["--loss", "lambda out: out.sum()"]))
    assert settings(parsed(["--loss", "f", "--train"])).loss == "f"


def test_help_is_printed_and_leaves_no_process(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(Answered):
        parsed(["--help"])
    assert "--backend" in capsys.readouterr().out
