"""Templates of pages and of parts of them; whatever they are given is escaped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import PackageLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from plancritic.pages.page import page_environment


class Templates:
    """The console's templates, which may use the parts of drawings (`plancritic.pages`)."""

    def __init__(self) -> None:
        self._environment = page_environment(PackageLoader("plancritic.console", "templates"))
        self._environment.filters["clock"] = clock

    def text(self, name: str, values: Mapping[str, Any]) -> str:
        """Return a template filled in."""
        return self._environment.get_template(name).render(values)

    def page(self, request: Request, name: str, values: Mapping[str, Any], status: int = 200) -> Response:
        """Return a whole page; it knows who looks at it."""
        known = {"user": request.scope.get("user"), "csrf": request.session.get("csrf", ""), "here": request.url.path}
        return HTMLResponse(self.text(name, known | dict(values)), status)

    def part(self, name: str, values: Mapping[str, Any]) -> Response:
        """Return a part of a page."""
        return HTMLResponse(self.text(name, values))


def clock(seconds: float) -> str:
    """Return a time span as people say it: "0.4 s", "12 s", "2 min 5 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 60:
        return f"{seconds:.0f} s"
    return f"{int(seconds // 60)} min {int(seconds % 60)} s"
