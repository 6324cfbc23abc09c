"""A small convolutional classifier: one graph whose convolutions stay calls into a library.

The report must show one graph, no graph breaks, and the two convolutions as extern calls that torch.compile passes on
unchanged while it fuses what stands around them.
"""

import torch
from torch import nn


class CNN(nn.Module):
    def __init__(self, classes: int = 10) -> None:
        super().__init__()
        self.first = nn.Conv2d(3, 16, 3, padding=1)
        self.norm = nn.BatchNorm2d(16)
        self.second = nn.Conv2d(16, 32, 3, padding=1)
        self.head = nn.Linear(32, classes)

    def forward(self, image):
        x = torch.relu(self.norm(self.first(image)))
        x = torch.relu(self.second(x))
        return self.head(x.mean((2, 3)))


def build():
    torch.manual_seed(0)
    return {"model": CNN().eval(), "inputs": (torch.randn(4, 3, 16, 16),), "contexts": [torch.no_grad]}
