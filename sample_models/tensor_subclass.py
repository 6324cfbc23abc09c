"""A tensor subclass that wraps other tensors: the compiler takes it apart and works on what is inside.

The report must show that the input and the results in Dynamo's graph are ``Interval``s with the tensors ``low`` and
``high`` in them, and that AOTAutograd's graph has those two in their place, with twice the operators.
"""

import torch


class Interval(torch.Tensor):
    """Every number between two tensors."""

    @staticmethod
    def __new__(cls, low, high):
        return torch.Tensor._make_wrapper_subclass(cls, low.shape, dtype=low.dtype, device=low.device)

    def __init__(self, low, high):
        self.low, self.high = low, high

    def __repr__(self):
        return f"Interval({self.low}, {self.high})"

    def __tensor_flatten__(self):
        return ["low", "high"], None

    @staticmethod
    def __tensor_unflatten__(inner, meta, size, stride):
        return Interval(inner["low"], inner["high"])

    @classmethod
    def __torch_dispatch__(cls, function, types, args=(), kwargs=None):
        def part(name, values):
            return torch.utils._pytree.tree_map_only(Interval, lambda each: getattr(each, name), values)

        ends = [function(*part(name, args), **part(name, kwargs or {})) for name in ("low", "high")]
        return Interval(*ends) if isinstance(ends[0], torch.Tensor) else ends[0]


def model(x):
    return torch.tanh(x) * 2 + 1


def build():
    torch.manual_seed(0)
    low = torch.randn(4, 8)
    return {"model": model, "inputs": (Interval(low, low + 1),)}
