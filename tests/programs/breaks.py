"""A graph break (print) and a recompile (a new batch size), with the backend aot_eager: no C++ is built."""

import torch


def halves(x):
    y = torch.sin(x) * 2
    print("between")
    return torch.cos(y).sum()


if __name__ == "__main__":
    compiled = torch.compile(halves, backend="aot_eager")
    compiled(torch.ones(4, 8))
    compiled(torch.ones(5, 8))
