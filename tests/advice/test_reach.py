"""Ids that ordinary code reaches, beside those of the recipes: one small program each, recorded by plain torch."""

from __future__ import annotations

import contextlib
import itertools
import logging
import re
import statistics
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
import torch._dynamo

from explorer.advice.breaks import BREAKS
from explorer.advice.unreachable import UNREACHABLE

pytestmark = pytest.mark.skipif(
    not torch.__version__.startswith("2.13."), reason="each release of torch traces other things"
)
LOGGERS = ("torch._dynamo.symbolic_convert.__graph_breaks", "torch._dynamo.convert_frame.__graph_breaks")
x = torch.ones(4, 4)
leaf = torch.ones(4, requires_grad=True)


class Scope:
    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, value: torch.Tensor) -> torch.Tensor:
        return value * 2

    @staticmethod
    def vjp(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2


class Dirty(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, value: torch.Tensor) -> torch.Tensor:
        ctx.mark_dirty(value)
        return value.mul(2)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2


class Keyword(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, value: torch.Tensor, *, factor: int = 2) -> torch.Tensor:
        return value * factor

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> torch.Tensor:
        return gradient * 2


class Failure(Exception):
    def __init__(self, *args: Any, code: int = 0) -> None:
        super().__init__(*args)
        self.code = code


class Thing:
    value = 3


def numbers() -> Iterator[int]:
    yield from itertools.count()


def scoped(y: torch.Tensor) -> torch.Tensor:
    with Scope():
        y = y.sin()
        print("inside")
        return y.cos()


def looped(y: torch.Tensor) -> torch.Tensor:
    for _ in range(2):
        y = y.sin()
        print("in a loop")
    return y


def exit_stack(y: torch.Tensor) -> torch.Tensor:
    with contextlib.redirect_stdout(None):
        return y.sin()


def failing(y: torch.Tensor) -> torch.Tensor:
    try:
        raise Failure("a", code=3)
    except Failure as failure:
        return y + failure.code


def missing(y: torch.Tensor) -> torch.Tensor:
    return y + {}["a"]


def undefined(y: torch.Tensor) -> torch.Tensor:
    return y + nowhere  # type: ignore[name-defined]  # noqa: F821


def changes_class(y: torch.Tensor) -> torch.Tensor:
    thing.__class__ = Thing
    return y + 1


def makes_double(y: torch.Tensor) -> torch.Tensor:
    y.data = torch.ones(4, 4).double()
    return y + 1


def quiet(y: torch.Tensor) -> torch.Tensor:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return y.sin()


thing = Thing()
REACHED: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "GB0006": (failing, (x,)),
    "GB0016": (lambda n: n + 1, (torch.nested.nested_tensor([x, x]),)),
    "GB0045": (lambda y: y + 1 if y.is_inference() else y, (x,)),
    "GB0066": (scoped, (x,)),
    "GB0088": (missing, (x,)),
    "GB0092": (quiet, (x,)),
    "GB0117": (lambda y: y.sin().share_memory_(), (x,)),
    "GB0127": (lambda y: y.sin().resize_as_(torch.ones(2, 8)), (x,)),
    "GB0128": (lambda y, z: y.sin().set_(z.untyped_storage(), 0, (2,)), (x, x + 1)),
    "GB0134": (lambda y: y * statistics.mean([1.0, 2.0]), (x,)),
    "GB0145": (lambda y: Doubled.apply(y).sin(), (leaf,)),
    "GB0185": (lambda y: (y + 1, y.numpy().astype(object))[0], (x,)),
    "GB0220": (makes_double, (torch.ones(4, 4),)),
    "GB0222": (lambda s, y: y + len(s), ({x}, x)),
    "GB0247": (lambda y, out: torch.sin(y, out=out) + 1, (x, torch.empty(2))),
    "GB0250": (lambda y: (y + 1, y.numpy().astype(object))[0], (x,)),
    "GB0262": (exit_stack, (x,)),
    "GB0277": (lambda y: torch.sparse.mm(y.to_sparse(), y), (x,)),
    "GB0354": (undefined, (x,)),
    "GB0363": (lambda y: y + torch.rand(4, generator=torch.Generator()), (x,)),
    "GB2019": (lambda y: Dirty.apply(y.sin()).sin(), (leaf,)),
    "GB2464": (lambda y: Dirty.apply(y.sin()).sin(), (leaf,)),
    "GB4271": (changes_class, (x,)),
    "GB4347": (lambda y, values: y + next(values), (x, numbers())),
    "GB4372": (lambda y: Keyword.apply(y, factor=1).sin(), (leaf,)),
    "GB4841": (lambda y: (y + 1, logging.warning("seen"))[0], (x,)),
    "GB7000": (looped, (x,)),
}


seen: list[int] = []


@pytest.fixture
def said() -> Iterator[list[str]]:
    """What torch logs about graph breaks."""
    texts: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts.append(record.getMessage())

    torch._dynamo.reset()
    torch._logging.set_logs(graph_breaks=True)
    keep = Keep()
    for name in LOGGERS:
        logging.getLogger(name).addHandler(keep)
    yield texts
    for name in LOGGERS:
        logging.getLogger(name).removeHandler(keep)
    torch._logging.set_logs()
    torch._dynamo.reset()


@pytest.mark.parametrize("code", sorted(REACHED))
def test_it_is_reached_and_has_advice(code: str, said: list[str]) -> None:
    function, args = REACHED[code]
    try:
        torch.compile(function, backend="eager")(*args)
    except Exception as error:  # some of them fail in eager too
        said.append(str(error))
    reached = {f"GB{number}" for text in said for number in re.findall(r"/gb(\d+)\.html", text)}
    assert code in reached and reached <= set(BREAKS) and not reached & set(UNREACHABLE)


@pytest.mark.parametrize(
    ("code", "branch"),
    [
        ("GB0040", lambda y: y),
        ("GB0041", lambda y: y.add_(1)),
        ("GB0059", lambda y: (print("a"), y + 1)[1]),
        ("GB0067", lambda y: (seen.append(1), y + 1)[1]),
    ],
)
def test_a_branch_of_cond(code: str, branch: Callable[[torch.Tensor], torch.Tensor]) -> None:
    torch._dynamo.reset()

    def choose(y: torch.Tensor) -> torch.Tensor:
        return torch.cond(y.sum() > 0, branch, lambda z: z - 1, (y,))

    with pytest.raises(torch._dynamo.exc.UncapturedHigherOrderOpError) as caught:
        torch.compile(choose, backend="eager")(x.clone())
    assert f"/{code.lower()}.html" in str(caught.value) and code in BREAKS
