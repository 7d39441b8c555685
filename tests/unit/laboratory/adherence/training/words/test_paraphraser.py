import random
import re
from collections.abc import Iterator
from functools import cache
from typing import get_args

import pytest

from plancritic.adherence.implicit_facts import Unspoken
from plancritic.domains.folder import load_folder
from plancritic.domains.names import without_article
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.known_questions import known_questions
from plancritic.laboratory.adherence.training.questions.plan_facts import PlanFacts
from plancritic.laboratory.adherence.training.questions.question import Quantified, Question
from plancritic.laboratory.adherence.training.questions.questions import QuestionSource, asked_about
from plancritic.laboratory.adherence.training.words import Paraphraser, Split
from plancritic.pddl.language import Atom, ConstraintType, parse_constraint
from plancritic.wording import Lexicon

SPLITS: tuple[Split, ...] = get_args(Split)
BOUNDS = {"within": "4 ", "always-within": "4 ", "hold-during": "2 5 ", "hold-after": "3 "}
TWO = ("sometime-after", "sometime-before", "always-within")


def texts(lexicon: FolderLexicon, question: Question, split: Split, count: int = 100, seed: int = 1) -> set[str]:
    paraphraser = Paraphraser(lexicon, random.Random(seed))
    return {paraphraser.text(question, split) for _ in range(count)}


def asked(*constraints: str, **more: object) -> Question:
    return Question(tuple(map(parse_constraint, constraints)), **more)  # type: ignore[arg-type]


def drawn(lexicon: FolderLexicon, problem: str, count: int, seed: int) -> Iterator[Question]:
    facts = PlanFacts(asked_about(lexicon, problem), (), (), {}, 12.0)
    generator = random.Random(seed)
    source = QuestionSource(lexicon, problem, generator, facts)
    kinds = list(ConstraintType)
    yield from known_questions(lexicon, problem)
    for number in range(count):
        question = source.draw(kinds[number % len(kinds)])
        yield source.combine((question, source.draw(generator.choice(kinds)))) if number % 5 == 0 else question
        if number % 10 == 0:
            yield from [chain for chain in [source.chain()] if chain is not None]


def plainly(text: str) -> str:
    return re.sub(r"[^\w ]", "", text.lower()).strip()


@pytest.fixture(scope="module", params=[("waterway", "1"), ("waterway", "4"), ("satellite", "1"), ("satellite", "3")])
def problem(request: pytest.FixtureRequest) -> tuple[FolderLexicon, str]:
    domain, number = request.param
    return FolderLexicon(load_folder(domain), number), number


def test_every_question_has_words_without_gaps_in_every_split(problem: tuple[FolderLexicon, str]) -> None:
    lexicon, number = problem
    paraphraser = Paraphraser(lexicon, random.Random(3))

    for question in drawn(lexicon, number, 300, seed=3):
        for split in SPLITS:
            text = paraphraser.text(question, split)
            assert text.strip() == text and len(text) > 5
            assert not re.search(r"[{}\[\]|]|  |\b(the|to|be|not|of|at) \1\b(?! least)", text, re.IGNORECASE), text
            assert not re.search(r"\w None|None\w", text), text


@pytest.mark.slow
def test_no_text_of_one_split_comes_up_in_another(problem: tuple[FolderLexicon, str]) -> None:
    lexicon, number = problem
    paraphraser = Paraphraser(lexicon, random.Random(4))
    said: dict[Split, set[str]] = {split: set() for split in SPLITS}

    for question in drawn(lexicon, number, 200, seed=4):
        for split in SPLITS:
            said[split] |= {plainly(paraphraser.text(question, split)) for _ in range(6)}

    assert all(len(found) > 800 for found in said.values())
    for one, other in (("train", "validation"), ("train", "test"), ("validation", "test")):
        assert not said[one] & said[other]  # type: ignore[index]


def test_the_same_state_of_the_generator_gives_the_same_texts(lexicon: FolderLexicon) -> None:
    question = asked("(at end (at deb_ast_0 wpt_b_0))")

    assert texts(lexicon, question, "train") == texts(lexicon, question, "train")
    assert texts(lexicon, question, "train") != texts(lexicon, question, "train", seed=2)


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize("kind", list(ConstraintType))
def test_a_constraint_of_any_type_is_said_in_many_ways(
    lexicon: FolderLexicon, kind: ConstraintType, split: Split
) -> None:
    second = " (at deb_ast_0 wpt_b_0)" if kind.value in TWO else ""
    question = asked(f"({kind.value} {BOUNDS.get(kind.value, '')}(at sct_ast_0 wpt_a_0){second})")

    assert len(texts(lexicon, question, split)) > 40


def _names(lexicon: FolderLexicon, name: str) -> list[str]:
    roles = [role for role, objects in lexicon.roles.items() if name in objects]
    found = {lexicon.name(name), *lexicon.synonyms(name), *roles, lexicon.problem.display[name]}
    return [without_article(each).lower() for each in found]


def test_every_object_is_named_that_does_not_go_without_saying(problem: tuple[FolderLexicon, str]) -> None:
    lexicon, number = problem
    unspoken = Unspoken(lexicon.problem)
    paraphraser = Paraphraser(lexicon, random.Random(5))
    names = cache(lambda name: _names(lexicon, name))

    for question in drawn(lexicon, number, 250, seed=5):
        if any(part.quantified or part.deed or part.texts for part in question.parts or (question,)):
            continue
        for split in SPLITS:
            text = paraphraser.text(question, split)
            for constraint in question.constraints:
                for atom in constraint.atoms():
                    determined = unspoken.known(atom, wanted=True)
                    for place, name in enumerate(atom.arguments):
                        assert place in determined or any(each in text.lower() for each in names(name)), (name, text)


def test_the_objects_that_a_group_leaves_out_are_named(lexicon: FolderLexicon) -> None:
    group = Quantified("asset", 0, ("sct_ast_0",))
    question = asked(
        *(f"(sometime-before (at {boat} wpt_b_0) (at sct_ast_0 wpt_end))" for boat in ("deb_ast_0", "shp_sal_ast_0")),
        quantified=group,
    )

    for split in SPLITS:
        for text in texts(lexicon, question, split):
            assert any(each in text.lower() for each in _names(lexicon, "sct_ast_0")), text


def test_a_request_and_its_contrary_never_read_alike(lexicon: FolderLexicon) -> None:
    for kind in ("always", "at end", "sometime"):
        for split in SPLITS:
            one = texts(lexicon, asked(f"({kind} (at sct_ast_0 wpt_a_0))"), split, 300)
            other = texts(lexicon, asked(f"({kind} (not (at sct_ast_0 wpt_a_0)))"), split, 300)
            assert len(one) > 100 < len(other)
            assert not {*map(plainly, one)} & {*map(plainly, other)}


def test_what_comes_first_is_not_said_to_come_second(lexicon: FolderLexicon) -> None:
    early = asked("(sometime-before (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))")
    late = asked("(sometime-before (at deb_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))")

    for split in SPLITS:
        assert not texts(lexicon, early, split, 500) & texts(lexicon, late, split, 500)


def test_what_is_done_to_things_and_what_is_left_undone_never_read_alike(lexicon: FolderLexicon) -> None:
    given = [question for question in drawn(lexicon, "1", 0, seed=1) if question.deed is not None]
    for split in SPLITS:
        said = {
            question.deed.types: texts(lexicon, question, split, 200)
            for question in given
            if question.deed is not None and len(question.deed.types) == 1
        }
        removed, kept = said[(("underwater_debris", True),)], said[(("underwater_debris", False),)]
        assert len(removed) > 60 < len(kept)
        assert not removed & kept


def test_an_order_puts_its_object_where_it_belongs(lexicon: FolderLexicon) -> None:
    question = asked("(at end (is_location_unrestricted wpt_b_0))")

    found = {text for split in SPLITS for text in texts(lexicon, question, split, 400)}
    orders = {text for text in found if re.match(r"(open|take|grant|get)\b", text, re.IGNORECASE)}

    assert orders
    for text in orders:
        assert not re.search(r"\b(up|list|approval|access|traffic) (waypoint|point|B)\b", text), text


def test_what_is_so_at_first_is_not_said_to_come_about(lexicon: FolderLexicon) -> None:
    assert Atom("at", ("sct_ast_0", "wpt_ini")) in lexicon.problem.facts

    for text in texts(lexicon, asked("(at-most-once (at sct_ast_0 wpt_ini))"), "train", 200):
        assert not re.search(r"\b(reach|arriv|visit|get to|go to|enter|travel)", text), text


def test_bounds_are_said_as_times(lexicon: FolderLexicon) -> None:
    found = {text for split in SPLITS for text in texts(lexicon, asked("(within 2 (at sct_ast_0 wpt_a_0))"), split)}

    for text in found:
        assert re.search(r"\b(2|two|120|7200)", text.lower()), text
    for wanted in ("two hours", "2 hours", "120 minutes", "2 time units", "hour 2"):
        assert any(wanted in text for text in found), wanted


def test_a_problem_without_a_context_is_put_into_words_by_its_names() -> None:
    bundle = load_folder("waterway")
    lexicon = Lexicon.without_context(bundle.domain_pddl, bundle.problem("1"))
    question = asked("(sometime-before (at deb_ast_0 wpt_a_0) (at sct_ast_0 wpt_a_0))")

    for split in SPLITS:
        found = texts(lexicon, question, split)
        assert len(found) > 10
        assert all("at deb_ast_0 wpt_a_0" in text and "at sct_ast_0 wpt_a_0" in text for text in map(str.lower, found))


def test_parts_are_all_said_in_one_text(lexicon: FolderLexicon) -> None:
    parts = (asked("(always (not (at sct_ast_0 wpt_a_0)))"), asked("(at end (at deb_ast_0 wpt_b_0))"))
    question = Question((*parts[0].constraints, *parts[1].constraints), parts=parts)

    for split in SPLITS:
        for text in texts(lexicon, question, split):
            for name in ("sct_ast_0", "wpt_a_0", "deb_ast_0", "wpt_b_0"):
                assert any(each in text.lower() for each in _names(lexicon, name)), text


def test_what_is_not_so_is_counted_without_a_second_denial(lexicon: FolderLexicon) -> None:
    for text in texts(lexicon, asked("(at-most-once (not (at deb_ast_0 shp_dck_0)))"), "validation", 200):
        assert not re.search(r"(may|must|want .* to|allowed to) not", text), text


def test_each_of_a_group_is_not_all_of_it_at_once(lexicon: FolderLexicon) -> None:
    boats = ("deb_ast_0", "sct_ast_0", "shp_sal_ast_0")
    question = asked(*(f"(sometime (at {boat} wpt_b_0))" for boat in boats), quantified=Quantified("asset", 0))

    for split in SPLITS[1:]:
        for text in texts(lexicon, question, split):
            assert re.search(r"\beach\b", text, re.IGNORECASE), text


def test_any_of_a_group_is_said_of_at_least_one(lexicon: FolderLexicon) -> None:
    condition = "(or (at deb_ast_0 wpt_b_0) (at sct_ast_0 wpt_b_0) (at shp_sal_ast_0 wpt_b_0))"
    question = asked(f"(sometime {condition})", quantified=Quantified("asset", 0, mode="any"))

    for split in SPLITS[1:]:
        for text in texts(lexicon, question, split):
            assert re.search(r"\b(one of|one|some)\b", text, re.IGNORECASE), text


def test_before_any_of_a_group_is_a_denial_for_all_of_it(lexicon: FolderLexicon) -> None:
    condition = "(or (at deb_ast_0 wpt_b_0) (at shp_sal_ast_0 wpt_b_0))"
    question = asked(
        f"(sometime-before {condition} (at sct_ast_0 wpt_b_0))",
        quantified=Quantified("asset", 0, ("sct_ast_0",), mode="any"),
    )

    for split in SPLITS[1:]:
        for text in texts(lexicon, question, split):
            assert not re.search(r"\b(at least one|some)\b", text, re.IGNORECASE), text


@pytest.mark.parametrize("split", ["train", "validation", "test"])
def test_three_facts_in_order_are_said_in_that_order(split: Split) -> None:
    lexicon = FolderLexicon(load_folder("waterway"), "1")
    source = QuestionSource(lexicon, "1", random.Random(2), PlanFacts(asked_about(lexicon, "1"), (), (), {}, 12.0))
    paraphraser = Paraphraser(lexicon, random.Random(5))
    chain = asked(
        "(sometime-before (at deb_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))",
        "(sometime-before (at shp_sal_ast_0 wpt_end) (at deb_ast_0 wpt_b_0))",
    )
    whole = source.combine([Question((each,)) for each in chain.constraints])
    assert [str(each) for each in whole.chain] == [
        "(at sct_ast_0 wpt_a_0)",
        "(at deb_ast_0 wpt_b_0)",
        "(at shp_sal_ast_0 wpt_end)",
    ]
    assert not source.combine([whole.parts[0], whole.parts[0]]).chain
    assert not source.combine(list(reversed(whole.parts))).chain

    texts = {paraphraser.text(whole, split) for _ in range(60)}

    in_order = re.compile(r"\b(then|second|in (that|this) order|one after the other|Step two|before that|only after)\b")
    assert sum(in_order.search(text) is not None for text in texts) > 5
