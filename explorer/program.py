"""The program to explore, from a file: ``FILE`` whose ``build()`` returns a mapping, or ``FILE:NAME`` with inputs."""

from __future__ import annotations

import contextlib
import difflib
import importlib
import importlib.machinery
import importlib.util
import inspect
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

from explorer import samples
from explorer.checks import shortened
from explorer.errors import ExplorerError, UsageError
from explorer.expression import Scope, parse
from explorer.inputs import Inputs, find, from_expression, needs_arguments
from explorer.options import Settings
from explorer.tracing.failure import dotted, format_trace, message_of, user_frames

if TYPE_CHECKING:
    from explorer.exploration import Exploration

EXPLAIN_KEYS = ("train", "loss", "step", "calls", "contexts", "before", "config", "inductor_config")
KEYS = ("model", "inputs", "kwargs", "compile_kwargs", *EXPLAIN_KEYS)
"""The keys that the mapping of a ``build()`` may have; ``model`` is the only one that it must have."""


_SHOWN_TEXT = 100
"""Characters of a line that an error message shows."""


class ProgramError(ExplorerError):
    """The user's file or its ``build()`` raised; the message is the traceback with the user's lines alone."""

    def __init__(self, what: str, error: BaseException) -> None:
        trace = format_trace(user_frames(error), dotted(type(error)), message_of(error))
        super().__init__(f"{what}\n{trace}")


@dataclass(frozen=True)
class Program:
    """A model, its inputs, and the keywords for ``explorer.explain`` and ``torch.compile`` that come with it."""

    model: Any
    inputs: Inputs
    explain: dict[str, Any] = field(default_factory=dict)
    compile: dict[str, Any] = field(default_factory=dict)

    def explore(self, **keywords: Any) -> Exploration:
        """``explorer.explain`` of this program; ``keywords`` are further ones of it.

        Raises ``UsageError`` when torch does not take the settings; the program itself never raises.
        """
        from explorer.api import explain

        how = dict(self.explain)
        if not how.get("train"):  # a build() may say what the loss would be, should --train be given
            how.pop("loss", None)
        if not (how.get("train") and how.get("measure")):
            how.pop("step", None)
        try:
            explained = explain(self.model, **how, **keywords, **self.compile)
        except ExplorerError:
            raise
        except Exception as error:
            why = shortened(message_of(error).strip()) or dotted(type(error))
            raise UsageError(f"torch.compile refuses: {why}") from error
        return explained(*self.inputs.args, **self.inputs.kwargs)

    def as_asked(self, asked: Settings, scope: Scope) -> Program:
        """The same program with the options that were given, which win over what the file says."""
        given = dict(asked.explain)
        if asked.loss is not None:
            given["loss"] = _loss(asked.loss, scope)
        for name in ("config", "inductor_config"):
            if name in given:
                given[name] = {**self.explain.get(name, {}), **given[name]}
        return replace(self, explain={**self.explain, **given}, compile={**self.compile, **asked.compile})


def _loss(text: str, scope: Scope) -> Any:
    try:
        loss = scope.evaluate(parse(text, scope, what="--loss"))
    except ExplorerError:
        raise
    except Exception as error:
        raise UsageError(f"--loss {text}: {type(error).__name__}: {error}") from error
    if not callable(loss):
        raise UsageError(f"--loss must be a function from the output to the loss, not {_a(loss)}")
    return loss


def load(target: str, inputs: str | None = None) -> tuple[Program, Scope]:
    """The program that ``FILE[:NAME]`` stands for, and the names of the file.

    Raises ``UsageError`` for a target or a mapping that is not usable, ``ProgramError`` when the user's code raises.
    """
    path, name = split_target(target)
    module = load_file(path)
    scope = Scope({"torch": importlib.import_module("torch"), **vars(module)}, file="<command line>")
    return from_object(_named(module, path, name), f"{path}:{name}", scope, inputs), scope


def split_target(target: str) -> tuple[str, str]:
    """``FILE[:NAME]`` as file and name (``build`` when none is given); a sample's name stands for its file.

    Raises ``UsageError`` when there is no such file.
    """
    path, colon, name = target.rpartition(":")
    if not colon or os.path.exists(target) or not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*", name):
        path, name = target, "build"
    if not os.path.exists(path):
        path = samples.file_of(path) or path
    if os.path.isdir(path):
        raise UsageError(f"{path} is a directory: give a Python file")
    if not os.path.exists(path):
        near = samples.near(path)
        raise UsageError(f"no such file: {path}" + (f" (there is a sample {near})" if near else ""))
    return path, name


@contextlib.contextmanager
def as_script(target: str) -> Iterator[None]:
    """While the body runs, imports and ``sys.argv`` are as they would be for ``python FILE``."""
    path = os.path.abspath(split_target(target)[0])
    argv, paths = sys.argv, list(sys.path)
    sys.argv = [path]
    sys.path.insert(0, os.path.dirname(path))
    try:
        yield
    finally:
        sys.argv, sys.path[:] = argv, paths


class _Script(importlib.machinery.SourceFileLoader):
    """Reads the file itself: no stale bytecode, and none is left beside the user's file."""

    def get_code(self, fullname: str) -> Any:  # noqa: ARG002
        return self.source_to_code(self.get_data(self.path), self.path)


def load_file(path: str) -> ModuleType:
    """Run a Python file as a module. Raises ``UsageError`` when it cannot be read, ``ProgramError`` when it raises."""
    path = os.path.abspath(path)
    shown = os.path.relpath(path)
    name = _module_name(path)
    loader = _Script(name, path)
    try:
        loader.get_code(name)
    except OSError as error:
        raise UsageError(f"cannot read {shown}: {error.strerror}") from None
    except SyntaxError as error:
        raise UsageError(_syntax_error(shown, error)) from None
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} is not a Python file: {error}") from None
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    with _users_code(f"{shown} failed while it was read:"):
        loader.exec_module(module)
    return module


def _syntax_error(shown: str, error: SyntaxError) -> str:
    if error.lineno is None:  # Python did not get as far as a line: a NUL byte, a wrong encoding
        return f"{shown} is not a Python file: {error.msg}"
    text = (error.text or "").strip()
    return f"{shown}, line {error.lineno}: syntax error: {error.msg}{text and ': ' + text[:_SHOWN_TEXT]}"


def _module_name(path: str) -> str:
    """The file's stem, or a longer name when a module of that name exists elsewhere (a file named ``random.py``)."""
    stem = os.path.splitext(os.path.basename(path))[0]
    with contextlib.suppress(ImportError, ValueError, AttributeError):
        spec = sys.modules.get(stem) or importlib.util.find_spec(stem)
        origin = getattr(spec, "origin", None) or getattr(spec, "__file__", None)
        if spec is not None and (origin is None or not os.path.exists(origin) or not os.path.samefile(origin, path)):
            return f"explored_{stem}"
    return stem.replace(".", "_")


@contextlib.contextmanager
def _users_code(what: str) -> Iterator[None]:
    try:
        yield
    except ExplorerError:
        raise
    except (Exception, SystemExit) as error:
        raise ProgramError(what, error) from error


def _named(module: ModuleType, path: str, name: str) -> Any:
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise UsageError(_no_such_name(module, path, name))
        with _users_code(f"{name} of {path} cannot be read:"):
            found = getattr(found, part)
    return found


def _no_such_name(module: ModuleType, path: str, name: str) -> str:
    own = [key for key, value in vars(module).items() if callable(value) and not key.startswith("_")
           and getattr(value, "__module__", module.__name__) == module.__name__]  # fmt: skip
    near = difflib.get_close_matches(name, own) or own[:8]
    there = f"; it has {', '.join(near)}" if near else ""
    if name == "build":
        return (
            f"{path} has no build(){there}. Define build() that returns {{'model': …, 'inputs': (…,)}}, "
            "or name a callable of the file: FILE:NAME --inputs EXPR"
        )
    return f"{path} has no {name}{there}"


def from_object(
    found: Any,
    name: str,
    scope: Scope,
    inputs: str | None,
    *,
    builders: tuple[str, ...] | None = None,
    how: str = "--inputs EXPR",
) -> Program:
    """A program from a mapping, a module with ``build()``, a function that builds, a model, or its class.

    ``builders`` are the names of functions that build; None means every function that needs no arguments, when no
    inputs are given. ``how`` says in an error how inputs are given.
    """
    if isinstance(found, ModuleType) and inspect.isfunction(getattr(found, "build", None)):
        found, name = found.build, f"{found.__name__}.build"
    if inspect.isfunction(found) and not needs_arguments(found):
        named = found.__name__ in (builders or ("build",))
        if named or (builders is None and inputs is None):
            return _built(found, name, scope, inputs)
    if isinstance(found, Mapping):
        return from_mapping(found, name, scope, inputs)
    if isinstance(found, type) and not needs_arguments(found):
        with _users_code(f"{name}() failed:"):
            found, name = found(), f"{name}()"
    check_callable(found, name)
    with _users_code(f"the inputs of {name} cannot be made:"):
        return Program(found, from_expression(inputs, scope) if inputs else find(found, name, how=how))


def check_callable(found: Any, name: str) -> None:
    """Raise ``UsageError`` when ``found`` is not something that runs a model when it is called."""
    if isinstance(found, type):
        raise UsageError(f"{name} is a class that needs arguments: give an instance of it, for example from a build()")
    if not callable(found):
        raise UsageError(f"{name} is {_a(found)}, which is not callable: give an nn.Module or a function")


def _built(build: Callable[..., Any], name: str, scope: Scope, inputs: str | None) -> Program:
    with _users_code(f"{name}() failed:"):
        made = build()
    if not isinstance(made, Mapping):
        raise UsageError(
            f"{name}() returned {_a(made)}; it must return a mapping such as {{'model': …, 'inputs': (…,)}}. "
            "To explore the function itself, give --inputs '()'"
        )
    return from_mapping(made, f"{name}()", scope, inputs)


def from_mapping(made: Mapping[Any, Any], name: str, scope: Scope, inputs: str | None = None) -> Program:
    """A program from what a ``build()`` returned. Raises ``UsageError`` that names the key which is wrong."""
    unknown = [str(key) for key in made if key not in KEYS]
    if unknown:
        raise UsageError(
            f"{name} has the unknown key {', '.join(map(repr, unknown))}; the known ones are {', '.join(KEYS)}"
        )
    if "model" not in made:
        raise UsageError(f"{name} has no 'model'; the known keys are {', '.join(KEYS)}")
    for key, kinds, words in _SHAPES:
        if made.get(key) is not None and not isinstance(made[key], kinds):
            raise UsageError(f"'{key}' of {name} must be {words}, not {_a(made[key])}")
    check_callable(made["model"], f"'model' of {name}")
    _check_per_call(made, name)
    with _users_code(f"the inputs of {name} cannot be made:"):
        first = from_expression(inputs, scope) if inputs else _inputs_of(made, name)
    explain = {key: made[key] for key in EXPLAIN_KEYS if made.get(key) is not None}
    return Program(made["model"], first, explain, dict(made.get("compile_kwargs") or {}))


_SHAPES: tuple[tuple[str, Any, str], ...] = (
    ("inputs", (tuple, list), "a tuple of arguments, such as (x,)"),
    ("kwargs", Mapping, "a mapping of keyword arguments"),
    ("train", bool, "True or False"),
    ("loss", Callable, "a function from the output to the loss"),
    ("step", Callable, "a function without arguments, such as optimizer.step"),
    ("calls", (tuple, list), "a list of (args, kwargs), one for each further call"),
    ("contexts", (tuple, list), "a list of context-manager factories or None, one for each call"),
    ("before", (tuple, list), "a list of callables or None, one for each call"),
    ("compile_kwargs", Mapping, "a mapping of keywords for torch.compile"),
    ("config", Mapping, "a mapping of torch._dynamo.config values"),
    ("inductor_config", Mapping, "a mapping of torch._inductor.config values"),
)


def _check_per_call(made: Mapping[Any, Any], name: str) -> None:
    calls = 1 + len(made.get("calls") or ())
    for key in ("contexts", "before"):
        entries = made.get(key) or ()
        if len(entries) > calls:
            raise UsageError(f"'{key}' of {name} has {len(entries)} entries for {calls} calls")
        for index, entry in enumerate(entries):
            if entry is not None and not callable(entry):
                raise UsageError(f"'{key}'[{index}] of {name} must be callable or None, not {_a(entry)}")


def _inputs_of(made: Mapping[Any, Any], name: str) -> Inputs:
    if made.get("inputs") is None and not made.get("kwargs"):
        return find(made["model"], f"'model' of {name}", how=f"'inputs' in {name}, --inputs EXPR")
    return Inputs(tuple(made.get("inputs") or ()), dict(made.get("kwargs") or {}), name)


def _a(value: Any) -> str:
    kind = type(value).__name__
    return "None" if value is None else f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}"
