"""The kernel's side of the JupyterLab extension: who is on the other side, what it asks for, what it shows."""

from explorer.lab.attach import attach, attached, measure

__all__ = ["attach", "attached", "measure"]
