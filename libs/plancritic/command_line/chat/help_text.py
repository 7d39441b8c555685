"""What a person can speak of in a domain, and what can be asked for: from the domain's own words."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from plancritic.command_line.chat.requests import COMMANDS
from plancritic.pddl.grounding import changeable_predicates
from plancritic.pddl.language import Atom
from plancritic.wording import Lexicon
from plancritic.wording.readable_examples import readable_examples

#: So many names of a type are listed; a problem may have hundreds of objects.
_MOST_NAMES = 12


def help_text(lexicon: Lexicon) -> RenderableType:
    """Return the help of a chat about one problem."""
    parts: list[RenderableType] = [Text(lexicon.context.title, "bold"), Text("\nObjects", "bold")]
    objects = _table()
    for singular, names in _objects(lexicon):
        objects.add_row(singular, names)
    facts = _table()
    for fact in _facts(lexicon):
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
        Text("  Statements may name them: Step 4 should come after step 5."),
        Text("\nCommands", "bold"),
        commands,
    ]
    return Group(*parts)


def _table() -> Table:
    table = Table(show_header=False, box=None, padding=(0, 1, 0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _objects(lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    """Objects by type; a type above others lists none that stand below it already."""
    problem = lexicon.problem
    by_type: dict[str, list[str]] = {}
    for name, type_name in problem.objects.items():
        by_type.setdefault(type_name, []).append(name)
    for type_name, names in by_type.items():
        entry = lexicon.type_entry(type_name)
        listed = ", ".join(lexicon.name(name) for name in names[:_MOST_NAMES])
        more = f" and {len(names) - _MOST_NAMES} more" if len(names) > _MOST_NAMES else ""
        yield (entry.singular if entry else type_name), f"{listed}{more}"


def _facts(lexicon: Lexicon) -> Iterator[str]:
    """Facts that actions change, over types: "a vessel is at a location"."""
    domain = lexicon.problem.domain
    for predicate in sorted(changeable_predicates(domain)):
        entry = lexicon.context.predicates.get(predicate)
        # What the context lacks, or calls unchanging, nobody speaks of.
        if lexicon.context.predicates and (entry is None or not entry.changes):
            continue
        parameters = domain.predicates[predicate]
        phrases = {place: _some(lexicon, parameter.types[0]) for place, parameter in enumerate(parameters)}
        yield lexicon.fact(Atom(predicate, tuple("?" for _ in parameters)), "holds", phrases)


def _some(lexicon: Lexicon, type_name: str) -> str:
    entry = lexicon.type_entry(type_name)
    if entry is None:
        return "something"
    return f"{'an' if entry.singular[0] in 'aeiou' else 'a'} {entry.singular}"
