"""Every sentence that is offered as an example is typed in, understood as told, and can be met."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pytest

from plancritic.command_line.chat.help_text import help_text
from plancritic.command_line.terminal import Console
from plancritic.contracts.planning import PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.translation import Statement
from plancritic.domains import known_domains, load_domain
from plancritic.domains.context import Example
from plancritic.judges import ExecutorJudge, KairosJudge
from plancritic.pddl.language import parse_constraint
from plancritic.pddl.specification import canonical_key, every_plan_does, speaks_of_nothing
from plancritic.translator.translation import Translator, readable_examples
from plancritic.verdicts import Verdicts, portfolio
from plancritic.wording import Lexicon

PROBLEMS = [(domain, problem) for domain in known_domains() for problem in sorted(load_domain(domain).problems)]


@cache
def lexicon(domain: str, problem: str) -> Lexicon:
    return Lexicon(load_domain(domain), problem)


@cache
def offered(domain: str, problem: str) -> tuple[Example, ...]:
    return readable_examples(lexicon(domain, problem))


def printed_examples(domain: str, problem: str) -> dict[str, str]:
    """The sentences that `help` prints under its heading, with what each is said to mean."""
    written = io.StringIO()
    Console(file=written, width=400).print(help_text(lexicon(domain, problem)))
    part = written.getvalue().partition("Requests of every kind, for example\n")[2].partition("\nStep numbers")[0]
    lines = [line.strip() for line in part.splitlines() if line.strip()]
    return {said: means.removeprefix("= ") for said, means in zip(lines[::2], lines[1::2], strict=True)}


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
async def test_each_sentence_that_help_prints_is_read_as_it_says(domain: str, problem: str) -> None:
    printed = printed_examples(domain, problem)
    assert len(printed) >= 3, "there is something to begin with"
    told = {example.statement: example for example in offered(domain, problem)}
    statements = [Statement(id=f"s{number}", text=text) for number, text in enumerate(printed)]
    _, found = await Translator().translate(load_domain(domain), problem, statements, translator="offline")
    for statement, read in zip(statements, found, strict=True):
        example = told[statement.text]
        assert printed[statement.text] == example.mid_level_goal
        assert read.readings, statement.text
        best = canonical_key([parse_constraint(text) for text in read.readings[0].constraints])
        assert best == canonical_key([parse_constraint(text) for text in example.constraints]), statement.text


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
async def test_each_sentence_offered_instead_of_one_that_is_not_understood_is_read(domain: str, problem: str) -> None:
    translator, bundle = Translator(), load_domain(domain)
    nonsense = [Statement(id="s1", text="Colourless green ideas sleep furiously."), Statement(id="s2", text="Hmm?")]
    _, refused = await translator.translate(bundle, problem, nonsense, translator="offline")
    sentences = {text for each in refused for text in each.closest}
    assert sentences
    statements = [Statement(id=f"s{number}", text=text) for number, text in enumerate(sorted(sentences))]
    _, found = await translator.translate(bundle, problem, statements, translator="offline")
    assert all(read.readings for read in found)


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
def test_examples_name_objects_of_the_problem_alone(domain: str, problem: str) -> None:
    objects = lexicon(domain, problem).problem.objects
    for example in offered(domain, problem):
        for constraint in map(parse_constraint, example.constraints):
            for atom in constraint.atoms():
                assert set(atom.arguments) <= set(objects), example.statement


@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
def test_no_example_asks_for_what_every_plan_does(domain: str, problem: str) -> None:
    for example in offered(domain, problem):
        constraints = tuple(map(parse_constraint, example.constraints))
        assert not every_plan_does(constraints, lexicon(domain, problem).problem), example.statement
        assert not speaks_of_nothing(constraints, lexicon(domain, problem).problem), example.statement


@pytest.mark.slow
@pytest.mark.parametrize(("domain", "problem"), PROBLEMS)
async def test_each_sentence_that_help_prints_can_be_met(domain: str, problem: str) -> None:
    bundle = load_domain(domain)
    verdicts = Verdicts(portfolio(None), (ExecutorJudge(), KairosJudge()))
    printed = printed_examples(domain, problem)
    try:
        for example in offered(domain, problem):
            if example.statement not in printed:
                continue
            constraints = tuple(TracedConstraint(constraint=text) for text in example.constraints)
            limits = SolveLimits(seconds=20, deterministic=True)
            verdict = await verdicts.verdict(bundle.domain_pddl, bundle.problem(problem), constraints, limits)
            assert isinstance(verdict, PlanProved), (example.statement, verdict)
    finally:
        await verdicts.close()


def test_a_context_with_examples_of_another_problem_offers_its_own_objects() -> None:
    # The satellite's examples are about problem 1, whose Phenomenon4 the second one lacks.
    second = lexicon("satellite", "2").problem.objects
    assert "phenomenon4" not in second
    own = {example.statement for example in load_domain("satellite").context.examples}
    others = [example for example in offered("satellite", "2") if example.statement not in own]
    assert others
    assert not any(re.search("Phenomenon4", example.statement) for example in others)


_CHECKOUT = Path(__file__).resolve().parents[4]
#: A command with a statement, as READMEs and `--help` show it: its domain and what is said.
_COMMANDS = (
    re.compile(r'plancritic submit --domain (\w+)[^"`\n]*?\\?"([^"\\]+)\\?"'),
    re.compile(r'operations_system\.py (\w+) "([^"]+)"'),
)


def commands_with_statements() -> list[tuple[str, str, str]]:
    """Where a command stands, its domain, and its statement."""
    files = [
        file
        for root in ("libs", "services", "domains", "deploy")
        for file in (_CHECKOUT / root).rglob("*")
        if file.suffix in {".md", ".py"} and "laboratory" not in file.parts
    ]
    found = []
    for file in (_CHECKOUT / "README.md", _CHECKOUT / "CONTRIBUTING.md", *files):
        text = file.read_text(encoding="utf-8")
        for pattern in _COMMANDS:
            found += [(str(file.relative_to(_CHECKOUT)), *each) for each in pattern.findall(text)]
    return sorted(set(found))


def test_there_are_commands_with_statements() -> None:
    places = {place for place, _, _ in commands_with_statements()}
    assert {"README.md", "libs/plancritic/command_line/up.py"} <= places
    assert len(commands_with_statements()) >= 5


@pytest.mark.parametrize(("place", "domain", "statement"), commands_with_statements())
async def test_the_statement_of_each_command_that_is_shown_is_understood(
    place: str, domain: str, statement: str
) -> None:
    if domain not in known_domains():
        pytest.skip(f"{place} makes the domain {domain} first")
    said = [Statement(id="s1", text=statement)]
    _, (read,) = await Translator().translate(load_domain(domain), "1", said, translator="offline")
    assert read.readings, f"{place}: {statement!r}: {read.reason}"
    assert read.readings[0].score >= 0.8, f"{place}: {statement!r} is in doubt"
