"""The command line: what it prints, what it writes, and its exit codes."""

from __future__ import annotations

import importlib.metadata
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import explorer
from explorer import cli, samples, torch_version
from explorer.exploration import Exploration

PROGRAM = """
    import sys
    import torch
    print("from the file")
    def model(x, scale=2.0):
        return torch.relu(x) * scale
    def build():
        print("from build")
        return {"model": model, "inputs": (torch.ones(3),), "compile_kwargs": {"backend": "eager"}}
    def fails():
        return {**build(), "model": lambda x: x @ torch.ones(9)}
    def raises():
        raise ValueError("not today")
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "user_file.py").write_text(textwrap.dedent(PROGRAM))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str) -> tuple[int, str, str]:
        code = cli.main(arguments)
        out, err = capsys.readouterr()
        return code, out, err

    return run


# -- explained --------------------------------------------------------------------------------------------------------


def test_text_is_the_default(run: Run) -> None:
    code, out, err = run("explain", "user_file.py")
    assert code == 0
    assert "from the file" in out and "model" in out
    assert "inputs:" not in err


def test_a_verdict_on_stdout_is_json_alone(run: Run) -> None:
    code, out, err = run("explain", "user_file.py", "--to", "verdict")
    assert code == 0
    verdict = json.loads(out)
    assert verdict["schema"] == "compile-explorer.verdict/1"
    assert verdict["program"] == "model"
    assert "from the file" in err and "from build" in err


def test_what_c_and_children_print_does_not_get_into_the_json(folder: Path) -> None:
    (folder / "loud.py").write_text(
        textwrap.dedent("""
            import os, subprocess, torch
            def build():
                os.write(1, b"straight to the descriptor\\n")
                subprocess.run(["echo", "from a child"])
                return {"model": torch.relu, "inputs": (torch.ones(2),), "compile_kwargs": {"backend": "eager"}}
        """)
    )
    command = [sys.executable, "-m", "explorer.cli", "explain", "loud.py", "--to", "verdict"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["status"] in ("ok", "partial")
    assert "straight to the descriptor" in done.stderr and "from a child" in done.stderr
    assert "\x1b" not in done.stderr  # no progress line where nobody watches


@pytest.mark.parametrize(
    ("arguments", "name", "start"),
    [
        (("--to", "html"), "user_file.html", "<"),
        (("-o", "page.html"), "page.html", "<"),
        (("-o", "report.json"), "report.json", '{"schema":'),
        (("-o", "v.json", "--to", "verdict"), "v.json", "{\n"),
        (("-o", "plain.txt"), "plain.txt", "model"),
    ],
)
def test_files(run: Run, folder: Path, arguments: tuple[str, ...], name: str, start: str) -> None:
    code, out, err = run("explain", "user_file.py", *arguments)
    assert code == 0
    assert (folder / name).read_text().startswith(start)
    assert f"wrote {name}" in err and "from build" in out
    assert sorted(path.name for path in folder.iterdir() if path.suffix == ".part") == []


def test_a_compressed_report_opens(run: Run, folder: Path) -> None:
    assert run("explain", "user_file.py", "-o", "r.json.gz")[0] == 0
    assert (folder / "r.json.gz").read_bytes()[:2] == b"\x1f\x8b"
    assert explorer.load("r.json.gz").report.program.name == "model"


def test_stdout_by_its_name(run: Run) -> None:
    code, out, _ = run("explain", "user_file.py", "--to", "html", "-o", "-")
    assert code == 0 and out.lstrip().startswith("<")


def test_quiet_says_nothing_and_writes_all_the_same(run: Run, folder: Path) -> None:
    code, out, err = run(
        "explain", "user_file.py:model", "--inputs", "torch.ones(2)", "-q", "--backend", "eager", "-o", "a.txt"
    )
    assert (code, out, err) == (0, "from the file\n", "")
    assert (folder / "a.txt").stat().st_size > 0
    code, out, err = run("explain", "user_file.py:model", "--inputs", "torch.ones(2)", "-q", "--backend", "eager")
    assert (code, out, err) == (0, "from the file\n", "")


def test_options_reach_explain_and_torch_compile(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: dict[str, Any] = {}

    real = explorer.explain

    def explain(model: object, **keywords: Any) -> Callable[..., Exploration]:
        seen.update(keywords)
        return lambda *args, **kwargs: seen.update(args=args, kwargs=kwargs) or real(model, backend="eager")(*args)

    monkeypatch.setattr("explorer.api.explain", explain)
    words = ["--train", "--no-probe", "--caches", "user", "--title", "T", "--dynamic", "--mode", "default", "-q"]
    words += ["--config", "cache_size_limit=4", "--loss", "torch.sum", "--inputs", "torch.ones(2), scale=3"]
    assert run("explain", "user_file.py:model", *words)[0] == 0
    assert (seen["train"], seen["probe"], seen["caches"], seen["title"]) == (True, False, "user", "T")
    assert (seen["dynamic"], seen["mode"], seen["config"]) == (True, "default", {"cache_size_limit": 4})
    assert seen["loss"].__name__ == "sum" and seen["kwargs"] == {"scale": 3}
    assert "backend" not in seen and "fullgraph" not in seen and seen["progress"] is None


def test_found_inputs_are_named(run: Run, folder: Path) -> None:
    (folder / "offers.py").write_text(
        textwrap.dedent("""
            import torch
            class Net(torch.nn.Linear):
                def example_inputs(self): return (torch.ones(4, 2),)
            net = Net(2, 2)
        """)
    )
    code, _, err = run("explain", "offers.py:net", "--backend", "eager", "-q")
    assert (code, err) == (0, "")
    code, _, err = run("explain", "offers.py:net", "--backend", "eager")
    assert code == 0 and "inputs: model.example_inputs()" in err


def test_width(run: Run) -> None:
    _, narrow, _ = run("explain", "user_file.py", "--width", "60")
    assert max(map(len, narrow.splitlines())) <= 60


def test_the_demo(run: Run, folder: Path) -> None:
    code, out, err = run("demo", "--backend", "eager")
    assert code == 0
    assert (folder / "demo.html").read_text().startswith("<") and "wrote demo.html" in err
    assert "print_in_forward.py" in out and "Block" in out


def test_the_demo_lists_the_samples_and_takes_one(run: Run, folder: Path) -> None:
    code, out, _ = run("demo", "list")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == list(samples.names())
    code, out, _ = run("demo", "mlp", "--backend", "eager", "-o", "mlp.html")
    assert code == 0 and "MLP" in out and (folder / "mlp.html").exists()
    code, _, err = run("demo", "mlpp")
    assert code == 2 and "no sample is named 'mlpp'; there are mlp" in err


def test_version(run: Run) -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert out.split() == [
        "compile-explorer",
        explorer.__version__,
        "(torch",
        importlib.metadata.version("torch") + ")",
    ]


@pytest.mark.parametrize("arguments", [("--help",), ("explain", "--help"), ("demo", "--help")])
def test_help(run: Run, arguments: tuple[str, ...]) -> None:
    code, out, _ = run(*arguments)
    assert code == 0 and out.startswith("usage: compile-explorer")


# -- the program failed -----------------------------------------------------------------------------------------------


def test_a_failing_program_is_reported_and_exits_1(run: Run) -> None:
    code, out, _ = run("explain", "user_file.py:fails", "--to", "verdict")
    assert code == 1
    verdict = json.loads(out)
    assert verdict["status"] == "error"
    assert verdict["errors"][0]["file"] == "user_file.py"


def test_a_failing_build_exits_1_with_the_users_lines(run: Run) -> None:
    code, out, err = run("explain", "user_file.py:raises")
    assert code == 1
    assert out == "from the file\n"
    assert 'raise ValueError("not today")' in err and err.rstrip().endswith("ValueError: not today")
    assert str(Path(cli.__file__).parent) not in err


def test_an_interrupt_exits_130(run: Run, folder: Path) -> None:
    (folder / "stops.py").write_text("def build():\n    raise KeyboardInterrupt\n")
    code, _, err = run("explain", "stops.py")
    assert code == 130 and err == "interrupted\n"


def test_an_interrupted_run_shows_what_was_seen(run: Run, folder: Path) -> None:
    (folder / "stops.py").write_text(
        textwrap.dedent("""
            import torch
            def stop(model): raise KeyboardInterrupt
            def build():
                return {"model": torch.relu, "inputs": (torch.ones(2),), "compile_kwargs": {"backend": "eager"},
                        "calls": [((torch.ones(2),), {})], "before": [None, stop]}
        """)
    )
    code, out, _ = run("explain", "stops.py", "--to", "verdict")
    assert code == 130
    assert json.loads(out)["schema"] == "compile-explorer.verdict/1"


def test_a_program_that_exits_is_reported_and_exits_1(run: Run, folder: Path) -> None:
    (folder / "leaves.py").write_text(
        textwrap.dedent("""
            import sys, torch
            def model(x):
                if x.sum() > 0:
                    sys.exit(3)
                return x
            def build():
                return {"model": model, "inputs": (torch.ones(2),), "compile_kwargs": {"backend": "eager"}}
        """)
    )
    code, out, _ = run("explain", "leaves.py", "--to", "verdict")
    assert code == 1
    assert json.loads(out)["errors"][0]["type"] == "SystemExit"


def test_the_loss_of_a_build_waits_for_train(run: Run, folder: Path) -> None:
    (folder / "trains.py").write_text(
        textwrap.dedent("""
            import torch
            def build():
                return {"model": torch.nn.Linear(2, 2), "inputs": (torch.ones(2),), "loss": torch.sum,
                        "compile_kwargs": {"backend": "eager"}}
        """)
    )
    assert run("explain", "trains.py")[0] == run("explain", "trains.py", "--train")[0] == 0


# -- bad usage --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("explain",), "the following arguments are required: FILE[:NAME]"),
        (("explian", "user_file.py"), "invalid choice: 'explian'"),
        (("explain", "user_file.py", "--bakend", "eager"), "did you mean --backend"),
        (("explain", "user_file.py", "--to", "pdf"), "invalid choice: 'pdf'"),
        (("explain", "none.py"), "no such file: none.py"),
        (("explain", "."), ". is a directory: give a Python file"),
        (("explain", "syntax.py"), "syntax.py, line 2: syntax error: invalid syntax: def f(:"),
        (("explain", "zero.py"), "zero.py is not a Python file: source code string cannot contain null bytes"),
        (("explain", "user_file.py", "--config", "nope=1"), "torch._dynamo.config has no 'nope'"),
        (("explain", "lonely.py:model", "--inputs", "1", "--option", "zzz=1"), "Unexpected optimization option zzz"),
        (("explain", "empty.py"), "empty.py has no build()"),
        (("explain", "junk.py"), "build() returned a list"),
        (("explain", "user_file.py:nothing"), "user_file.py has no nothing"),
        (("explain", "user_file.py:sys"), "is a module, which is not callable"),
        (("explain", "lonely.py:model"), "no inputs for lonely.py:model: give --inputs EXPR"),
        (("explain", "user_file.py:model", "--inputs", "torch.ones("), "--inputs is not one Python expression"),
        (("explain", "user_file.py:model", "--inputs", "missing"), "--inputs missing: NameError"),
        (("explain", "user_file.py", "--loss", "len"), "--loss says what to run backward from: it needs --train"),
        (("explain", "user_file.py", "--train", "--loss", "3"), "--loss must be a function"),
        (("explain", "user_file.py", "--train", "--loss", "missing"), "--loss missing: NameError"),
        (("explain", "user_file.py", "--backend", "none_such"), "torch.compile refuses"),
        (("explain", "user_file.py", "-o", "no/such/place.html"), "there is no directory no/such"),
        (("explain", "user_file.py", "-o", "empty.py/x.html"), "cannot write empty.py/x.html"),
        (("explain", "user_file.py", "-o", "here.d"), "cannot write here.d: it is a directory"),
        (("explain", "user_file.py", "-o", "/proc/none.json"), "cannot write /proc/none.json"),
    ],
)
def test_bad_usage_is_one_clear_line_and_exits_2(
    run: Run, folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    (folder / "syntax.py").write_text("x = 1\ndef f(:\n")
    (folder / "zero.py").write_bytes(b"x = 1\n\0\n")
    (folder / "empty.py").write_text("")
    (folder / "junk.py").write_text("def build():\n    return [1]\n")
    (folder / "lonely.py").write_text("def model(x):\n    return x\n")
    (folder / "here.d").mkdir()
    code, _, err = run(*arguments)
    assert code == 2
    lines = err.strip().splitlines()
    assert lines[-1].startswith("compile-explorer: ") and message in lines[-1]
    assert len(lines) == 1 or lines[0].startswith("usage: ")
    assert len(lines[-1]) < 300


@pytest.mark.parametrize(
    ("version", "message"), [(None, "torch is not installed"), ("2.10.1+cu126", "2.10.1+cu126 is too old")]
)
def test_no_torch_or_an_old_one(run: Run, monkeypatch: pytest.MonkeyPatch, version: str | None, message: str) -> None:
    monkeypatch.setattr(torch_version, "installed_torch", lambda: version)
    code, _, err = run("explain", "user_file.py")
    assert code == 2 and message in err


def test_a_bad_command_line_imports_no_torch() -> None:
    program = "import sys; from explorer.cli import main; main(['explain', 'none.py']); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False", done.stderr


def test_a_reader_that_leaves_is_no_error(folder: Path) -> None:
    command = f"{sys.executable} -m explorer.cli explain user_file.py --to json | head -c 1"
    done = subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], capture_output=True, text=True, check=False,
                          cwd=folder, env={**os.environ})  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "{"), done.stderr
    assert "Traceback" not in done.stderr


def test_compare_and_against(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sample = samples.path("print_in_forward")
    before, after = str(tmp_path / "before.json"), str(tmp_path / "after.json")
    for name, path in (("build", before), ("fixed", after)):
        assert cli.main(["explain", f"{sample}:{name}", "--backend", "eager", "-q", "-o", path]) == 0
    capsys.readouterr()
    assert cli.main(["compare", before, after]) == 0
    assert "1 break gone, nothing new" in capsys.readouterr().out
    assert cli.main(["compare", before, after, "--to", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["findings"][0]["fate"] == "gone"
    assert cli.main(["explain", f"{sample}:fixed", "--backend", "eager", "--against", before]) == 0
    assert "1 break gone, nothing new" in capsys.readouterr().out
    assert cli.main(["compare", before, str(tmp_path / "none.json")]) == 2
    assert cli.main(["compare", before, after, "--to", "verdict"]) == 2


def test_measure(run: Run, folder: Path) -> None:
    code, _, _ = run("explain", "user_file.py", "-m", "--time-limit", "0.5", "--to", "verdict", "-q", "-o", "v.json")
    assert code == 0
    assert json.loads((folder / "v.json").read_text())["timings"]["pairs"] >= 6
    code, _, err = run("explain", "user_file.py", "--time-limit", "2")
    assert code == 2 and "it needs --measure" in err
