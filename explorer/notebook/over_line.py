"""``%compile_explain model(x)``: the outermost callee is compiled and called with the arguments that stand there."""

from __future__ import annotations

import ast
from types import FrameType
from typing import Any

from explorer.compared import Compared
from explorer.errors import ExplorerError, UsageError
from explorer.exploration import Exploration
from explorer.expression import EagerArgument, Scope, eager_arguments, parse
from explorer.inputs import Inputs
from explorer.live import live
from explorer.notebook.asked import Asked
from explorer.notebook.cell import without_semicolon
from explorer.notebook.fate import Fate, calling_frame, fate_in
from explorer.notebook.screen import screen_of
from explorer.notebook.show import display
from explorer.notebook.traceback import trim
from explorer.output import say
from explorer.program import Program, check_callable, from_object
from explorer.proof import compared, kept_of, same_weights

HOW = "the call, %compile_explain model(x), or --inputs EXPR"
"""How inputs are given here, for the error when there are none."""


def explain_line(shell: Any, text: str, asked: Asked, local_ns: dict[str, Any] | None) -> Exploration | Compared | None:
    """The exploration of the expression ``text``, compared with that of ``--against`` when given.

    None when the shell would show it again, or shall not show it.

    Raises ``UsageError`` for what is no call and no model, and whatever the user's own expressions raise.
    """
    frame = calling_frame()
    fate = fate_in(frame)
    text, silenced = without_semicolon(text)
    if not text.strip():
        raise UsageError("%compile_explain needs a call, model(x), or a model; %compile_explain? shows the options")
    scope = _scope(shell, frame, local_ns)
    before = asked.before(scope.names)
    program, eager = _program(shell, text.strip(), asked, scope, before)
    if program.inputs.found and not asked.quiet:
        say(f"inputs: {program.inputs.source}")
    notes: list[tuple[str, dict[str, str]]] = [("explorer.expression", {"text": text.strip()})]
    notes += [("explorer.eager_argument", {"text": each.text, "module": each.module}) for each in eager]
    result = (
        _explored(shell, program, asked, notes) if before is None else _against(shell, before, program, asked, notes)
    )
    shown = asked.show(shell, result, silenced=silenced or fate is not Fate.DROPPED)
    return None if fate is Fate.SHOWN and (shown or asked.quiet or silenced) else result


def _against(
    shell: Any, before: Exploration, program: Program, asked: Asked, notes: list[tuple[str, dict[str, str]]]
) -> Compared:
    """``program`` explored with the weights of ``before`` and compared with it."""
    first = before.ran.kept.model_or_none if before.ran is not None and before.ran.kept is not None else None
    with same_weights(first, program.model) as note:
        exploration = _explored(shell, program, asked, notes)
    return compared(before, exploration, [note] if note else [])


def _explored(shell: Any, program: Program, asked: Asked, notes: list[tuple[str, dict[str, str]]]) -> Exploration:
    with live(None if asked.quiet else screen_of(shell)) as progress:
        try:
            return program.explore(progress=progress, notes=notes)
        except KeyboardInterrupt as interrupt:
            partial = getattr(interrupt, "exploration", None)
            if partial is not None and not asked.quiet:
                display(partial)
            trim(shell, interrupt)
            raise


def _scope(shell: Any, frame: FrameType | None, local_ns: dict[str, Any] | None) -> Scope:
    """The user's names, those of a function that runs the magic before the global ones."""
    names = shell.user_ns
    if local_ns is not None and local_ns is not names:
        names = {**names, **local_ns}
    if frame is None:
        return Scope(names, file="<compile_explain>")
    return Scope(names, file=frame.f_code.co_filename, line=frame.f_lineno)


def _program(
    shell: Any, text: str, asked: Asked, scope: Scope, before: Exploration | None
) -> tuple[Program, list[EagerArgument]]:
    """The callee of a call with its arguments, or a model: with those of ``before``, or inputs that are found."""
    node = parse(text, scope)
    try:
        if isinstance(node, ast.Call) and not _makes_the_model(node, scope):
            program, eager = _called(node, text, asked, scope)
        else:
            _check_is_a_model(node, text)
            found = scope.evaluate(node)
            if before is not None and asked.settings.inputs is None and callable(found):
                (args, kwargs), *_ = kept_of(before).calls()
                return Program(found, Inputs(tuple(args), dict(kwargs))).as_asked(asked.settings, scope), []
            program = from_object(found, text, scope, asked.settings.inputs, builders=("build",), how=HOW)
            eager = []
    except ExplorerError:
        raise
    except Exception as error:
        trim(shell, error)
        raise
    return program.as_asked(asked.settings, scope), eager


def _called(call: ast.Call, text: str, asked: Asked, scope: Scope) -> tuple[Program, list[EagerArgument]]:
    if asked.settings.inputs is not None:
        raise UsageError(f"--inputs is for a model alone: {text} has its arguments already")
    model = scope.evaluate(call.func)
    check_callable(model, ast.unparse(call.func))
    eager = list(eager_arguments(call, scope))
    args, kwargs = scope.arguments(call)
    return Program(model, Inputs(args, kwargs)), eager


def _makes_the_model(call: ast.Call, scope: Scope) -> bool:
    """Whether the call is ``Model()`` or ``torch.compile(model)``: it makes what is to be run."""
    callee = scope.look_up(call.func)
    is_compile = getattr(callee, "__name__", "") == "compile" and getattr(callee, "__module__", "") == "torch"
    return is_compile or isinstance(callee, type)


def _check_is_a_model(node: ast.expr, text: str) -> None:
    """Only what can stand for a model is evaluated alone: the rest would run it in eager before the error."""
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Lambda | ast.Dict):
        return
    raise UsageError(f"the expression must be one call, such as model(x), or a model (options come first): {text}")
