"""A training step that recompiles with a dynamic batch: the backward is then compiled inside the forward's compile."""

import torch


def loss(x):
    return torch.tanh(x).sum() * x.shape[0]


if __name__ == "__main__":
    compiled = torch.compile(loss)
    compiled(torch.ones(4, 8, requires_grad=True)).backward()
    compiled(torch.ones(6, 8, requires_grad=True)).backward()
