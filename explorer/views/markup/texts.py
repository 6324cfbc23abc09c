"""The long texts of the HTML, each in a fold: generated code, graphs, bytecode, raw records."""

from __future__ import annotations

from collections.abc import Sequence

from explorer.views.format import count, many
from explorer.views.markup.blocks import Room, fold, long_text, note
from explorer.views.markup.look import Look
from explorer.views.outline.code import CodeText, bytecode_texts, graph_texts, kernel_texts, raw_texts
from explorer.views.outline.index import Index


def kernels_html(index: Index, look: Look, room: Room) -> str:
    """Generated code: the kernels of each graph, then the wrapper that calls them."""
    texts = kernel_texts(index)
    kernels = sum(not each.title.endswith("wrapper") for each in texts)
    return _texts(index, look, room, f"Generated code, {many(kernels, 'kernel')}", texts)


def graphs_text_html(index: Index, look: Look, room: Room) -> str:
    """Every graph as torch printed it."""
    texts = graph_texts(index)
    return _texts(index, look, room, f"Graphs as text, {count(len(texts))}", texts)


def bytecode_html(index: Index, look: Look, room: Room) -> str:
    """The bytecode of each function before and after Dynamo."""
    texts = bytecode_texts(index)
    return _texts(index, look, room, f"Bytecode, {many(len(texts), 'listing')}", texts)


def raw_html(index: Index, look: Look, room: Room) -> str:
    """Records that no stage understood, as torch wrote them."""
    texts = raw_texts(index)
    return _texts(index, look, room, f"Raw records, {count(len(texts))}", texts)


def _texts(index: Index, look: Look, room: Room, title: str, texts: Sequence[CodeText]) -> str:
    if not texts:
        return ""
    shown = texts[: room.limits.rows]
    body = "".join(fold(look, _name(each), long_text(look, index.text(each.text), room), inner=True) for each in shown)
    rest = note(look, f"{count(len(texts) - len(shown))} more in the JSON") if len(shown) < len(texts) else ""
    return fold(look, title, body + rest)


def _name(each: CodeText) -> str:
    graph = f"Graph {each.graph}: " if each.graph else ""
    language = f" ({each.language})" if each.language in ("cpp", "triton") else ""
    return f"{graph}{each.title}{language}"
