"""An LSTM between two layers: Dynamo leaves recurrent layers to their own kernel by default.

The report must show the break (GB0014) at the layer and that the function runs in Python; what it calls is compiled
apart. ``fixed()`` steps an ``nn.LSTMCell`` with the same weights through the sequence, which traces (and unrolls) into
one graph; where the sequence is long, better keep the layer and the break.
"""

import torch
from torch import nn

BREAKS = "GB0014"


class Embed(nn.Linear):
    def forward(self, x):
        return torch.relu(super().forward(x))


class Head(nn.Linear):
    def forward(self, x):
        return torch.log_softmax(super().forward(x), -1)


class Tagger(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.embed, self.head = Embed(width, width), Head(width, 3)
        self.lstm = nn.LSTM(width, width, batch_first=True)

    def forward(self, x):
        y, _ = self.lstm(self.embed(x))
        return self.head(y)


class UnrolledTagger(Tagger):
    def __init__(self, width: int = 8) -> None:
        super().__init__(width)
        self.cell = nn.LSTMCell(width, width)
        self.cell.load_state_dict({name.removesuffix("_l0"): value for name, value in self.lstm.state_dict().items()})

    def forward(self, x):
        state, steps = None, []
        for step in self.embed(x).unbind(1):
            state = self.cell(step, state)
            steps.append(state[0])
        return self.head(torch.stack(steps, 1))


def build(model=Tagger):
    x = torch.randn(2, 4, 8, generator=torch.Generator().manual_seed(1))
    torch.manual_seed(0)
    return {"model": model().eval(), "inputs": (x,), "contexts": [torch.no_grad]}


def fixed():
    return build(UnrolledTagger)
