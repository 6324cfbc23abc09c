"""torch's phase names, each with the stage it belongs to and the words for it.

Names: ``dynamo_timed`` and ``CompileEventLogger`` calls in torch/_dynamo, torch/_functorch and torch/_inductor. A
phase that is not named here keeps the stage and words of the one around it.
"""

from __future__ import annotations

STAGES = ("Dynamo", "AOT", "Passes", "IR, code", "Machine code")
DYNAMO, AOT, PASSES, CODE, MACHINE = range(5)

FRAME = "entire_frame_compile"
BACKWARD = "entire_backward_compile"

PHASES: dict[str, tuple[int, str]] = {
    FRAME: (DYNAMO, "tracing"),
    "bytecode_tracing": (DYNAMO, "tracing"),
    "build_guards": (DYNAMO, "building guards"),
    "backend_compile": (AOT, "handing the graph to the backend"),
    "create_aot_dispatcher_function": (AOT, "separating forward and backward"),
    "aot_collect_metadata": (AOT, "looking for mutations and aliases"),
    "aot_trace_joint_graph": (AOT, "tracing forward and backward together"),
    "min_cut_rematerialization_partition": (AOT, "choosing what to keep for backward"),
    BACKWARD: (PASSES, "compiling the backward"),
    "_recursive_pre_grad_passes": (PASSES, "passes before autograd"),
    "_recursive_joint_graph_passes": (PASSES, "passes on the joint graph"),
    "_recursive_post_grad_passes": (PASSES, "passes after autograd"),
    "inductor_compile": (CODE, "compiling with Inductor"),
    "fx_codegen_and_compile": (CODE, "lowering to Inductor's IR"),
    "GraphLowering.run": (CODE, "lowering to Inductor's IR"),
    "Scheduler.__init__": (CODE, "fusing"),
    "Scheduler.codegen": (CODE, "writing kernels"),
    "GraphLowering.codegen": (CODE, "writing code"),
    "PythonWrapperCodegen.generate": (CODE, "writing the wrapper"),
    "PyCodeCache.load_by_key_path": (MACHINE, "loading the generated code"),
    "async_compile.wait": (MACHINE, "waiting for the kernels"),
    "compile_file": (MACHINE, "waiting for the C++ compiler"),
    "CppCodeCache.compile": (MACHINE, "waiting for the C++ compiler"),
    "triton_compile": (MACHINE, "compiling Triton"),
}
