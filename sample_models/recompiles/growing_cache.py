"""Keys and values that grow by one at each step of a decoder: every step has a size that was not seen before.

The report must show one recompile with the guard on dimension 0 of ``past``; the second version has a symbol for it.
``fixed()`` allocates the cache at full size, writes at a position that is a tensor, and masks what is not filled: one
version for all steps, whose sizes are known to the compiler.
"""

import torch
import torch.nn.functional as F

CODE, GUARD, RECOMPILES = "RECOMPILE_SIZE", "tensor 'past' size mismatch at index 0. expected 1, actual 2", 1


def step(token, past):
    past = torch.cat((past, token[None]))
    return F.softmax(past @ token, 0) @ past


def step_in_place(token, cache, at):
    cache = cache.index_copy(0, at, token[None])
    hidden = torch.arange(len(cache)) > at
    return F.softmax((cache @ token).masked_fill(hidden, float("-inf")), 0) @ cache


def build():
    torch.manual_seed(0)
    tokens = torch.randn(5, 8)
    (first, *more) = [(tokens[at], tokens[:at].clone()) for at in range(1, 5)]
    return {"model": step, "inputs": first, "calls": [(args, {}) for args in more]}


def fixed():
    program = build()
    args = [program["inputs"], *(args for args, _ in program["calls"])]
    (first, *more) = [
        (token, torch.cat((past, torch.zeros(8 - len(past), 8))), torch.tensor([len(past)])) for token, past in args
    ]
    return {"model": step_in_place, "inputs": first, "calls": [(each, {}) for each in more]}
