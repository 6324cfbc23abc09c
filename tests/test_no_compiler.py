"""Without a C++ compiler the report still has the C++, for an assumed machine, and the error is torch's own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import explorer
from explorer import samples
from explorer.report import is_library


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """In a process of its own: torch remembers for good which vector instructions it found."""
    saved = tmp_path_factory.mktemp("report") / "report.json"
    command = [sys.executable, "-m", "explorer.cli", "explain", str(samples.path("no_cpp_compiler"))]
    done = subprocess.run([*command, "--to", "json", "-o", str(saved)], capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return explorer.load(saved)


def codegen(x: Any) -> Any:
    return next(stage for stage in x.report.compilations[0].stages if stage.stage == "codegen")


def test_the_error_is_that_of_torch_at_the_users_line(explained: Any) -> None:
    (error,) = explained.verdict.errors
    assert error.type == "torch._inductor.exc.InductorError"
    assert "No working C++ compiler found" in error.message
    assert Path(error.file).name == "no_cpp_compiler.py"


def test_the_generated_code_is_there_for_an_assumed_machine(explained: Any) -> None:
    found = codegen(explained)
    assert found.state == "failed" and "assumed AVX2 machine" in found.reason
    (code,) = (explained.report.texts[each.text] for each in found.listings if each.language == "cpp")
    # 256 bits hold eight floats
    assert "at::vec::Vectorized<float>::loadu(in_ptr0 + static_cast<int64_t>(x0), static_cast<int64_t>(8))" in code
    assert ".cos()" in code
    assert "assumed AVX2 machine" in explained.text(full=True, width=200)


def test_it_says_what_to_install(explained: Any) -> None:
    text = explained.text(width=300)
    assert "apt-get install g++" in text and "Visual Studio" in text
    assert any("C++ compiler" in action for action in explained.verdict.actions)


@pytest.mark.parametrize(
    ("file", "library"),
    [
        ("/tmp/torchinductor_me/k3/ck3nc7orfdqt6cblfojr4iqgenjfzoytn5b5eem755mny5kyz744.py", True),
        ("/home/me/ck/cats.py", False),
    ],
)
def test_generated_modules_are_not_the_users(file: str, library: bool) -> None:
    assert is_library(file) is library
