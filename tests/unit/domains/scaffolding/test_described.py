"""A context made with the words of a description: goldens of a new domain, and what holds of every sentence."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from plancritic.domains import DomainContext, Severity, load_domain
from plancritic.domains.descriptions import read_description
from plancritic.domains.examination import examine
from plancritic.domains.names import object_names
from plancritic.domains.phrases.english import sentence
from plancritic.domains.scaffolding import scaffold
from plancritic.domains.scaffolding.scaffold import first_context
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.pddl.language import parse_domain, parse_problem, read_condition, read_one
from plancritic.translator.candidates.offline import Parser
from plancritic.wording.lexicon import Lexicon

FARM = Path(__file__).parents[3] / "cases" / "printer_farm"


@pytest.fixture(scope="module")
def context() -> DomainContext:
    domain = parse_domain((FARM / "domain.pddl").read_text(encoding="utf-8"))
    problem = parse_problem((FARM / "problem.pddl").read_text(encoding="utf-8"), domain)
    return first_context(domain, [problem], read_description(FARM / "description.yaml"))


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    root = tmp_path_factory.mktemp("domains")
    scaffold(
        FARM / "domain.pddl",
        [FARM / "problem.pddl"],
        root / "printer_farm",
        read_description(FARM / "description.yaml"),
    )
    return Lexicon(load_domain("printer_farm", root), "1")


@pytest.mark.parametrize(
    ("predicate", "holds", "fails"),
    [
        ("idle", "{0} is doing nothing", "{0} is doing something"),
        ("heated", "the bed of {0} is hot", "the bed of {0} is not hot"),
        ("loaded", "{0} is loaded in {1}", "{0} is not loaded in {1}"),
        ("racked", "{0} hangs in the rack", "{0} does not hang in the rack"),
        ("of-colour", "the filament on {0} has {1}", "the filament on {0} does not have {1}"),
        ("ordered", "a customer wants {0} in {1}", "no customer wants {0} in {1}"),
        ("printing", "{0} is printing {1} at the moment", "{0} is not printing {1} at the moment"),
        ("on-bed", "{0} still lies on the bed of {1}", "{0} does not lie on the bed of {1} any more"),
        ("bed-clear", "nothing lies on the bed of {0}", "something lies on the bed of {0}"),
        ("no-spool", "there is no spool in {0}", "there is a spool in {0}"),
        ("on-shelf", "{0} is on {1} and can be fetched", "it is not so that {0} is on {1} and can be fetched"),
        ("packed", "{0} is packed in a box", "{0} is not packed in a box"),
    ],
)
def test_a_predicate_says_what_the_description_says_that_it_means(
    context: DomainContext, predicate: str, holds: str, fails: str
) -> None:
    assert context.predicates[predicate].holds == holds
    assert context.predicates[predicate].fails == fails


@pytest.mark.parametrize(
    ("action", "said"),
    [
        ("load-spool", "somebody puts {s} in {p}"),
        ("unload-spool", "the operator takes {s} out of {p}"),
        ("heat-bed", "somebody warms up {p}"),
        ("start-print", "{p} starts to print {d} in {c} with {s}"),
        ("finish-print", "{p} finishes {d}"),
        ("take-off", "the operator takes {d} off the bed of {p} and puts it on {h}"),
        ("pack", "somebody packs {d} on {h}"),
    ],
)
def test_an_action_says_what_the_description_says_that_is_done(context: DomainContext, action: str, said: str) -> None:
    assert context.actions[action].sentence == said


def test_objects_are_named_by_their_types_and_types_have_the_nouns_of_their_meanings(context: DomainContext) -> None:
    domain = parse_domain((FARM / "domain.pddl").read_text(encoding="utf-8"))
    problem = parse_problem((FARM / "problem.pddl").read_text(encoding="utf-8"), domain)
    names = {name: each.name for name, each in object_names(context, problem).items()}
    assert names == {
        "p": "printer p",
        "q": "printer q",
        "blue-spool": "the blue spool",
        "red-spool": "the red spool",
        "hook": "design hook",
        "vase": "design vase",
        "blue": "colour blue",
        "red": "colour red",
        "shelf1": "the shelf",
    }
    assert context.types["design"].synonyms == ("part",)


def test_the_folder_has_no_errors_and_says_where_its_words_are_from(tmp_path: Path) -> None:
    home = tmp_path / "farm"
    scaffold(FARM / "domain.pddl", [FARM / "problem.pddl"], home, read_description(FARM / "description.yaml"))
    found = asyncio.run(examine(home, plan_seconds=None))
    assert [each for each in found if each.severity is Severity.ERROR] == []
    assert "from the words of the description" in (home / "context.yaml").read_text(encoding="utf-8")


def said_of(lexicon: Lexicon) -> Iterator[str]:
    """Every form of every fact of the initial state and of the goal, and every step over some objects, as sentences."""
    problem = lexicon.problem
    goal = read_condition(read_one("(loaded blue-spool p)", "test"))
    for atom in (*problem.facts, goal):
        for form in ("holds", "fails", "starts", "stops", "never", "ever"):
            yield sentence(lexicon.fact(atom, form))
    objects = {kind: name for name, kind in problem.objects.items()}
    for name, action in problem.domain.actions.items():
        arguments = tuple(objects[parameter.types[0]] for parameter in action.parameters)
        yield sentence(lexicon.sentence_of_action(name, arguments))


def test_sentences_have_no_mark_of_a_variable_no_doubled_article_a_capital_and_a_full_stop(lexicon: Lexicon) -> None:
    sentences = list(said_of(lexicon))
    assert len(sentences) > 80
    for each in sentences:
        assert "?" not in each and "{" not in each, each
        assert not re.search(r"\b(the|a|an) (\w+ )?(the|a|an)\b", each), each
        assert each[0].isupper() and each.endswith(".") and not each.endswith(".."), each
        assert not re.search(r"\b(\w+) \1\b", each), each


@pytest.mark.parametrize(
    ("statement", "constraint"),
    [
        ("The red spool must hang in the rack at the end.", "(at end (racked red-spool))"),
        ("The blue spool must be loaded in printer p at the end.", "(at end (loaded blue-spool p))"),
        ("Printer q should never be heated.", "(always (not (heated q)))"),
        ("The hook should never lie on the bed of printer q.", "(always (not (on-bed hook q)))"),
    ],
)
def test_people_are_understood_in_the_words_of_the_description(
    context: DomainContext, statement: str, constraint: str
) -> None:
    domain = parse_domain((FARM / "domain.pddl").read_text(encoding="utf-8"))
    problem = parse_problem((FARM / "problem.pddl").read_text(encoding="utf-8"), domain)
    readings = Parser(Linker(context, World(problem))).parse(statement)
    assert [str(each) for each in readings[0].constraints] == [constraint]
