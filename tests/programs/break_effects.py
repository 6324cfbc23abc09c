"""Every effect that a graph break can have, a break inside a helper, and one inside a library."""

import copy
import logging

import torch

log = logging.getLogger("effects")


def resumed(x):
    y = x.sin()
    print("resumed")
    return y.cos()


def branch(x):
    y = x.sin()
    if y.sum() > 0:
        return y.cos()
    return y.exp()


def rest_skipped(x):
    y = x.sin()
    y = y + 1
    y = y * 2
    try:
        y = y.relu()
        print("rest skipped")
    finally:
        y = y.cos()
    return y.exp()


def frame_skipped(x):
    y = x.sin()
    for _ in range(2):
        y = y.cos()
        print("frame skipped")
    return y


def helper(x):
    print("helper")
    return x * 2


def caller(x):
    y = helper(x.sin())
    return y.cos()


def library(x):
    y = x.sin()
    other = copy.deepcopy(log)
    return y.cos() if other is not None else y


def twice(x):
    print("twice")
    return x.sin()


x = torch.randn(4, 4)
for function in (resumed, branch, rest_skipped, frame_skipped, caller, library):
    torch.compile(function, backend="eager")(x)
again = torch.compile(twice, backend="eager", dynamic=False)
again(x)
again(torch.randn(5, 4))
