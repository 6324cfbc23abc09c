"""Inference of a small MLP with Inductor: two matrix products, two fused kernels, no backward."""

import torch


class Mlp(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Linear(16, 32)
        self.second = torch.nn.Linear(32, 8)

    def forward(self, x):
        h = torch.relu(self.first(x))
        y = self.second(h)
        return y * torch.sigmoid(y)


if __name__ == "__main__":
    model = torch.compile(Mlp().eval())
    with torch.no_grad():
        model(torch.ones(4, 16))
