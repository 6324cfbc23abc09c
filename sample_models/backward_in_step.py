"""A whole training step handed to torch.compile: loss.backward() cuts it in two.

The report must show one graph break at loss.backward(). ``fixed()`` compiles the loss alone; the caller runs backward
(``train=True`` does it here).
"""

import torch
from torch import nn


def make_step():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 1))

    def loss_of(x, y):
        return torch.nn.functional.mse_loss(net(x), y)

    def step(x, y):
        loss = loss_of(x, y)
        loss.backward()
        return loss.detach()

    return step, loss_of, (torch.randn(6, 8), torch.randn(6, 1))


def build():
    step, _, inputs = make_step()
    return {"model": step, "inputs": inputs}


def fixed():
    _, loss_of, inputs = make_step()
    return {"model": loss_of, "inputs": inputs, "train": True}
