"""``%compile_explain`` and ``%%compile_explain``: the notebook's front door."""

from __future__ import annotations

import ast
from types import FrameType
from typing import Any

from IPython.core.error import UsageError as ShellUsageError
from IPython.core.magic import Magics, line_cell_magic, magics_class, needs_local_scope, no_var_expand

from explorer.errors import ExplorerError, UsageError
from explorer.exploration import Exploration
from explorer.expression import EagerArgument, Scope, eager_arguments, parse
from explorer.inputs import Inputs
from explorer.live import live
from explorer.notebook.cell import number_of_cell, prepare, without_semicolon
from explorer.notebook.fate import Fate, calling_frame, fate_in
from explorer.notebook.screen import screen_of
from explorer.notebook.show import display
from explorer.notebook.traceback import is_users, show_syntax_error, trim
from explorer.options import Answered, BadOption, Parser, Settings, Where, add_options, settings, split_line
from explorer.output import Delivery, chosen_format, say
from explorer.program import Program, check_callable, from_object
from explorer.tracing import cells

SUMMARY = """See what torch.compile does.

    %compile_explain [options] model(x, flag=True)    compiles model, calls it, and shows what happened
    %compile_explain [options] model                  finds inputs for it, and says which it used
    r = %compile_explain -q model(x)                  shows nothing, gives the Exploration
    %%compile_explain [options]                       watches every compile of the cell below

Options come first; the rest is one expression, and what it calls last is compiled.
"""
HOW = "the call, %compile_explain model(x), or --inputs EXPR"
"""How inputs are given here, for the error when there are none."""


@magics_class
class CompileExplainMagics(Magics):
    """The magics; one object for each shell."""

    @line_cell_magic
    @no_var_expand
    @needs_local_scope
    def compile_explain(self, line: str, cell: str | None = None, local_ns: dict[str, Any] | None = None) -> Any:
        """See what torch.compile does. The options follow below when IPython shows this."""
        __tracebackhide__ = True
        try:
            words, rest = split_line(line)
            asked = _read(words, "line" if cell is None else "cell")
            if cell is None:
                return self._line(rest, asked, _delivery(asked), local_ns)
            if rest:
                raise UsageError(f"%%compile_explain takes options only, not {rest!r}: the code stands below it")
            return self._cell(line, cell, asked, _delivery(asked))
        except Answered:
            return None
        except BadOption as error:
            say(f"{error.usage}\nUsageError: {error}")
            return None
        except ExplorerError as error:
            if is_users(error):
                raise
            raise ShellUsageError(str(error)) from None

    @property
    def _shell(self) -> Any:
        return self.shell

    # -- %compile_explain model(x)

    def _line(
        self, rest: str, asked: Settings, delivery: Delivery | None, local_ns: dict[str, Any] | None
    ) -> Exploration | None:
        frame = calling_frame()
        fate = fate_in(frame)
        rest, silenced = without_semicolon(rest)
        if not rest.strip():
            raise UsageError("%compile_explain needs a call, model(x), or a model; %compile_explain? shows the options")
        scope = self._scope(frame, local_ns)
        program, eager = self._program(parse(rest, scope), rest, asked, scope)
        self._announce(program, eager, asked)
        notes = [("explorer.expression", {"text": rest.strip()}), *map(_note, eager)]
        with live(None if asked.quiet else screen_of(self._shell)) as progress:
            try:
                exploration = program.explore(progress=progress, notes=notes)
            except KeyboardInterrupt as interrupt:
                partial = getattr(interrupt, "exploration", None)
                if partial is not None and not asked.quiet:
                    display(partial)
                trim(self._shell, interrupt)
                raise
        shown = self._show(exploration, asked, delivery, silenced or fate is not Fate.DROPPED)
        return None if fate is Fate.SHOWN and (shown or asked.quiet or silenced) else exploration

    def _scope(self, frame: FrameType | None, local_ns: dict[str, Any] | None) -> Scope:
        """The user's names, those of a function that runs the magic before the global ones."""
        names = self._shell.user_ns
        if local_ns is not None and local_ns is not names:
            names = {**names, **local_ns}
        if frame is None:
            return Scope(names, file="<compile_explain>")
        return Scope(names, file=frame.f_code.co_filename, line=frame.f_lineno)

    def _program(self, node: ast.expr, text: str, asked: Settings, scope: Scope) -> tuple[Program, list[EagerArgument]]:
        """The callee of a call with its arguments, or a model whose inputs are found."""
        __tracebackhide__ = True
        try:
            is_call = isinstance(node, ast.Call) and not _makes_the_model(node, scope)
            if not is_call:
                _check_is_a_model(node, text)
                found = from_object(
                    scope.evaluate(node), text.strip(), scope, asked.inputs, builders=("build",), how=HOW
                )
                return found.as_asked(asked, scope), []
            assert isinstance(node, ast.Call)
            if asked.inputs is not None:
                raise UsageError(f"--inputs is for a model alone: {text.strip()} has its arguments already")
            model = scope.evaluate(node.func)
            check_callable(model, ast.unparse(node.func))
            eager = list(eager_arguments(node, scope))
            args, kwargs = scope.arguments(node)
        except ExplorerError:
            raise
        except Exception as error:
            trim(self._shell, error)
            raise
        return Program(model, Inputs(args, kwargs)).as_asked(asked, scope), eager

    def _announce(self, program: Program, eager: list[EagerArgument], asked: Settings) -> None:
        if asked.quiet:
            return
        if program.inputs.found:
            say(f"inputs: {program.inputs.source}")
        for argument in eager:
            say(
                f"{argument.text} ran in eager before the explored call: to see it compiled too, "
                "use %%compile_explain over a cell that calls it compiled"
            )

    # -- %%compile_explain

    def _cell(self, line: str, body: str, asked: Settings, delivery: Delivery | None) -> None:
        from explorer.api import capture

        __tracebackhide__ = True
        error: BaseException | None = None
        try:
            prepared = prepare(self._shell, line, body)
        except SyntaxError as wrong:
            show_syntax_error(self._shell, wrong)
            return
        keywords = {"title": f"In[{number_of_cell(self._shell)}]", **asked.explain}
        try:
            with (
                live(None if asked.quiet else screen_of(self._shell)) as progress,
                capture(progress=progress, **keywords) as exploration,
            ):
                try:
                    prepared.run()
                except BaseException as raised:
                    error = raised
                    raise
        except BaseException as raised:
            if raised is not error:
                raise
        self._show(exploration, asked, delivery, silenced=False)
        if error is not None:
            trim(self._shell, error)
            raise error

    # -- both

    def _show(self, exploration: Exploration, asked: Settings, delivery: Delivery | None, silenced: bool) -> bool:
        """Show, write or keep the result as asked; whether there is nothing left to show."""
        if asked.name is not None:
            self._shell.user_ns[asked.name] = exploration
        if delivery is not None:
            delivery.deliver(exploration)
            return True
        if silenced or asked.quiet:
            return False
        display(exploration)
        return True


def _read(words: list[str], where: Where) -> Settings:
    asked = settings(_parser(where).parse_args(words))
    if asked.name is not None and not asked.name.isidentifier():
        raise UsageError(f"--as needs the name of a variable, not {asked.name!r}")
    return asked


def _delivery(asked: Settings) -> Delivery | None:
    """Where the result goes when it is not simply displayed, already checked."""
    if asked.to is None and asked.output is None:
        return None
    to = chosen_format(asked.to, asked.output)
    delivery = Delivery(to, asked.output, asked.width, asked.full, asked.quiet)
    delivery.check()
    return delivery


def _parser(where: Where) -> Parser:
    name = "%compile_explain" if where == "line" else "%%compile_explain"
    usage = f"{name} [options]{' model(x)' if where == 'line' else ''}"
    parser = Parser(prog=name, usage=usage.replace("%", "%%"))
    add_options(parser, where)
    return parser


def _help() -> str:
    """What ``%compile_explain?`` shows, made when it is asked for: the formats are those of the views."""
    options = _parser("line").format_help().split("\n", 2)[2]
    return f"{SUMMARY}\n{options}"


# IPython asks an object for this before it takes the docstring.
setattr(CompileExplainMagics.compile_explain, "getdoc", _help)  # noqa: B010


def _makes_the_model(call: ast.Call, scope: Scope) -> bool:
    """Whether the call is ``Model()`` or ``torch.compile(model)``: it makes what is to be run."""
    callee = scope.look_up(call.func)
    is_compile = getattr(callee, "__name__", "") == "compile" and getattr(callee, "__module__", "") == "torch"
    return is_compile or isinstance(callee, type)


def _check_is_a_model(node: ast.expr, text: str) -> None:
    """Only what can stand for a model is evaluated alone: the rest would run it in eager before the error."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Lambda | ast.Dict):
        return
    raise UsageError(
        f"the expression must be one call, such as model(x), or a model (options come first): {text.strip()}"
    )


def _note(argument: EagerArgument) -> tuple[str, dict[str, str]]:
    return "explorer.eager_argument", {"text": argument.text, "module": argument.module}


def _remember(info: Any) -> None:
    """Before each cell: the front end's id of it, which only this moment tells."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is not None and getattr(info, "store_history", False):
        cells.remember(shell.displayhook.prompt_count, getattr(info, "cell_id", None))


def load(shell: Any) -> None:
    """Register the magics with ``shell`` and note the ids of its cells from now on."""
    shell.register_magics(CompileExplainMagics(shell))
    shell.events.register("pre_run_cell", _remember)
