"""AOTAutograd's analysis of mutations and aliases (``fw_metadata``) in words.

torch prints the whole record (``dataclass_repr`` of ``ViewAndMutationMeta``, torch/_functorch/_aot_autograd/schemas.py)
with an ``InputAliasInfo`` for each input and an ``OutputAliasInfo`` for each output, in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_INFO = re.compile(r"\b(InputAliasInfo|OutputAliasInfo)\(")
_FIELD = re.compile(r"\b(\w+)=(<[^>]*>|[\w.]+)")
_TYPE = re.compile(r"<OutputType\.(\w+)")

_OUTPUTS = {
    "alias_of_input": "is a view of {base}, made again from it after the graph has run",
    "is_input": "is {base} itself",
    "alias_of_intermediate": "is a view of a value inside the graph, made again from it after the graph has run",
    "alias_of_intermediate_save_as_output": (
        "is a view of a value inside the graph, which the graph returns too so that the view can be made again"
    ),
    "alias_of_intermediate_base_is_user_output": "is a view of another output, made again from it after the graph",
    "custom_function_view": "is a view that a custom autograd function made",
}


def aliasing(metadata: str, inputs: Sequence[str], copied: frozenset[int] = frozenset()) -> tuple[str, ...]:
    """Sentences about what the program changes in place and what it returns views of; none for a program without.

    ``inputs`` are the names of the inputs for people, ``copied`` the positions of those that the graph itself writes
    back to.
    """
    found = list(_infos(metadata))
    changed = [fields for kind, fields in found if kind == "InputAliasInfo"]
    returned = [fields for kind, fields in found if kind == "OutputAliasInfo"]
    return (
        *(text for at, fields in enumerate(changed) for text in _changed(_name(inputs, at), fields, at in copied)),
        *(text for at, fields in enumerate(returned) for text in _returned(at, fields, inputs)),
    )


def _infos(metadata: str) -> Iterator[tuple[str, dict[str, str]]]:
    starts = list(_INFO.finditer(metadata))
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(metadata)
        fields: dict[str, str] = {}
        for name, value in _FIELD.findall(metadata[start.end() : end]):
            fields.setdefault(name, value)
        yield start[1], fields


def _changed(name: str, fields: dict[str, str], in_graph: bool) -> Iterator[str]:
    if fields.get("mutates_data") == "True":
        how = (
            "the graph makes the new value and writes it back at its end"
            if in_graph
            else ("the graph returns the new value, and it is written back after the graph has run")
        )
        yield f"{name} is changed in place: {how}."
    if fields.get("mutates_metadata") == "True":
        yield f"{name} gets other sizes or strides in place: that is done after the graph has run."
    if fields.get("mutates_storage_metadata") == "True":
        yield f"{name} gets another storage: that is done after the graph has run."


def _returned(at: int, fields: dict[str, str], inputs: Sequence[str]) -> Iterator[str]:
    kind = _TYPE.match(fields.get("output_type", ""))
    words = _OUTPUTS.get(kind[1]) if kind else None
    base = fields.get("base_idx", "")
    if words:
        yield f"Output {at} {words.format(base=_name(inputs, int(base)) if base.isdigit() else 'an input')}."


def _name(inputs: Sequence[str], at: int) -> str:
    return inputs[at] if at < len(inputs) else f"input {at}"
