"""Further programs of users: a break in every kind of place, and every kind of value that makes torch recompile."""

from __future__ import annotations

import contextlib
import copy
import enum
import functools
import logging
import random
import time
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import torch

from tests.user_programs import Built, calls

PROGRAMS: dict[str, Callable[[], Built]] = {}
ALWAYS = frozenset(
    [
        "break_in_a_helper_of_a_helper",
        "break_in_a_comprehension",
        "break_in_a_generator",
        "break_in_a_context_of_the_user",
        "helper_breaks_under_autocast",
        "break_in_a_checkpoint",
        "break_in_a_vmap",
        "breaks_on_one_line",
        "condition_with_an_effect",
        "keys_of_a_dict",
        "enum_argument",
        "break_and_sizes",
    ]
)
"""Those that are tried with every run of the tests; the others are marked slow."""

log = logging.getLogger("tests.break_programs")
ones = torch.ones(3)


def program(build: Callable[[], Built]) -> Callable[[], Built]:
    PROGRAMS[build.__name__] = build
    return build


def noisy(x: torch.Tensor) -> torch.Tensor:
    y = x.sin()
    print("noisy")
    return y.cos()


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **keywords: Any) -> Any:
        return function(*args, **keywords) + 1

    return wrapper


# -- breaks: where they are


@program
def break_in_a_helper_of_a_helper() -> Built:
    def middle(x: torch.Tensor) -> torch.Tensor:
        return noisy(x + 1) * 2

    return {"model": lambda x: middle(x).sum(), **calls(ones)}


@program
def break_in_a_decorated_function() -> Built:
    @counted
    def model(x: torch.Tensor) -> torch.Tensor:
        return noisy(x)

    return {"model": model, **calls(ones)}


@program
def break_in_a_submodule() -> Built:
    class Inner(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            log.info("inner")
            return x * 2

    return {"model": torch.nn.Sequential(torch.nn.Tanh(), Inner(), torch.nn.ReLU()), **calls(ones)}


@program
def break_in_a_module_list() -> Built:
    class Layers(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layers = torch.nn.ModuleList(torch.nn.Linear(3, 3) for _ in range(2))

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for layer in self.layers:
                x = noisy(layer(x))
            return x

    return {"model": Layers(), **calls(ones)}


@program
def break_in_a_property() -> Built:
    class Scaled(torch.nn.Module):
        @property
        def scale(self) -> float:
            print("scale")
            return 2.0

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x.sin() * self.scale

    return {"model": Scaled(), **calls(ones)}


@program
def break_in_a_callable_object() -> Built:
    class Act:
        def __call__(self, x: torch.Tensor) -> torch.Tensor:
            log.warning("act")
            return x.relu()

    act = Act()
    return {"model": lambda x: act(x + 1) - 1, **calls(ones)}


@program
def break_in_a_class_method() -> Built:
    class Ops:
        @classmethod
        def double(cls, x: torch.Tensor) -> torch.Tensor:
            y = x * 2
            print(cls.__name__)
            return y

    return {"model": lambda x: Ops.double(x).exp(), **calls(ones)}


@program
def break_in_a_closure() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        shift = x.mean()

        def inner(y: torch.Tensor) -> torch.Tensor:
            print("closure")
            return y - shift

        return inner(x) * 2

    return {"model": model, **calls(ones)}


@program
def break_in_a_comprehension() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        return torch.stack([noisy(x + i) for i in range(2)]).sum()

    return {"model": model, **calls(ones)}


@program
def break_in_a_generator() -> Built:
    def parts(x: torch.Tensor) -> Iterator[torch.Tensor]:
        for i in range(2):
            print("part", i)
            yield x + i

    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        return y + sum(parts(y))

    return {"model": model, **calls(ones)}


@program
def break_in_a_while_loop() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        while x.sum() < 20:
            x = x * 2
        return x

    return {"model": model, **calls(ones)}


@program
def break_in_a_finally() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        try:
            y = x.sin()
        finally:
            print("finally")
        return y.cos()

    return {"model": model, **calls(ones)}


@program
def break_in_an_except() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        try:
            raise ValueError("expected")
        except ValueError:
            print("caught")
        return x.cos()

    return {"model": model, **calls(ones)}


@program
def break_under_no_grad() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        with torch.no_grad():
            noise = x.cos()
            print("no gradient here")
            y = y + noise.exp()
        return y * 2

    return {"model": model, **calls(torch.ones(3, requires_grad=True))}


@program
def helper_breaks_under_autocast() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = noisy(x @ x)
        return y.float()

    return {"model": model, **calls(torch.ones(3, 3))}


@program
def break_in_a_context_of_the_user() -> Built:
    class Quiet:
        def __enter__(self) -> None: ...

        def __exit__(self, *_: object) -> None: ...

    def model(x: torch.Tensor) -> torch.Tensor:
        with Quiet():
            y = x.sin()
            print("inside")
            y = y.cos()
        return y

    return {"model": model, **calls(ones)}


@program
def break_in_a_generated_context() -> Built:
    @contextlib.contextmanager
    def scope() -> Iterator[int]:
        yield 3

    def model(x: torch.Tensor) -> torch.Tensor:
        with scope() as number:
            y = x * number
            log.info("inside")
        return y + 1

    return {"model": model, **calls(ones)}


@program
def break_in_a_forward_hook() -> Built:
    model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU())
    model[0].register_forward_hook(lambda module, args, output: print("hook"))
    return {"model": model, **calls(ones)}


@program
def break_in_a_checkpoint() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = torch.utils.checkpoint.checkpoint(noisy, x * 2, use_reentrant=False)
        return y.sum()

    return {"model": model, **calls(torch.ones(3, requires_grad=True))}


@program
def break_in_a_vmap() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        return torch.vmap(lambda row: noisy(row).sum())(x) + 1

    return {"model": model, **calls(torch.ones(2, 3))}


@program
def number_in_a_gradient() -> Built:
    def energy(y: torch.Tensor) -> torch.Tensor:
        return (y * y.sum().item()).sum()

    def model(x: torch.Tensor) -> torch.Tensor:
        return torch.func.grad(energy)(x) + 1

    return {"model": model, **calls(ones)}


@program
def break_in_a_recursion() -> Built:
    def down(x: torch.Tensor, depth: int) -> torch.Tensor:
        if depth == 0:
            print("bottom")
            return x
        return down(x + 1, depth - 1) * 2

    return {"model": lambda x: down(x, 2), **calls(ones)}


@program
def break_in_a_library() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        state = {"h": x.sin()}
        return copy.deepcopy(state)["h"] + 1

    return {"model": model, **calls(ones)}


@program
def breaks_on_one_line() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin() * x.max().item() + x.min().item()
        return y.exp()

    return {"model": model, **calls(ones)}


# -- breaks: what Python wants to know


@program
def choice_in_an_expression() -> Built:
    return {"model": lambda x: x + 1 if x.mean() > 0 else x - 1, **calls(ones, -ones)}


@program
def choice_with_and() -> Built:
    def model(x: torch.Tensor, careful: bool) -> torch.Tensor:
        if careful and x.amax() > 10:
            x = x / x.amax()
        return x.tanh()

    return {"model": model, **calls((ones, True), (ones * 99, True))}


@program
def negated_tensor() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        if not x.any():
            return x
        return x.log()

    return {"model": model, **calls(ones)}


@program
def raise_on_values() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        if torch.isnan(x).any():
            raise ValueError("not a number")
        return x.sqrt()

    return {"model": model, **calls(ones)}


@program
def assert_with_a_text_of_values() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        assert x.sum() > 0, f"sum is {x.sum()}"
        return x.log()

    return {"model": model, **calls(ones)}


@program
def list_of_items() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        low, _, high = (value.item() for value in x)
        return (x - low) / (high - low + 1)

    return {"model": model, **calls(ones)}


@program
def size_from_nonzero() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        kept = x.nonzero()
        return kept.sum() + len(kept)

    return {"model": model, **calls(ones)}


@program
def random_of_python() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        if random.random() < 2:
            y = y * 2
        return y.cos()

    return {"model": model, **calls(ones)}


@program
def warning_in_forward() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        warnings.warn("deprecated", DeprecationWarning, stacklevel=2)
        return y.cos()

    return {"model": model, **calls(ones)}


@program
def clock_in_a_loop() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        for _ in range(2):
            start = time.perf_counter()
            x = x.sin()
        return x * (start > 0)

    return {"model": model, **calls(ones)}


@program
def condition_with_an_effect() -> Built:
    seen: list[int] = []

    def model(x: torch.Tensor) -> torch.Tensor:
        def up(y: torch.Tensor) -> torch.Tensor:
            seen.append(1)
            return y + 1

        return torch.cond(x.sum() > 0, up, lambda y: y - 1, (x,))

    return {"model": model, **calls(ones)}


# -- recompiles: what changed


@program
def dtype_changes() -> Built:
    return {"model": lambda x: x * 2, **calls(ones, ones.double(), ones.int(), ones)}


@program
def gradient_needed_or_not() -> Built:
    return {"model": lambda x: x * 2, **calls(ones, torch.ones(3, requires_grad=True), ones)}


@program
def layout_changes() -> Built:
    return {"model": lambda x: x.sin(), **calls(torch.ones(2, 3), torch.ones(3, 2).t(), torch.ones(2, 3))}


@program
def rank_changes() -> Built:
    return {"model": lambda x: x.sum(-1), **calls(ones, torch.ones(2, 3), torch.ones(1, 2, 3))}


@program
def training_is_switched() -> Built:
    model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Dropout(0.5))
    before = [lambda model: model.eval(), lambda model: model.train(), lambda model: model.eval()]
    return {"model": model, "before": before, **calls(ones, ones, ones)}


@program
def optional_argument() -> Built:
    def model(x: torch.Tensor, bias: torch.Tensor | None) -> torch.Tensor:
        return x * 2 if bias is None else x * 2 + bias

    return {"model": model, **calls((ones, None), (ones, ones), (ones, None))}


@program
def keys_of_a_dict() -> Built:
    def model(batch: dict[str, torch.Tensor]) -> torch.Tensor:
        return sum(value.sin() for value in batch.values())

    return {"model": model, **calls({"a": ones}, {"a": ones, "b": ones}, {"b": ones})}


@program
def enum_argument() -> Built:
    class Mode(enum.Enum):
        ADD, MULTIPLY = 1, 2

    def model(x: torch.Tensor, mode: Mode) -> torch.Tensor:
        return x + 2 if mode is Mode.ADD else x * 2

    return {"model": model, **calls((ones, Mode.ADD), (ones, Mode.MULTIPLY), (ones, Mode.ADD))}


@program
def float_attribute_decays() -> Built:
    class Decaying(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.rate = 1.0

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x * self.rate

    def halve(model: Any) -> None:
        model.rate /= 2

    return {"model": Decaying(), "before": [None, halve, halve, halve], **calls(*[ones] * 4)}


@program
def captured_number_changes() -> Built:
    state = {"n": 1}

    def model(x: torch.Tensor) -> torch.Tensor:
        return x * state["n"]

    def next_one(_: object) -> None:
        state["n"] += 1

    return {"model": model, "before": [None, next_one, next_one], **calls(*[ones] * 3)}


@program
def break_and_sizes() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        return noisy(x) + x.shape[0]

    return {"model": model, **calls(*[torch.ones(n) for n in (3, 5, 7)])}


@program
def same_tensor_twice() -> Built:
    return {"model": lambda x, y: x * 2 + y, **calls((ones, torch.ones(3)), (ones, ones))}
