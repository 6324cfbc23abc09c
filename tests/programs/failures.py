"""Errors that torch raises, and errors that it swallows: each is caught here, so that the program goes on."""

import contextlib

import torch


def broken_backend(graph, inputs):
    raise RuntimeError("the backend is broken")


def fails(x):
    return torch.ones(2, 3) @ x.sin()


def breaks(x):
    y = x.sin()
    print("broken")
    return y


def many(x, k):
    return x * k


def skipped(x):
    for _ in range(2):
        x = x.cos()
        print("in a loop")
    return x


if __name__ == "__main__":
    x = torch.ones(4)
    with contextlib.suppress(Exception):
        torch.compile(fails, backend="eager")(x)
    with contextlib.suppress(Exception):
        torch.compile(breaks, backend="eager", fullgraph=True)(x)
    with contextlib.suppress(Exception):
        torch.compile(torch.sin, backend=broken_backend)(x)
    with torch._dynamo.config.patch(suppress_errors=True):
        torch.compile(torch.cos, backend=broken_backend)(x)
    torch.compile(skipped, backend="eager")(x)
    with torch._dynamo.config.patch(recompile_limit=2, specialize_int=True):
        step = torch.compile(many, backend="eager")
        for k in range(4):
            step(x, k)
