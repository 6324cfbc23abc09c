"""One training step of a small MLP with Inductor: a joint, a forward and a backward graph."""

import torch


class Mlp(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(16, 32)
        self.second = torch.nn.Linear(32, 8)

    def forward(self, x):
        h = torch.relu(self.first(x))
        return self.second(h).sum()


if __name__ == "__main__":
    loss = torch.compile(Mlp())(torch.ones(4, 16))
    loss.backward()
