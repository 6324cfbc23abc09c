"""Where each line runs, as a table: line, graph, code, what it makes."""

from __future__ import annotations

from explorer.views.format import many
from explorer.views.markup.blocks import head, note
from explorer.views.markup.look import Look
from explorer.views.markup.tags import code_esc, esc
from explorer.views.outline.lines import Block, LineRow


def lines_html(blocks: list[Block], more: int, look: Look) -> str:
    """The functions that the compile reached. Each line has its graph's number, so the table reads without colour."""
    if not blocks:
        return ""
    one_file = len({block.file for block in blocks}) == 1
    body = "".join(_block(block, look, one_file) for block in blocks)
    rest = note(look, f"{many(more, 'more function')} not shown") if more else ""
    return (
        f"{head(look, f'Where each line runs{_in(blocks[0].file) if one_file else str()}')}"
        f"<div{look.at('scroll')}><table{look.at('map')}><tbody>{body}</tbody></table></div>{rest}\n"
    )


def _in(file: str) -> str:
    return f", {file}" if file else ""


def _block(block: Block, look: Look, one_file: bool) -> str:
    name = esc(block.function) + ("" if one_file else f" &nbsp;{esc(block.file)}")
    rows = "".join(_row(row, look) for row in block.rows)
    more = f"<tr><td></td><td></td><td></td><td{look.at('code')}>{many(block.left_out, 'more line')}</td></tr>"
    left = more if block.left_out else ""
    return f'<tr><th colspan="5"{look.at("fn")}>{name}</th></tr>\n{rows}{left}'


def _row(row: LineRow, look: Look) -> str:
    broken = row.sign in ("error", "break")
    mark = f"<span{look.hue('chip', row.graphs[0])}>{esc(row.label)}</span>" if row.graphs else ""
    band = look.hue("band", row.graphs[0]) if row.graphs else look.at("band break" if broken else "band 0")
    told = f"<b>{esc(row.note)}</b>" if row.sign else esc(row.note)
    shapes = f"<span{look.at('shapes')}>{esc(row.makes)}</span>" if row.makes else ""
    makes = " &nbsp;".join(part for part in (told, shapes) if part)
    return (
        f"<tr{look.at('row break') if broken else ''}><td{look.at('no')}>{row.line}</td>"
        f"<td{look.at('gr')}>{mark}{' <b>!</b>' if broken else ''}</td><td{band}></td>"
        f"<td{look.at('code')}><code>{code_esc(row.code)}</code></td><td{look.at('makes')}>{makes}</td></tr>\n"
    )
