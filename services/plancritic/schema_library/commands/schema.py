"""`plancritic schema`: the group of commands."""

from __future__ import annotations

import typer

from plancritic.schema_library.commands.build import build, generate
from plancritic.schema_library.commands.choose import choose
from plancritic.schema_library.commands.libraries import list_libraries, show

schema = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    help="Make domain models from plain descriptions: candidates of many instances, filtered, combined, ranked.\n\n"
    "Example: plancritic schema build --description tests/cases/schema_library/libraryworld/description.yaml "
    "--recorded tests/cases/schema_library/libraryworld/recordings/detailed",
)
schema.command()(build)
schema.command()(generate)
schema.command("list")(list_libraries)
schema.command()(show)
schema.command()(choose)
