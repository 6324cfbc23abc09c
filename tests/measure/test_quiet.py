"""What a measured program prints: nothing of it is shown, all of it is counted, and the streams come back."""

from __future__ import annotations

import logging
import sys
import threading

import pytest

import explorer
from explorer.measure.quiet import Quiet


def test_prints_and_logs_are_counted_and_the_streams_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    handler = logging.StreamHandler(sys.stderr)
    logger = logging.getLogger("tests.quiet")
    logger.addHandler(handler)
    before = sys.stdout, sys.stderr, handler.stream
    quiet = Quiet()
    try:
        with quiet:
            print("one\ntwo")
            logger.warning("three")
            other = threading.Thread(target=print, args=("of another thread",))
            other.start()
            other.join()
        assert (sys.stdout, sys.stderr, handler.stream) == before
    finally:
        logger.removeHandler(handler)
    shown = capsys.readouterr()
    assert quiet.lines == 3
    assert shown.out == "of another thread\n"
    assert shown.err == ""


def test_the_streams_come_back_after_an_error() -> None:
    before = sys.stdout
    with pytest.raises(ZeroDivisionError), Quiet():
        raise ZeroDivisionError
    assert sys.stdout is before


def test_only_the_explored_call_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    def talks(x: torch.Tensor) -> torch.Tensor:
        print("talking")
        return x + 1

    x = explorer.explain(talks, measure=True, time_limit=0.5, backend="eager")(torch.ones(3))
    assert x.verdict.timings is not None
    assert capsys.readouterr().out.count("talking") == 1
    (told,) = (finding for finding in x.report.findings if finding.code == "UNPRINTED")
    assert told.attributes["lines"] > 10
