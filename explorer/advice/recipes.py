"""Which sample breaks or recompiles in the way that a finding tells, so that its ``fixed()`` shows what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping

RECIPES: dict[str, str] = {
    # -- breaks, by the id of torch
    "GB0007": "breaks/clock_in_forward",
    "GB0008": "breaks/zero_grad_in_step",
    "GB0014": "breaks/lstm",
    "GB0015": "breaks/sparse_adjacency",
    "GB0025": "breaks/asked_for",
    "GB0033": "breaks/allclose_check",
    "GB0036": "breaks/boolean_mask",
    "GB0046": "breaks/inference_mode_check",
    "GB0055": "breaks/own_generator",
    "GB0056": "breaks/data_assigned",
    "GB0059": "breaks/print_statistics",
    "GB0066": "breaks/print_in_context",
    "GB0067": "breaks/checkpoint_that_counts",
    "GB0069": "breaks/optional_import",
    "GB0098": "breaks/disabled_helper",
    "GB0099": "breaks/disabled_not_recursively",
    "GB0107": "breaks/random_in_place",
    "GB0108": "breaks/retain_grad",
    "GB0109": "breaks/tolist_of_weights",
    "GB0123": "breaks/backward_in_step",
    "GB0124": "breaks/item_in_quantizer",
    "GB0125": "breaks/requires_grad_of_input",
    "GB0126": "breaks/resize_workspace",
    "GB0142": "breaks/lock_around_layers",
    "GB0144": "breaks/function_with_jvp",
    "GB0156": "breaks/numpy_generator",
    "GB0157": "breaks/array_flags",
    "GB0158": "breaks/array_to_bytes",
    "GB0170": "breaks/if_on_norm",
    "GB0206": "breaks/requires_grad_assigned",
    "GB0207": "breaks/sorted_losses",
    "GB0208": "breaks/is_shared",
    "GB0225": "breaks/new_leaf",
    "GB0242": "breaks/out_of_strides",
    "GB0246": "breaks/one_hot",
    "GB0264": "breaks/parameter_in_forward",
    "GB0291": "breaks/logger_in_attention",
    "GB0294": "breaks/numpy_interp",
    "GB0569": "breaks/repr_for_history",
    "GB4198": "breaks/deepcopy_of_state",
    "GB4315": "custom_op_without_fake",
    "GB4695": "breaks/scripted_part",
    "GB5976": "breaks/same_memory",
    "GB6297": "breaks/function_given_one_tensor_twice",
    "GB6622": "breaks/lists_compared",
    "GB7000": "breaks/item_in_loop",
    "GB8977": "breaks/class_in_forward",
    "GB8985": "breaks/requires_grad_returned",
    "GB9186": "breaks/autograd_grad",
    # -- recompiles, by the code of the guard that failed
    "RECOMPILE_BACKEND": "recompiles/backend_made_each_time",
    "RECOMPILE_FLOAT": "recompiles/learning_rate_as_float",
    "RECOMPILE_GRAD_MODE": "recompiles/grad_mode_switched",
    "RECOMPILE_INT": "recompiles/position_as_int",
    "RECOMPILE_INT_ATTRIBUTE": "int_attribute_recompiles",
    "RECOMPILE_LENGTH": "recompiles/list_length",
    "RECOMPILE_LIMIT": "recompile_limit",
    "RECOMPILE_SIZE": "recompiles/batch_not_marked",
    "RECOMPILE_STRING": "recompile_limit",
    "RECOMPILE_TYPE": "recompiles/module_as_argument",
}
"""By the code of a finding: a sample, as ``compile-explorer demo`` takes it."""

NEARER: tuple[tuple[str, str, str, str], ...] = (
    ("GB0059", "context", r"builtin (?!print )", ""),
    ("RECOMPILE_SIZE", "source", r"past|cache", "recompiles/growing_cache"),
    ("RECOMPILE_SIZE", "dimension", r"[1-9]", "recompiles/images_of_many_sizes"),
    ("RECOMPILE_TYPE", "old", r"^(?:int|float|bool|str|NoneType|list|tuple|dict|a tensor)$", ""),
    ("RECOMPILE_INT_ATTRIBUTE", "source", r"\[", "recompiles/hook_that_counts"),
)
"""Code, an attribute of the finding, what is found in it, and the sample that is nearer then (none for ``""``)."""


def recipe_for(code: str, facts: Mapping[str, object]) -> str | None:
    """The sample for a finding with ``code`` and the attributes ``facts``; None when none shows it."""
    for other, name, pattern, sample in NEARER:
        if other == code and re.search(pattern, str(facts.get(name) or "")):
            return sample or None
    return RECIPES.get(code)
