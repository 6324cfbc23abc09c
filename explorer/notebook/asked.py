"""What the first line of a magic asks for, and showing the result as it was asked."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explorer.api import load
from explorer.compared import Compared
from explorer.errors import UsageError
from explorer.exploration import Exploration
from explorer.notebook.show import display
from explorer.options import Parser, Settings, Where, add_options, settings
from explorer.output import Delivery, chosen_format


def parser(where: Where) -> Parser:
    """The parser of a magic's options."""
    name = "%compile_explain" if where == "line" else "%%compile_explain"
    usage = f"{name} [options]{' model(x)' if where == 'line' else ''}"
    made = Parser(prog=name, usage=usage.replace("%", "%%"))
    add_options(made, where)
    return made


@dataclass(frozen=True)
class Asked:
    """The options, and where the result goes when it is not simply displayed (already checked)."""

    settings: Settings
    delivery: Delivery | None

    @property
    def quiet(self) -> bool:
        """Whether nothing shall be shown."""
        return self.settings.quiet

    def before(self, names: Mapping[str, Any]) -> Exploration | None:
        """What ``--against`` names: a variable in ``names``, or a saved report. Raises ``UsageError`` for neither."""
        wanted = self.settings.against
        if wanted is None:
            return None
        found = names.get(wanted)
        if isinstance(found, Exploration):
            return found
        if os.path.exists(wanted):
            return load(wanted)
        if wanted in names:
            raise UsageError(f"--against needs an exploration, and {wanted} is {type(found).__name__}")
        raise UsageError(
            f"--against {wanted}: no variable and no file of that name; r = %compile_explain … makes an exploration"
        )

    def show(self, shell: Any, result: Exploration | Compared, *, silenced: bool = False) -> bool:
        """Show, write or keep the result; whether it was shown or written. ``silenced`` is by the code's ``;``."""
        if self.settings.name is not None:
            shell.user_ns[self.settings.name] = result
        if self.delivery is not None:
            self.delivery.deliver(result)
            return True
        if silenced or self.quiet:
            return False
        display(result)
        return True


def read(words: list[str], where: Where) -> Asked:
    """The option words read. Raises ``BadOption``, ``Answered`` after help, and ``UsageError``."""
    asked = settings(parser(where).parse_args(words))
    if asked.name is not None and not asked.name.isidentifier():
        raise UsageError(f"--as needs the name of a variable, not {asked.name!r}")
    if asked.to is None and asked.output is None:
        return Asked(asked, None)
    to = chosen_format(asked.to, asked.output)
    delivery = Delivery(to, asked.output, asked.width, asked.full, asked.quiet, asked.sections)
    delivery.check()
    return Asked(asked, delivery)
