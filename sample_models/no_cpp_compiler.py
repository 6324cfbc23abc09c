"""torch.compile on a machine without a C++ compiler, as in a slim container: the compile fails at its last step.

The report must name the missing compiler and how to install one, and show all that was made before it was needed: the
graphs, what was fused, and the C++ as Inductor writes it for an assumed AVX2 machine.
"""

import torch


def model(x):
    return torch.sigmoid(x) + torch.cos(x) * 2


def build():
    torch.manual_seed(0)
    return {
        "model": model,
        "inputs": (torch.randn(64),),
        "inductor_config": {"cpp.cxx": ("/nonexistent/bin/g++",)},
    }


def fixed():
    torch.manual_seed(0)
    return {"model": model, "inputs": (torch.randn(64),)}
