"""Listening to a private function: captures may overlap, a listener may fail, and the function is itself afterwards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import ModuleType

import pytest

from explorer.compat.hook import Hook
from explorer.compat.private import MISSING, Private


class Engine:
    def run(self, fuel: int) -> int:
        return fuel + 1

    @staticmethod
    def size() -> int:
        return 3


@pytest.fixture
def engine() -> Iterator[ModuleType]:
    module = ModuleType("private_engine")
    module.Engine = Engine  # type: ignore[attr-defined]
    module.start = lambda speed: speed * 2  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    before = dict(vars(Engine)), dict(vars(module))
    yield module
    assert (dict(vars(Engine)), dict(vars(module))) == before
    del sys.modules[module.__name__]
    MISSING.clear()


def hook(path: str) -> Hook:
    return Hook(Private(f"private_engine:{path}", "engines", "engines are not seen"))


def test_calls_are_told_while_somebody_listens(engine: ModuleType) -> None:
    heard: list[object] = []
    found = hook("start")
    with found.heard_by(lambda result, args, kwargs: heard.append((result, args, kwargs))):
        assert engine.start(speed=4) == 8
    assert engine.start(5) == 10
    assert heard == [(8, (), {"speed": 4})]


def test_methods_and_static_methods(engine: ModuleType) -> None:
    heard: list[int] = []
    with (
        hook("Engine.run").heard_by(lambda result, args, kwargs: heard.append(result)),
        hook("Engine.size").heard_by(lambda result, args, kwargs: heard.append(result)),
    ):
        assert (Engine().run(1), Engine().size(), Engine.size()) == (2, 3, 3)
    assert heard == [2, 3, 3]


def test_captures_may_overlap(engine: ModuleType) -> None:
    heard: list[str] = []
    found = hook("start")
    first = found.heard_by(lambda *_: heard.append("first"))
    second = found.heard_by(lambda *_: heard.append("second"))
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    engine.start(1)
    second.__exit__(None, None, None)
    assert heard == ["second"]


def test_a_listener_that_fails_is_not_heard_again_and_told_of(engine: ModuleType) -> None:
    calls: list[int] = []

    def fails(result: object, args: object, kwargs: object) -> None:
        calls.append(1)
        raise ValueError("no such field")

    with hook("start").heard_by(fails):
        assert (engine.start(1), engine.start(2)) == (2, 4)
    assert calls == [1]
    (missing,) = MISSING.values()
    assert missing.without == "engines are not seen (ValueError: no such field)"


def test_an_error_of_the_function_goes_through(engine: ModuleType) -> None:
    with hook("start").heard_by(lambda *_: None), pytest.raises(TypeError):
        engine.start()


def test_without_the_function_nothing_happens_and_it_is_told(engine: ModuleType) -> None:
    with hook("stop").heard_by(lambda *_: None):
        assert not hasattr(engine, "stop")
    assert list(MISSING) == ["private_engine:stop"]
