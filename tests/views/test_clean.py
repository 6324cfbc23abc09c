"""Untrusted text: control characters, widths, cutting and wrapping."""

from __future__ import annotations

import unicodedata

import pytest

from explorer.views.clean import clean, fit, flow, one_line, pad, sentence, shorten, width_of, wrap


def test_every_control_and_bidirectional_character_is_written_out() -> None:
    for code in range(0x110000):
        char = chr(code)
        hidden = unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(char) in (
            "LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI",
        )  # fmt: skip
        if hidden and char not in "\n\t":
            assert char not in clean(f"a{char}b"), hex(code)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x9b2J", "\\x9b2J"),
        ("a\u202eb", "a\\u202eb"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("one\r\ntwo\tthree", "one\ntwo\tthree"),
        ("über 世界 naïve", "über 世界 naïve"),
    ],
)
def test_clean(text: str, shown: str) -> None:
    assert clean(text) == shown


def test_one_line_is_bounded_and_says_so() -> None:
    assert one_line(" a \n\t b ") == "a b"
    long = one_line("x " * 10_000_000, 50)
    assert len(long) <= 50
    assert long.endswith("…")


def test_sentence_ends_with_one_mark() -> None:
    assert [sentence(text) for text in ("so", "so.", "do:", "why?", "")] == ["so.", "so.", "do:", "why?", ""]


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("世界", 4), ("e\u0301", 1), ("ｶﾅ", 2), ("🙂", 2), ("µ", 1)])
def test_width(text: str, width: int) -> None:
    assert width_of(text) == width


@pytest.mark.parametrize("text", ["", "short", "世界世界世界", "a世b界c" * 9, "x" * 99])
@pytest.mark.parametrize("width", [1, 2, 7, 20])
def test_fit_and_pad(text: str, width: int) -> None:
    assert width_of(fit(text, width)) <= width
    assert width_of(pad(text, width)) == width
    assert width_of(pad(text, width, right=True)) == width
    assert fit(text, 1000) == text


@pytest.mark.parametrize("width", [2, 9, 31])
@pytest.mark.parametrize("first", [None, 0, 4])
@pytest.mark.parametrize("text", ["", "the quick brown fox", "世界" * 40 + " then " + "abc" * 30])
def test_wrap_keeps_every_character_and_no_line_is_too_wide(text: str, width: int, first: int | None) -> None:
    lines = wrap(text, width, first=first)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert all(width_of(line) <= width for line in lines[1:])
    assert width_of(lines[0]) <= (width if first is None else first)


def test_flow_breaks_between_words_only() -> None:
    assert flow(["3 graphs", "1 break", "11.4 s compile"], 20, "  ") == ["3 graphs  1 break", "11.4 s compile"]


def test_shorten_says_how_much_is_missing() -> None:
    assert shorten("short", 1) == ("short", 0)
    text = "line of text\n" * 1000
    shown, more = shorten(text, 5)
    assert shown == text[: len(shown)]
    assert len(shown) <= 5000
    assert not shown.endswith("\n")
    assert more == 8
