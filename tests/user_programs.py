"""Small programs of the kinds that users bring: each function returns what ``explain`` is given, one surprise each."""

from __future__ import annotations

import collections
import dataclasses
import logging
from collections.abc import Callable
from typing import Any

import torch
import torch.nn.functional as F

Built = dict[str, Any]
PROGRAMS: dict[str, Callable[[], Built]] = {}


def program(build: Callable[[], Built]) -> Callable[[], Built]:
    PROGRAMS[build.__name__] = build
    return build


def calls(*inputs: Any) -> Built:
    """The first inputs and the further calls; a tuple is the arguments of one call."""
    first, *more = [each if isinstance(each, tuple) else (each,) for each in inputs]
    return {"inputs": first, "calls": [(args, {}) for args in more]}


@program
def branch_on_a_sum() -> Built:
    class Gate(torch.nn.Module):
        def forward(self, x: torch.Tensor) -> torch.Tensor:
            h = x * 2
            if h.sum() > 0:
                h = h.relu()
            return h.cumsum(-1)

    return {"model": Gate(), **calls(torch.ones(3), torch.ones(3), -torch.ones(3))}


@program
def print_between() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        print("sum", y.sum())
        return y.cos()

    return {"model": model, **calls(torch.ones(3))}


@program
def logger_between() -> Built:
    log = logging.getLogger("tests.user_programs")

    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        log.warning("seen")
        return y.cos()

    return {"model": model, **calls(torch.ones(3))}


@program
def growing_cache() -> Built:
    def model(x: torch.Tensor, past: torch.Tensor) -> torch.Tensor:
        return torch.cat([past, x], dim=1).softmax(1)

    steps = [(torch.ones(1, 1), torch.ones(1, n)) for n in (3, 4, 5, 6)]
    return {"model": model, **calls((torch.ones(1, 4), torch.ones(1, 0)), *steps)}


@program
def integer_position() -> Built:
    class Buffer(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.register_buffer("rows", torch.zeros(8, 2))

        def forward(self, row: torch.Tensor, at: int) -> torch.Tensor:
            self.rows[at] = row
            return self.rows[: at + 1].sum(0)

    return {"model": Buffer(), **calls(*[(torch.ones(2), at) for at in range(5)])}


@program
def sizes_from_a_tensor() -> Built:
    def model(x: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
        parts = sizes.tolist()
        first, second = torch.split(x * 2, parts)
        return first.sum() + second.sum()

    return {
        "model": model,
        **calls((torch.ones(5), torch.tensor([2, 3])), (torch.ones(5), torch.tensor([1, 4]))),
    }


@program
def break_under_autocast() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            y = x @ x
            print("inside")
            return y @ x

    return {"model": model, **calls(torch.ones(3, 3))}


@program
def step_counter() -> Built:
    class Counted(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.steps = 0

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            self.steps += 1
            return x / self.steps

    return {"model": Counted(), **calls(*[torch.ones(3)] * 5)}


@program
def text_setting_past_the_limit() -> Built:
    class Mode(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.mode = "0"

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            return x + len(self.mode)

    def switch(to: str) -> Callable[[Any], None]:
        return lambda model: setattr(model, "mode", to)

    before = [None, *[switch("x" * n) for n in range(2, 12)]]
    return {"model": Mode(), "before": before, **calls(*[torch.ones(3)] * 11)}


@program
def batch_of_one_and_none() -> Built:
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh()).eval()
    return {"model": model, **calls(*[torch.ones(n, 2) for n in (6, 9, 1, 17, 0)])}


@program
def buckets() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        if x.shape[0] > 10:
            return x * 2
        return x * 3

    return {"model": model, **calls(*[torch.ones(n) for n in (4, 6, 12, 14)])}


@program
def mask_kinds() -> Built:
    def model(q: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        return F.scaled_dot_product_attention(q, q, q, attn_mask=mask)

    q = torch.ones(1, 2, 4, 8)
    return {"model": model, **calls((q, None), (q, torch.zeros(4, 4)), (q, torch.zeros(4, 4, requires_grad=True)))}


@program
def backward_inside() -> Built:
    net = torch.nn.Linear(2, 1)

    def step(x: torch.Tensor) -> torch.Tensor:
        loss = net(x).sum()
        loss.backward()
        return loss.detach() * 2

    return {"model": step, **calls(torch.ones(3, 2))}


@program
def thread_count() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        return x.sin()

    count = torch.get_num_threads()
    before = [None, lambda _: torch.set_num_threads(count + 1)]
    return {"model": model, "before": before, **calls(torch.ones(3), torch.ones(3))}


@program
def helper_defined_again() -> Built:
    cell = "def helper(x):\n    return torch.relu(x)\n\ndef model(x):\n    return helper(x + 1) - 1\n"
    again = "def helper(x):\n    return torch.relu(x * {})\n"
    names: dict[str, Any] = {"torch": torch, "__name__": "__main__"}
    exec(compile(cell, "<ipython-input-7-abc>", "exec"), names)

    def rerun(number: int) -> Callable[[Any], None]:
        return lambda _: exec(compile(again.format(number), f"<ipython-input-{number}-abc>", "exec"), names)

    before = [None, *[rerun(number) for number in range(8, 11)]]
    return {"model": names["model"], "before": before, **calls(*[torch.ones(3)] * 4)}


@program
def break_in_a_helper_called_twice() -> Built:
    def helper(x: torch.Tensor) -> torch.Tensor:
        y = x + 1
        print("in the helper")
        return y * 2

    def model(x: torch.Tensor) -> torch.Tensor:
        return helper(helper(x)).sum()

    return {"model": model, **calls(torch.ones(3))}


@program
def break_in_a_loop() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        for _ in range(3):
            x = x + 1
            print("in a loop")
        return x

    return {"model": model, **calls(torch.ones(3))}


@program
def break_in_a_try() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        try:
            print("guarded")
        except ValueError:
            y = y + 1
        return y.cos()

    return {"model": model, **calls(torch.ones(3))}


@program
def item_and_shape() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        n = int(x.max().item())
        return torch.zeros(n) + 1

    return {"model": model, **calls(torch.tensor([3.0]), torch.tensor([5.0]))}


@program
def list_of_layers_grows() -> Built:
    class Grown(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.scales = [1.0]

        def forward(self, x: torch.Tensor) -> torch.Tensor:
            for scale in self.scales:
                x = x * scale
            return x

    before = [None, *[lambda model: model.scales.append(2.0)] * 3]
    return {"model": Grown(), "before": before, **calls(*[torch.ones(3)] * 4)}


@program
def gradient_mode_changes() -> Built:
    model = torch.nn.Linear(2, 2)
    return {"model": model, "contexts": [None, torch.no_grad, torch.inference_mode], **calls(*[torch.ones(1, 2)] * 3)}


@program
def structured_output() -> Built:
    @dataclasses.dataclass
    class Output:
        logits: torch.Tensor
        parts: dict[str, torch.Tensor]

    def model(x: torch.Tensor) -> Output:
        return Output(x.softmax(-1), collections.OrderedDict(a=x + 1, b=x - 1))

    return {"model": model, **calls(torch.ones(3))}


@program
def encoder_with_padding() -> Built:
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
    encoder = torch.nn.TransformerEncoder(layer, 1, enable_nested_tensor=False).eval()
    padding = torch.tensor([[False, False, True]])
    return {
        "model": lambda x: encoder(x, src_key_padding_mask=padding),
        "contexts": [torch.no_grad],
        **calls(torch.ones(1, 3, 8)),
    }


@program
def complex_numbers() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        turned = torch.view_as_complex(x.reshape(-1, 2)) * torch.polar(torch.ones(2), torch.ones(2))
        return torch.view_as_real(turned).flatten()

    return {"model": model, **calls(torch.ones(4))}


@program
def wrong_shapes() -> Built:
    return {"model": lambda x: x @ torch.ones(9, 9), **calls(torch.ones(3, 3))}


@program
def raises_after_a_break() -> Built:
    def model(x: torch.Tensor) -> torch.Tensor:
        y = x.sin()
        print("before")
        if y.shape[0] == 3:
            raise ValueError("three rows are too few")
        return y

    return {"model": model, **calls(torch.ones(3))}
