"""Generated modules: kernels, calls and wrapper, in Python and C++, with and without provenance handles."""

from __future__ import annotations

import ast

import pytest

from explorer.parse.output_code import read_output_code
from explorer.tracing.trace_log import read_log
from tests.generated import CPP, OLD, TRITON


def line_of(text: str, part: str) -> int:
    return 1 + next(number for number, line in enumerate(text.split("\n")) if part in line)


def test_triton_kernels_have_their_code_device_file_and_nodes() -> None:
    fused, added, multi = read_output_code(TRITON).kernels
    assert (fused.name, fused.language, fused.device) == ("triton_poi_fused_mul_relu_0", "triton", "cuda")
    assert fused.file == "/cache/ab/cab.py"
    assert fused.nodes == ("relu", "mul")
    assert fused.code.startswith("import triton\n") and fused.code.endswith("* 2)")
    assert fused.code_line == line_of(TRITON, "import triton")
    assert fused.line == line_of(TRITON, "# kernel path") and fused.end == line_of(TRITON, "''', device_str")
    assert (added.name, added.language) == ("add_kernel_0", "triton")
    assert "def add_kernel(" in added.code
    assert (multi.name, multi.device) == ("multi_kernel_0", None)
    assert "add_kernel_0,\n" in multi.code


def test_calls_in_partitions_have_handles_lines_and_devices() -> None:
    found = [(call.name, call.extern, call.device) for call in read_output_code(TRITON).calls]
    assert found == [
        ("triton_poi_fused_mul_relu_0:1", False, "cuda"),
        ("extern_kernels.mm:2", True, "cuda"),
        ("add_kernel_0:3", False, "cuda"),
        ("torch.ops.demo.fill.default:4", True, "cuda"),
        ("multi_kernel_0#1", False, None),
        ("aten.scatter_reduce_.two#1", True, "cuda"),
        ("aten.bincount.default#1", True, "cpu"),
    ]
    lines = [call.line for call in read_output_code(TRITON).calls]
    assert lines[0] == line_of(TRITON, "triton_poi_fused_mul_relu_0.run(")
    assert lines[1] == line_of(TRITON, "extern_kernels.mm(buf0")


def test_the_main_part_is_the_partitions_and_call() -> None:
    code = read_output_code(TRITON)
    assert code.main == (line_of(TRITON, "def partition_0"), line_of(TRITON, "runner = Runner(") - 2)
    assert TRITON.split("\n")[code.main[1] - 1].strip() == "return (buf3, buf4, )"


def test_calls_without_handles_are_numbered_by_kernel() -> None:
    code = read_output_code(OLD)
    assert [call.name for call in code.calls] == ["cpp_fused_relu_0#1", "extern_kernels.mm#1", "cpp_fused_relu_0#2"]
    assert [(kernel.language, kernel.device) for kernel in code.kernels] == [("cpp", "cpu")]


def test_a_cpp_wrapper_has_its_kernels_and_calls() -> None:
    code = read_output_code(CPP)
    assert code.language == "cpp"
    assert [kernel.name for kernel in code.kernels] == ["cpp_fused_relu_0"]
    assert code.kernels[0].code.endswith("}\n}")
    assert [(call.name, call.extern) for call in code.calls] == [
        ("cpp_fused_relu_0:1", False),
        ("aoti_torch_cpu_addmm_out:2", True),
        ("cpp_fused_relu_0#1", False),
    ]
    assert code.main == (line_of(CPP, "void inductor_entry_impl"), line_of(CPP, "} // inductor_entry_impl"))


@pytest.mark.parametrize(
    "text", ["", "x", "x = async_compile.triton('x', '''", "def call(args):", CPP[:400], TRITON[:900]]
)
def test_a_damaged_module_gives_what_can_be_read(text: str) -> None:
    assert read_output_code(text).calls == ()


def test_every_cut_of_a_module_can_be_read() -> None:
    for text in (TRITON, OLD, CPP):
        for end in range(0, len(text), 23):
            read_output_code(text[:end])


@pytest.mark.parametrize("program", ["inference", "training", "shapes"])
def test_calls_are_those_of_the_python_that_torch_wrote(recorded_traces, program: str) -> None:
    codes = [event.payload for event in read_log(recorded_traces[program]) if event.label == "inductor_output_code"]
    assert codes
    for text in codes:
        code = read_output_code(text)
        tree = ast.parse(text)
        kernels = [
            item.targets[0].id
            for item in tree.body
            if isinstance(item, ast.Assign) and ast.unparse(item.value).startswith("async_compile.cpp_pybinding")
        ]
        assert [kernel.name for kernel in code.kernels] == kernels
        strings = [
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        assert all(any(value.strip() == kernel.code.strip() for value in strings) for kernel in code.kernels)
        runner = next(item for item in tree.body if isinstance(item, ast.ClassDef))
        call = next(item for item in runner.body if isinstance(item, ast.FunctionDef) and item.name == "call")
        assert code.main == (call.lineno, call.end_lineno)
        wanted = [
            (ast.unparse(node.func), node.lineno)
            for node in ast.walk(call)
            if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("cpp_fused", "extern_kernels"))
        ]
        assert sorted((each.kernel, each.line) for each in code.calls) == sorted(wanted)
        assert all(each.handle is not None for each in code.calls)
