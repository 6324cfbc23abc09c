"""Timers in generated code: they are around the calls and nowhere else, and the code is itself again afterwards."""

from __future__ import annotations

import itertools
import types

import pytest

from explorer.measure.instrument import Enter, Instrumented

TEXT = """\
def launch(name, log):
    log.append(name)
    return name

def helper(log):
    return len(log)

class Runner:
    def part(self, log):
        launch("inner", log)

    def call(self, args):
        log, often = args
        launch("first", log)
        for _ in range(often):
            buf = launch("again", log)
        if often > 1:
            self.part(log)
        return log

runner = Runner()
call = runner.call
"""
LINES = {number: line.strip() for number, line in enumerate(TEXT.splitlines(), 1) if 'launch("' in line}


def loaded() -> types.ModuleType:
    module = types.ModuleType("generated")
    module.__file__ = "/tmp/generated.py"
    exec(compile(TEXT, module.__file__, "exec"), module.__dict__)
    return module


def instrumented(module: types.ModuleType, log: list[Enter]) -> Instrumented:
    clock = itertools.count()
    return Instrumented(
        module, TEXT, LINES, log.append, before=lambda: next(clock), after=lambda: next(clock), now=lambda: next(clock)
    )


def test_each_call_is_timed_in_the_order_of_the_code() -> None:
    module, log = loaded(), list[Enter]()
    timers = instrumented(module, log)
    timers.on()
    assert module.call(([], 2)) == ["first", "again", "again", "inner"]
    timers.off()
    inner, outer = log
    assert [LINES[line] for line, *_ in inner[3]] == ['launch("inner", log)']
    assert [LINES[line] for line, *_ in outer[3]] == ['launch("first", log)', *['buf = launch("again", log)'] * 2]
    assert all(end == start + 1 for *_, times in log for _, start, end in times)
    assert outer[0] == "/tmp/generated.py" and outer[1] < inner[1] < inner[2] < outer[2]


def test_the_code_is_itself_again() -> None:
    module, log = loaded(), list[Enter]()
    before = {name: getattr(module.Runner, name).__code__ for name in ("call", "part")}
    helper, names = module.helper.__code__, set(vars(module))
    timers = instrumented(module, log)
    timers.on()
    assert module.Runner.call.__code__ is not before["call"] and module.helper.__code__ is helper
    timers.off()
    assert {name: getattr(module.Runner, name).__code__ for name in before} == before
    assert set(vars(module)) == names
    module.call(([], 1))
    assert log == []


def test_an_error_in_the_code_goes_through_and_is_logged() -> None:
    module, log = loaded(), list[Enter]()
    timers = instrumented(module, log)
    timers.on()
    with pytest.raises(TypeError):
        module.call(([], None))
    timers.off()
    assert [len(times) for *_, times in log] == [1]
