"""Advice about recompiles is proved by plain torch: the calls that recompile, and the same calls as advised."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import torch
from torch._dynamo.testing import CompileCounter

from explorer.advice import advise
from explorer.advice.recompiles import RECOMPILES
from explorer.parse import recompile_reason
from explorer.report import Finding

x = torch.ones(4, 3)


@pytest.fixture(autouse=True)
def afresh() -> Iterator[None]:
    torch._dynamo.reset()
    yield
    torch._dynamo.reset()


def versions(function: Callable[..., Any], calls: list[tuple[Any, ...]], **options: Any) -> int:
    counter = CompileCounter()
    compiled = torch.compile(function, backend=counter, **options)
    for call in calls:
        compiled(*call)
    return counter.frame_count


def marked(mark: Callable[[torch.Tensor, int], None], *sizes: int) -> list[tuple[torch.Tensor]]:
    calls = [(torch.ones(size),) for size in sizes]
    for (tensor,) in calls:
        mark(tensor, 0)
    return calls


class Counter(torch.nn.Module):
    def __init__(self, *, buffer: bool) -> None:
        super().__init__()
        self.steps: Any = 0
        if buffer:
            del self.steps
            self.register_buffer("steps", torch.zeros((), dtype=torch.long))

    def forward(self, value: torch.Tensor) -> torch.Tensor:
        self.steps += 1
        return value * self.steps


def times(value: torch.Tensor, number: Any) -> torch.Tensor:
    return value * number


def by_size(value: torch.Tensor) -> torch.Tensor:
    return value * value.shape[0]


def total(values: list[torch.Tensor]) -> torch.Tensor:
    return values[0] + sum(values[1:])


SCALE: Any = 2


def scaled(value: torch.Tensor) -> torch.Tensor:
    return value * SCALE


def versions_of_global(values: list[Any], **options: Any) -> int:
    """As :func:`versions`, for values of the global that :func:`scaled` reads."""
    counter = CompileCounter()
    compiled = torch.compile(scaled, backend=counter, **options)
    for each in values:
        globals()["SCALE"] = each
        compiled(x)
    return counter.frame_count


PROOFS: dict[str, tuple[Callable[[], int], Callable[[], int]]] = {
    "RECOMPILE_SIZE": (
        lambda: versions(torch.sin, [(torch.ones(size),) for size in (4, 5)]),
        lambda: versions(torch.sin, marked(torch._dynamo.mark_dynamic, 4, 5)),
    ),
    "RECOMPILE_ZERO_ONE": (
        lambda: versions(by_size, [(torch.ones(size),) for size in (5, 6, 1)]),
        lambda: versions(by_size, marked(torch._dynamo.decorators.mark_unbacked, 5, 6, 1)),
    ),
    "RECOMPILE_INT": (
        lambda: versions(times, [(x, 3), (x, 4)]),
        lambda: versions(times, [(x, torch.tensor(3)), (x, torch.tensor(4))]),
    ),
    "RECOMPILE_FLOAT": (
        lambda: versions(times, [(x, 3.5), (x, 4.5)]),
        lambda: versions(times, [(x, 3.5), (x, 4.5)], dynamic=True),
    ),
    "RECOMPILE_INT_ATTRIBUTE": (
        lambda: versions(Counter(buffer=False), [(x,), (x,), (x,)]),
        lambda: versions(Counter(buffer=True), [(x,), (x,), (x,)]),
    ),
    "RECOMPILE_LENGTH": (
        lambda: versions(total, [([x, x],), ([x, x, x],)]),
        lambda: versions(lambda xs: xs.sum(0), [(torch.stack([x] * n),) for n in (2, 3)], dynamic=True),
    ),
    "RECOMPILE_STRIDE": (
        lambda: versions(torch.sin, [(torch.ones(4, 8),), (torch.ones(8, 4).t(),)]),
        lambda: versions(torch.sin, [(torch.ones(4, 8),), (torch.ones(8, 4).t().contiguous(),)]),
    ),
    "RECOMPILE_EQUAL_SIZES": (
        lambda: versions(torch.sin, [(torch.ones(4, 4),), (torch.ones(5, 6),)], dynamic=True),
        lambda: versions(torch.sin, [(torch.ones(4, 7),), (torch.ones(5, 6),)], dynamic=True),
    ),
}


@pytest.mark.parametrize("code", sorted(PROOFS))
def test_the_advice_removes_the_recompile(code: str) -> None:
    before, advised = PROOFS[code]
    assert before() > 1
    torch._dynamo.reset()
    assert advised() == 1


def _finding(code: str, **attributes: Any) -> Finding:
    return Finding(ref="r", kind="recompile", code=code, severity="warning", title="t", attributes=attributes)


def test_a_global_number_is_no_argument() -> None:
    assert versions_of_global([2, 3, 4], dynamic=True) == 3
    torch._dynamo.reset()
    assert versions_of_global([torch.tensor(n) for n in (2, 3, 4)]) == 1
    torch._dynamo.reset()
    assert versions_of_global([2.5, 3.5, 4.5], dynamic=True) == 1
    (of_global,) = advise(_finding("RECOMPILE_INT", source="SCALE", old="2", guard="G['SCALE'] == 2")).advice
    (of_argument,) = advise(_finding("RECOMPILE_INT", source="n", old="2", guard="n == 2")).advice
    assert ("or compile with dynamic" in of_global, "or compile with dynamic" in of_argument) == (False, True)


@pytest.mark.parametrize("code", sorted(RECOMPILES))
def test_advice_is_a_sentence_with_every_name_filled_in(code: str) -> None:
    (sentence,) = advise(_finding(code, source="self.n", dimension="0", old="3", new=None)).advice
    assert sentence[0].isupper() or sentence.startswith("self.n")
    assert "{" not in sentence and sentence.rstrip(")").endswith((".", "…", "True"))


def test_text_from_a_trace_is_never_a_template() -> None:
    hostile = "{source.__class__}{0}%s"
    (sentence,) = advise(_finding("RECOMPILE_DTYPE", source=hostile)).advice
    assert hostile in sentence


def test_every_code_that_the_reader_gives_has_advice() -> None:
    given = set(re.findall(r'"(RECOMPILE_[A-Z_]+)"', inspect.getsource(recompile_reason)))
    given |= {
        f"RECOMPILE_{what}"
        for what in ("SIZE", "STRIDE", "DTYPE", "RANK", "DEVICE", "INT", "FLOAT", "STRING", "BOOL", "VALUE")
    }
    assert given <= RECOMPILES.keys()
