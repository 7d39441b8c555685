"""A drawing's page written to a file, and opened."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from plancritic.command_line.exit_codes import bad_input
from plancritic.command_line.pictures.page_file import open_page, write_page
from plancritic.command_line.terminal import Console
from plancritic.contracts.errors import FaultCode
from plancritic.pages.page import GENERATOR, make_page
from plancritic.pictures.drawing import Drawing

_PICTURES = Path(".plancritic/pictures")


def write_and_open(drawing: Drawing, html: Path | None, open_it: bool, force: bool) -> None:
    """Write a drawing's page, and open it if that is asked for.

    Raises:
        CommandFault: the file cannot be written, or there is no browser.
    """
    if html is None:
        name = "-".join(filter(None, (drawing.domain, drawing.problem, (drawing.run or "")[:8])))
        html = _PICTURES / f"{name}.html"
        html.parent.mkdir(parents=True, exist_ok=True)
    write_page(make_page(drawing), html, GENERATOR, force)
    if str(html) == "-":
        return
    Console(soft_wrap=True).print(Text(f"Written: {html}"))
    if open_it and not open_page(html):
        bad_input(FaultCode.INVALID_MESSAGE, "no browser was found", f"open {str(html)!r} in one yourself")
