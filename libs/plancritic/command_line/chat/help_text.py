"""What a person can speak of in a domain, and what can be asked for: from the domain's own words."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plancritic.command_line.chat.requests import COMMANDS
from plancritic.wording import Lexicon
from plancritic.wording.readable_examples import readable_examples
from plancritic.wording.vocabulary import facts_in_words, objects_in_words


def help_text(lexicon: Lexicon) -> RenderableType:
    """Return the help of a chat about one problem."""
    parts: list[RenderableType] = [Text(lexicon.context.title, "bold"), Text("\nObjects", "bold")]
    objects = _table()
    for singular, names in objects_in_words(lexicon):
        objects.add_row(singular, names)
    facts = _table()
    for fact in facts_in_words(lexicon):
        facts.add_row("", fact)
    examples = _table()
    for example in readable_examples(lexicon):
        examples.add_row("", Text.assemble(example.statement, (f"\n= {example.mid_level_goal}", "dim")))
    commands = _table()
    for name, does in COMMANDS.items():
        commands.add_row(name, does)
    parts += [objects, Text("\nFacts that change", "bold"), facts]
    if examples.row_count:
        parts += [Text("\nRequests of every kind, for example", "bold"), examples]
    parts += [
        Text("\nStep numbers", "bold"),
        # Of numbers nobody knows here whether such an order can be kept.
        Text("  Statements may name them by their numbers: Step M should come after step N."),
        Text("\nCommands", "bold"),
        commands,
    ]
    return Group(*parts)


def _table() -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table
