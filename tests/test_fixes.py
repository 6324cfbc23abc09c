"""What a fix changes is read from a sample's text: of functions, methods, arguments and settings."""

from __future__ import annotations

import ast

import pytest

from explorer import fixes, samples

CASES = {
    "functions by an argument": (
        "def slow(x):\n    y = x + 1\n    return y.item()\n\n\ndef quick(x):\n    y = x + 1\n    return y\n\n\n"
        "def build(model=slow):\n    return {'model': model}\n\n\ndef fixed():\n    return build(quick)\n",
        " def slow(x):\n     y = x + 1\n-    return y.item()\n+    return y",
    ),
    "functions in the mapping": (
        "def f(x):\n    return x.item()\ndef g(x):\n    return x\n"
        "def build():\n    return {'model': f}\ndef fixed():\n    return build() | {'model': g}\n",
        " def f(x):\n-    return x.item()\n+    return x",
    ),
    "methods, without those that stay": (
        "class A:\n    def a(self):\n        return 1\n    def forward(self, x):\n        return print(x)\n"
        "class B(A):\n    def forward(self, x):\n        return x\n"
        "def build(model=A):\n    return {'model': model()}\ndef fixed():\n    return build(B)\n",
        " def forward(self, x):\n-    return print(x)\n+    return x",
    ),
    "a model made in a tuple": (
        "class A:\n    def forward(self, x):\n        return print(x)\n"
        "class B(A):\n    def forward(self, x):\n        return x\n"
        "def build():\n    return {'model': A().eval()}\n"
        "def fixed():\n    model, x = B().eval(), 1\n    return {'model': model, 'inputs': (x,)}\n",
        " def forward(self, x):\n-    return print(x)\n+    return x",
    ),
    "an argument": (
        "def build(kind=int):\n    return {'model': f}\ndef fixed():\n    return build(torch.tensor)\n",
        "-kind = int\n+kind = torch.tensor",
    ),
    "a setting": (
        "def build():\n    return {'model': f}\n"
        "def fixed():\n    return build() | {'compile_kwargs': {'dynamic': True}}\n",
        "+compile_kwargs = {'dynamic': True}",
    ),
    "no fix": ("def build():\n    return {'model': f}\n", None),
    "nothing to compare": ("def build():\n    return made\ndef fixed():\n    return other\n", None),
}


@pytest.mark.parametrize("case", CASES)
def test_change_in(case: str) -> None:
    text, expected = CASES[case]
    assert fixes.change_in(text) == expected


def test_no_such_sample_has_no_change() -> None:
    assert fixes.change("breaks/nothing_of_the_kind") is None


@pytest.mark.parametrize("name", [name for name in samples.names() if "/" in name])
def test_every_added_line_stands_in_the_recipe_or_names_an_argument(name: str) -> None:
    text = samples.path(name).read_text(encoding="utf-8")
    known = {line.strip() for line in text.split("\n")} | {ast.unparse(node) for node in ast.walk(ast.parse(text))}
    for line in (fixes.change(name) or "").split("\n"):
        code = line[1:].strip()
        if line.startswith(("+", "-")) and code and not code.startswith(("def ", "compile_kwargs = ")):
            assert code in known or code.partition(" = ")[2] in known, line
