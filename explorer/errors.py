"""The errors that a user of Compile Explorer can meet. Each names the remedy; none carries our traceback."""

from __future__ import annotations


class ExplorerError(Exception):
    """Something the user can mend: the message says how."""


class UsageError(ExplorerError):
    """Wrong arguments, options or files (exit code 2 of the command)."""


class ReportError(ExplorerError):
    """A report that cannot be read or written."""
