"""The names of a printed torch graph with what each is the result of, read quickly: for links between graphs."""

from __future__ import annotations

import re

_CLASS = re.compile(r"^( *)class (.+?)\(torch\.nn\.Module\):")
_STATEMENT = re.compile(r"^ +([A-Za-z_]\w*)(?:: \"[^\"]*\")? = ([^\s(]+)")
_RENAMED = re.compile(r"^ +\w+ = \w+$")
_DECLARED = re.compile(r"^ +([A-Za-z_]\w*): \"[^\"]*\"(?:,|  #|$)")
_ARGUMENT = re.compile(r"[(,] ?([A-Za-z_]\w*)(?:: \"[^\"]*\")?(?=[,)])")

PLACEHOLDER = "placeholder"


def statements(text: str) -> dict[str, str]:
    """What each node of the graph is: the text before the first parenthesis, or :data:`PLACEHOLDER` for an input.

    ``l_x_ = L_x_`` gives an input its name; ``L_x_`` itself is no node.
    Nodes of a submodule are named ``true_graph_0.add``, as in :func:`explorer.parse.fx_graph.read_graphs`.
    """
    found: dict[str, str] = {}
    path: list[tuple[int, str]] = []
    outer = True
    for line in text.split("\n"):
        if opened := _CLASS.match(line):
            indent = len(opened[1])
            path = [] if outer else [*(item for item in path if item[0] < indent), (indent, opened[2])]
            outer = False
            continue
        prefix = "".join(f"{name}." for _, name in path)
        if match := _STATEMENT.match(line):
            renamed = found.pop(prefix + match[2], None) if _RENAMED.match(line) else None
            found.setdefault(prefix + match[1], renamed or match[2].rstrip(";"))
        elif match := _DECLARED.match(line):
            found.setdefault(prefix + match[1], PLACEHOLDER)
        elif line.lstrip().startswith("def forward("):
            found |= dict.fromkeys((prefix + name for name in _ARGUMENT.findall(line) if name != "self"), PLACEHOLDER)
    return found
