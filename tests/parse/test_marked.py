"""Expressions cut out of the rest of a line."""

from __future__ import annotations

import pytest

from explorer.parse.marked import narrowed


@pytest.mark.parametrize(
    ("text", "told", "expected"),
    [
        ('print("n"); return y.cos()', "builtin print", 'print("n")'),
        ("noisy(x + i) for i in range(2)]).sum()", "", "noisy(x + i)"),
        ("x.item(), b)", "call_method item", "x.item()"),
        ("x.sum().item() > 20: break", "call_method TensorVariable() item", "x.sum().item()"),
        ("x.sum() > 0:", "Data-dependent branching", "x.sum() > 0"),
        ("sorted(losses)[:-1]", "sort", "sorted(losses)[:-1]"),
        ("(x.abs().max() / 127).item()", "item", "(x.abs().max() / 127).item()"),
        ("(a, b) == c", "", "(a, b) == c"),
        ("torch.cat([", "", "torch.cat(["),
        ("print(", "builtin print", "print("),
        ("nonzero().view(-1)", "nonzero", "nonzero()"),
        ("raise ValueError(1)", "", "raise ValueError(1)"),
        ("a, b = x; return a", "", "a, b = x"),
        ("value12 if", "", "value12"),
        ("'\\d' in text", "", "'\\d' in text"),
        ("((((", "", "(((("),
        ("", "", ""),
    ],
)
def test_narrowed(text: str, told: str, expected: str) -> None:
    assert narrowed(text, told) == expected
