"""``%compile_explain``, ``%%compile_explain`` and ``%compile_watch``: the notebook's front door.

What they do is in ``explorer/notebook``.

Loading the extension shall cost next to nothing, so what the magics need is imported when one is used.
"""

from __future__ import annotations

from typing import Any

from IPython.core.magic import Magics, line_cell_magic, line_magic, magics_class, needs_local_scope, no_var_expand

SUMMARY = """See what torch.compile does.

    %compile_explain [options] model(x, flag=True)    compiles model, calls it, and shows what happened
    %compile_explain [options] model                  finds inputs for it, and says which it used
    r = %compile_explain -q model(x)                  shows nothing, gives the Exploration
    %%compile_explain [options]                       watches every compile of the cell below

Options come first; the rest is one expression, and what it calls last is compiled.
"""


@magics_class
class CompileExplainMagics(Magics):
    """The magics; one object for each shell."""

    @line_cell_magic
    @no_var_expand
    @needs_local_scope
    def compile_explain(self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None) -> Any:
        """See what torch.compile does. The options follow below when IPython shows this."""
        from explorer.notebook.magic import run

        return run(self.shell, line, cell, local_ns)

    @line_magic
    def compile_watch(self, line: str) -> None:
        """Follow every compile of the notebook: ``%compile_watch``; ``%compile_watch off`` ends it.

        One line for each compile, as it ends: what was compiled, why, how long it took, where it broke. Warns at the
        cell that makes a function be compiled again and again, that hits the recompile limit, or that defines a
        compiled helper again. Costs nothing while nothing compiles.
        """
        from explorer.notebook.watch import run

        run(self.shell, line)


def _help() -> str:
    """What ``%compile_explain?`` shows, made when it is asked for: the formats are those of the views."""
    from explorer.notebook.asked import parser

    options = parser("line").format_help().split("\n", 2)[2]
    return f"{SUMMARY}\n{options}"


# IPython asks an object for this before it takes the docstring.
setattr(CompileExplainMagics.compile_explain, "getdoc", _help)  # noqa: B010


def _remember(info: Any) -> None:
    """Before each cell: the front end's id of it, which only this moment tells."""
    from IPython import get_ipython

    from explorer.tracing import cells

    shell = get_ipython()
    if shell is not None and getattr(info, "store_history", False):
        cells.remember(shell.displayhook.prompt_count, getattr(info, "cell_id", None))


def load(shell: Any) -> None:
    """Register the magics with ``shell`` and note the ids of its cells from now on."""
    shell.register_magics(CompileExplainMagics(shell))
    shell.events.register("pre_run_cell", _remember)
