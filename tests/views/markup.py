"""Reading HTML back in the tests: its tags and attributes, whether they nest, and the text a person sees."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"br", "meta", "link"}


class Markup(HTMLParser):
    """The tags, attributes and texts of a piece of HTML. ``mistakes`` lists tags that do not nest."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.mistakes: list[str] = []
        self.parts: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.mistakes += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.mistakes.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._open or self._open[-1] not in ("style", "script"):
            self.parts.append(data)

    @property
    def text(self) -> str:
        """Everything a person sees, spaces joined."""
        return " ".join(" ".join(self.parts).split())
