"""Compile Explorer: see what torch.compile did to your model. Importing this imports no torch."""

from __future__ import annotations

__version__ = "0.1.0"
