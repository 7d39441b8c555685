"""Write SETTINGS.md: every environment variable that a class of settings reads, from the classes themselves.

Run by `make docs`. What stands before a field as `#:` is its meaning; without it the meaning stays empty.
"""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
LISTED = HERE / "SETTINGS.md"
_FIELD = re.compile(r"\s+(\w+): ")
_HEAD = """# Settings

Written from the classes of settings by `make docs`; do not edit. Each variable is read once, when a process starts. An
empty default: not set, or found by the room.
"""


def settings_classes() -> Iterator[type[BaseSettings]]:
    """Yield the classes of settings of every library and service."""
    for root in (CHECKOUT / "libs", CHECKOUT / "services"):
        for file in sorted(root.rglob("settings.py")):
            module = importlib.import_module(".".join(file.relative_to(root).with_suffix("").parts))
            for value in vars(module).values():
                if isinstance(value, type) and issubclass(value, BaseSettings) and value.__module__ == module.__name__:
                    yield value


def variable(settings: type[BaseSettings], name: str, field: FieldInfo) -> str:
    """Return the environment variable that a field is read from."""
    if field.validation_alias is None:
        return f"{settings.model_config.get('env_prefix', '')}{name}".upper()
    aliases = map(str, getattr(field.validation_alias, "choices", [field.validation_alias]))
    return next(each for each in aliases if each.isupper())


def meanings(settings: type[BaseSettings]) -> dict[str, str]:
    """Return what the source says of each field that it says something of."""
    found: dict[str, str] = {}
    said: list[str] = []
    for line in inspect.getsource(settings).splitlines():
        if line.strip().startswith("#:"):
            said.append(line.strip().removeprefix("#:").strip())
        else:
            if said and (field := _FIELD.match(line)):
                found[field[1]] = " ".join(said)
            said = []
    return found


def page() -> str:
    """Return the page: a table for each class."""
    parts = [_HEAD]
    for settings in settings_classes():
        room, _, _ = settings.__module__.removeprefix("plancritic.").rpartition(".")
        said = meanings(settings)
        parts.append(f"\n## {room}\n\n{inspect.getdoc(settings)}\n\n| variable | default | meaning |\n|---|---|---|\n")
        for name, field in settings.model_fields.items():
            cells = (f"`{variable(settings, name, field)}`", _default(field), said.get(name, ""))
            parts.append(f"| {' | '.join(cells)} |\n")
    return "".join(parts)


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None or field.default is None or field.default == ():
        return ""
    if isinstance(field.default, tuple):
        return f"`{','.join(map(str, field.default))}`"
    return f"`{field.default}`"


if __name__ == "__main__":
    LISTED.write_text(page(), encoding="utf-8")
    sys.stdout.write(f"wrote {LISTED}\n")
