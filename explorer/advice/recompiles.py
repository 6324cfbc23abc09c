"""What to do about a recompile, by the code of the guard that failed.

``{source}``, ``{dimension}``, ``{old}``, ``{new}``, ``{function}``, ``{limit}``, ``{what}`` and ``{guard}`` are filled
in from the finding.
"""

from __future__ import annotations

RECOMPILES: dict[str, str] = {
    "RECOMPILE_SIZE": (
        "If this size varies, call torch._dynamo.mark_dynamic({source}, {dimension}) on the first input, or "
        "compile with dynamic=True: one version then serves every size."
    ),
    "RECOMPILE_STRIDE": (
        "Pass {source} with the same layout each time; call .contiguous() before the compiled function."
    ),
    "RECOMPILE_RANK": "Give {source} the same number of dimensions each time, or compile one function for each shape.",
    "RECOMPILE_DTYPE": "Convert {source} to one dtype before the compiled function.",
    "RECOMPILE_DEVICE": "Move {source} to one device before the compiled function.",
    "RECOMPILE_DISPATCH": "Pass {source} as the same kind of tensor each time (plain, parameter or subclass).",
    "RECOMPILE_REQUIRES_GRAD": (
        "Pass {source} always with or always without a gradient; detach it before the call when none is needed."
    ),
    "RECOMPILE_TYPE": "Keep the type of {source} ({old}) the same in every call.",
    "RECOMPILE_ZERO_ONE": (
        "Pad so that this size is at least 2, or call torch._dynamo.decorators.mark_unbacked({source}, "
        "{dimension}) on the inputs: sizes 0 and 1 then share the version of the others."
    ),
    "RECOMPILE_RANGE": (
        "The code takes another path beyond {old}: one version for each range is what it asks for. Branch outside "
        "the compiled function, or make the code the same for all sizes."
    ),
    "RECOMPILE_EQUAL_SIZES": (
        "Two sizes were equal by chance on the first call and were taken for one. Compile with sizes that differ, "
        "or call torch._dynamo.mark_dynamic on each of them."
    ),
    "RECOMPILE_INT": (
        "Pass {source} as a tensor (torch.tensor({old})), or compile with dynamic=True: the first value of a "
        "Python integer is compiled in."
    ),
    "RECOMPILE_INT_ATTRIBUTE": (
        "{source} is a Python integer on a module, and each value is compiled in. Change it outside forward, or "
        "hold it in a tensor (register_buffer); torch._dynamo.config.allow_unspec_int_on_nn_module = True makes it"
        " a dynamic number."
    ),
    "RECOMPILE_FLOAT": (
        "Pass {source} as a tensor (torch.tensor({old})), or compile with dynamic=True: the first value of a "
        "Python float is compiled in."
    ),
    "RECOMPILE_STRING": (
        "Every value of the string {source} makes a version. Decide on it outside the compiled function."
    ),
    "RECOMPILE_BOOL": (
        "Each value of {source} is a version of its own: two at most. Call it with both early, or choose outside "
        "the compiled function."
    ),
    "RECOMPILE_NONE": "Pass {source} always or never: with and without it are two versions.",
    "RECOMPILE_VALUE": "The value of {source} is compiled in. Keep it the same, or pass it as a tensor.",
    "RECOMPILE_CARRIED": (
        "What Python made before the break ({old}) is compiled into the code after it: keep it a tensor, or remove "
        "the break."
    ),
    "RECOMPILE_LENGTH": (
        "Each length of {source} makes a version. Keep the length fixed: stack into one tensor, or allocate it at "
        "full size."
    ),
    "RECOMPILE_KEYS": "Pass a dict with the same keys each time, or pass the tensors one by one.",
    "RECOMPILE_ATTRIBUTE": "Give the object the same attributes in every call.",
    "RECOMPILE_CODE": (
        "{source} was defined again, as running a notebook cell again does. Run that cell once, or define it in "
        "the cell that compiles."
    ),
    "RECOMPILE_OBJECT": (
        "The code is for this one object {source}: make it once, outside the function, and pass it each time. Of "
        "several to choose from (an enum) each makes a version."
    ),
    "RECOMPILE_ALIASING": (
        "Two inputs are the same tensor in one call and not in another. Pass a copy, or always the same."
    ),
    "RECOMPILE_FREED": (
        "Compiled code dies with an object that it was made for. Keep that object alive: hold a reference."
    ),
    "RECOMPILE_BACKEND": (
        "Each backend object makes versions of its own: make the backend once and give that one to every "
        "torch.compile call."
    ),
    "RECOMPILE_MARKED": "Mark the dimensions of an input before the first call, and in the same way each time.",
    "RECOMPILE_TRAINING": (
        "Modes are versions of their own, for train and eval two. Switch before a phase, not inside it."
    ),
    "RECOMPILE_GRAD_MODE": "With and without gradients are two versions. Call it under the same grad mode each time.",
    "RECOMPILE_NUM_THREADS": (
        "Call torch.set_num_threads before the first compiled call: the number is part of the code."
    ),
    "RECOMPILE_AUTOCAST": "Enter autocast in the same way for every call, or inside the compiled function.",
    "RECOMPILE_DEFAULT_DTYPE": "Call torch.set_default_dtype once, before the first compiled call.",
    "RECOMPILE_DEFAULT_DEVICE": "Call torch.set_default_device once, before the first compiled call.",
    "RECOMPILE_GLOBAL_STATE": "Set {source} once, before the first compiled call, and leave it.",
    "RECOMPILE_GUARD": "Keep what the guard looks at the same in every call: {guard}",
    "RECOMPILE_LIMIT": (
        "Remove what makes {function} recompile ({what}). Raise torch._dynamo.config.recompile_limit above {limit}"
        " only when the number of versions is bounded."
    ),
    "ACCUMULATED_RECOMPILE_LIMIT": (
        "Remove what makes {function} recompile ({what}), over all its instances. Raise "
        "torch._dynamo.config.accumulated_recompile_limit above {limit} only when the number of versions is "
        "bounded."
    ),
}

GLOBALS: dict[str, str] = {
    "RECOMPILE_INT": (
        "Pass {source} as an argument, or hold the global as a tensor (torch.tensor({old})): the value of a global "
        "Python integer is compiled in, with dynamic=True as well."
    ),
}
"""The same where the guard is about a global (``G['scale']``), not about an argument."""

SHARED = "Wrap the model in an nn.Module of your own and compile that: its versions and its limit are then its own."
"""For a library's module that is compiled directly."""
