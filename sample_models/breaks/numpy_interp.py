"""``np.interp`` on the values of a tensor: torch has no counterpart of this numpy function to trace.

The report must show one break (GB0294) at ``np.interp``. ``fixed()`` interpolates with tensor operations.
"""

import numpy as np
import torch

BREAKS = "GB0294"
KNOTS, VALUES = (0.0, 0.5, 1.0), (0.0, 2.0, 1.0)


def schedule(x):
    t = torch.sigmoid(x)
    y = torch.from_numpy(np.interp(t.numpy(), KNOTS, VALUES))
    return y.float() * x


def schedule_by_tensor(x):
    t = torch.sigmoid(x)
    knots, values = torch.tensor(KNOTS), torch.tensor(VALUES)
    right = torch.bucketize(t, knots).clamp(1, len(KNOTS) - 1)
    share = (t - knots[right - 1]) / (knots[right] - knots[right - 1])
    return torch.lerp(values[right - 1], values[right], share) * x


def build(model=schedule):
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(8),)}


def fixed():
    return build(schedule_by_tensor)
