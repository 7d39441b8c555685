"""The sentence templates that ship: whole, each with places that something fills; and wrong ones are refused."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import TypeAdapter

from plancritic.adherence.dataset import Split
from plancritic.domains.errors import DomainFolderError
from plancritic.domains.files import read_data
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.laboratory.adherence.training.questions.question import Question
from plancritic.laboratory.adherence.training.words import Paraphraser, templates
from plancritic.laboratory.adherence.training.words.conjunctions import Joint, joints
from plancritic.laboratory.adherence.training.words.deeds import DeedTemplates, deed_templates
from plancritic.laboratory.adherence.training.words.english import EnglishWords, english_words
from plancritic.laboratory.adherence.training.words.framing import SentenceFrames, frames_of, plain_frames
from plancritic.laboratory.adherence.training.words.paraphraser import Both
from plancritic.laboratory.adherence.training.words.sayings import Saying
from plancritic.laboratory.adherence.training.words.splits import share
from plancritic.laboratory.adherence.training.words.templates import (
    OtherMeaning,
    StatementTemplates,
    phrases,
    statement_templates,
)
from plancritic.laboratory.adherence.training.words.times import Bound
from plancritic.pddl.language import ConstraintType, parse_constraint

MEANINGS: tuple[ConstraintType | OtherMeaning, ...] = (*ConstraintType, *get_args(OtherMeaning))
FOLDER = Path(templates.__file__).parent / "templates"
#: What fills the letters of a template.
FILLED_BY = {**dict.fromkeys("abceny", Saying), **dict.fromkeys("stl", Bound), "both": Both}
#: The letters that there are in any list for a meaning; `s`, `t` and `l` are its times.
LETTERS = {
    ConstraintType.WITHIN: {"a", "s"},
    ConstraintType.HOLD_AFTER: {"a", "s"},
    ConstraintType.HOLD_DURING: {"a", "s", "t", "l"},
    ConstraintType.ALWAYS_WITHIN: {"a", "b", "s", "both"},
    ConstraintType.SOMETIME_BEFORE: {"a", "b", "both"},
    ConstraintType.SOMETIME_AFTER: {"a", "b", "both"},
    "not-at-end": {"a", "c"},
    "chain": {"a", "b", "c"},
}
GROUP = {"e", "n", "y"}


def lists(meaning: ConstraintType | OtherMeaning) -> dict[str, tuple[str, ...]]:
    found = dict(statement_templates(meaning))
    return {name: texts for name, texts in found.items() if texts}


def places(text: str) -> list[tuple[str, str]]:
    return re.findall(r"\{(\w+)(?:\.(\w+))?\}", text)


def refused(tmp_path: Path, text: str, kind: type) -> DomainFolderError:
    file = tmp_path / "words.yaml"
    file.write_text(text)
    with pytest.raises(DomainFolderError) as caught:
        read_data(file, TypeAdapter(kind), "read the README")
    assert caught.value.file == file
    return caught.value


def usual(*lines: str) -> str:
    return "usual:\n" + "".join(f'  - "{line}"\n' for line in lines)


def test_every_file_of_the_folder_is_read_and_none_is_missing() -> None:
    names = {meaning.replace(" ", "-") for meaning in MEANINGS}

    assert {file.stem for file in FOLDER.iterdir()} == names | {"deeds", "frames", "joints", "phrases"}
    assert deed_templates().done[0] == "!{d.order}"
    assert joints()[1] == Joint(between=", ", last=" and ")
    assert english_words().nouns["reach"] == "arrival at"


@pytest.mark.parametrize("meaning", MEANINGS)
def test_every_list_has_texts_for_each_split_and_no_text_twice(meaning: ConstraintType | OtherMeaning) -> None:
    assert len(statement_templates(meaning).usual) >= 25
    for texts in lists(meaning).values():
        parts = [share(texts, split) for split in get_args(Split)]
        assert all(parts)
        assert sorted(text for part in parts for text in part) == sorted(set(texts))


@pytest.mark.parametrize("meaning", MEANINGS)
def test_every_place_of_a_template_is_filled_by_something(meaning: ConstraintType | OtherMeaning) -> None:
    known = LETTERS.get(meaning, {"a"})
    for name, texts in lists(meaning).items():
        letters = (known | GROUP) if name == "of_group" else known
        for text in texts:
            for letter, form in places(text):
                if form:
                    assert letter in letters, text
                    assert form in dir(FILLED_BY[letter]), text
                else:
                    assert letter in phrases(), text
            assert any(form for _, form in places(text)), f"{text} says nothing of anything"


def test_every_template_of_a_deed_says_what_it_is_done_to() -> None:
    found = deed_templates()
    for text in (*found.done, *found.left):
        assert {letter for letter, form in places(text) if form} == {"d"}, text
    for text in found.done_and_left:
        assert {letter for letter, form in places(text) if form} == {"d", "k"}, text


def test_every_frame_has_one_place_for_the_sentence() -> None:
    for text in (*frames_of("statement"), *frames_of("demand"), *frames_of("order"), *plain_frames()):
        assert text.format("A is open").count("A is open") == 1, text


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (usual("{a.holds} {edn}", "b", "c", "d", "e"), 2, "{edn} is none of the phrases must, may, may_not, end"),
        (usual("a", "b", "I [want|need {a.one}", "d", "e"), 4, "'[' has no counterpart"),
        (usual("a", "b", "c", "d", "{a.one must"), 6, "'{' has no counterpart"),
        (usual("a", "b", "c", "d"), 1, "4 entries, wanted 5 or more"),
        (usual("a", "b", "c", "d", "e", "b"), 1, "'b' stands twice"),
        (usual("a", "b", "c", "d", "e") + "tersely: []\n", 7, "tersely: Extra inputs are not permitted"),
        (usual("a", "b", "c", "d", "e") + usual("a", "b", "c", "d", "e"), 7, "the key 'usual' stands twice"),
        ("usual: [a, b, c, d, yes]\n", 1, "usual.4: Input should be a valid string"),
        ('usual:\n  - "a\n', 3, "not YAML"),
        ("terse: []\n", None, "usual: Field required"),
    ],
)
def test_a_file_of_templates_that_is_wrong_is_refused_with_its_line(
    tmp_path: Path, text: str, line: int | None, said: str
) -> None:
    error = refused(tmp_path, text, StatementTemplates)

    assert error.line == line
    assert said in error.fault


def test_wrong_joints_frames_deeds_and_english_words_are_refused_with_their_line(tmp_path: Path) -> None:
    joint = refused(tmp_path, '- {between: "; "}\n- {between: " {m}) "}\n', tuple[Joint, ...])
    assert (joint.line, "'{m}' is none of {n}, {letter} and {count}" in joint.fault) == (2, True)

    frames = "".join(
        f"{kind}: ['{{}}', 'b {{}}', 'c {{}}', 'd {{}}', 'e {{}}']\n" for kind in ("demand", "order", "plain")
    )
    frame = refused(tmp_path, frames + "statement:\n  - make sure\n", SentenceFrames)
    assert (frame.line, "a frame has one {} for the sentence" in frame.fault) == (5, True)

    deed = refused(tmp_path, "done: [a]\nleft: [a]\ndone_and_left: [a]\n", DeedTemplates)
    assert (deed.line, "1 entries, wanted 5" in deed.fault) == (1, True)

    verb = refused(tmp_path, "nouns:\n  reach: arrival at\n  visit: [visit to]\n", EnglishWords)
    assert verb.line == 3


@pytest.mark.parametrize(
    ("constraint", "split", "text"),
    [
        ("(always (not (at sct_ast_0 wpt_a_0)))", "validation", "Make it impossible that sct_ast_0 is at location A."),
        ("(always (not (at sct_ast_0 wpt_a_0)))", "test", "Never have the scout transit waypoint A."),
        (
            "(at end (is_location_unrestricted wpt_b_0))",
            "validation",
            "Don't call it done if point Bravo is restricted at that moment.",
        ),
        ("(sometime (at sct_ast_0 wpt_a_0))", "test", "I miss the scout's entry into A in this plan."),
        (
            "(at-most-once (at sct_ast_0 wpt_a_0))",
            "validation",
            "A second time for the recon's arrival at waypoint A isn't wanted.",
        ),
        (
            "(within 4 (at deb_ast_0 wpt_b_0))",
            "validation",
            "Correction: the clearance boat's arrival at waypoint B has to happen in 240 min or less.",
        ),
        (
            "(hold-during 2 5 (at sct_ast_0 wpt_a_0))",
            "validation",
            "The way I want it, at every single moment from 120 min in to 300 min in, the scout boat stays at A.",
        ),
        (
            "(hold-after 3 (at sct_ast_0 wpt_a_0))",
            "test",
            "Too late and too short. From 180 min in to the finish, the reconnaissance is at waypoint Alpha.",
        ),
        (
            "(sometime-before (at deb_ast_0 wpt_b_0) (at sct_ast_0 wpt_a_0))",
            "validation",
            "The debris boat has to wait until the surveyor has showed up at waypoint A before traveling through "
            "point Bravo.",
        ),
        (
            "(sometime-after (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
            "test",
            "First the scout travels through point Alpha, later the clearance boat shows up at waypoint B. I won't "
            "accept the former without the latter.",
        ),
        (
            "(always-within 4 (at sct_ast_0 wpt_a_0) (at deb_ast_0 wpt_b_0))",
            "test",
            "The scout traveling through point Alpha starts the clock, the clearance boat showing up at waypoint B "
            "stops it. It may never show more than 4 hours.",
        ),
    ],
)
def test_the_texts_of_a_seed_stay_as_they_were_when_data_sets_were_made(
    lexicon: FolderLexicon, constraint: str, split: Split, text: str
) -> None:
    question = Question((parse_constraint(constraint),))

    assert Paraphraser(lexicon, random.Random(1)).text(question, split) == text
