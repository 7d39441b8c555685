"""One slip in a right schema: it is read as what was meant, or refused, and never read as something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from plancritic.domains.descriptions import read_description, skeleton_of
from plancritic.laboratory.schema.corpus.corpus import DOMAINS_FOLDER
from plancritic.pddl.language import Domain
from plancritic.schema_library.candidates.correction import corrected
from plancritic.schema_library.candidates.merging import canonical_text
from plancritic.schema_library.candidates.sections import CannotCorrectError

FILES = sorted(DOMAINS_FOLDER.glob("*.yaml"))
#: A slip takes a schema and a number that picks the place, and gives the schema with the slip; the same text for none.
Slip = Callable[[str, int], str]


@cache
def corpus() -> list[tuple[Domain, str, str]]:
    """Skeleton, action and reference schema of every action of the corpus."""
    found = []
    for file in FILES:
        skeleton = skeleton_of(read_description(file))
        actions = yaml.safe_load(file.read_text(encoding="utf-8"))["actions"]
        found += [(skeleton, name, action["schema"]) for name, action in actions.items()]
    return found


def changed(text: str, pattern: str, place: int, change: Callable[[re.Match[str]], str], after: str = ":param") -> str:
    """The text with one of the matches after a keyword changed."""
    start = text.index(after)
    matches = list(re.finditer(pattern, text[start:]))
    if not matches:
        return text
    match = matches[place % len(matches)]
    return text[: start + match.start()] + change(match) + text[start + match.end() :]


#: The slips after which there is no doubt what was meant.
CERTAIN: dict[str, Slip] = {
    "a closing parenthesis lost before the effect": lambda text, place: changed(
        text, r"\)(?=(?s:.)*:effect)", place, lambda _: ""
    ),
    "a closing parenthesis too many": lambda text, place: changed(text, r"\)", place, lambda _: "))"),
    "an opening parenthesis lost": lambda text, place: changed(text, r"\(", place, lambda _: ""),
    "underscores": lambda text, _: changed(text, r"(?s).+", 0, lambda match: re.sub(r"(?<=\w)-(?=\w)", "_", match[0])),
    "capitals": lambda text, _: text.upper(),
    "and lost": lambda text, place: changed(text, r"\(and ", place, lambda _: "("),
    "and and its parentheses lost": lambda text, place: changed(
        text, r"(?<=:precondition )\(and (.*\) \(.*)\)(?=\n)", place, lambda match: match[1]
    ),
    "the question mark of a variable lost": lambda text, place: changed(text, r"\?", place, lambda _: "", ":precond"),
    "types lost": lambda text, _: changed(text, r"\(.*\)", 0, lambda match: re.sub(r" - [\w-]+", "", match[0])),
    "plural keywords": lambda text, _: text.replace(":precondition", ":preconditions").replace(":effect", ":effects"),
    "a remark": lambda text, place: changed(text, r"\n", place, lambda _: "\nThis is what changes.\n"),
}
#: Those that leave it open now and then.
DOUBTFUL: dict[str, Slip] = {
    # It may be the action's own, so that nothing says where a list of `not` ends.
    "a closing parenthesis of the effect lost": lambda text, place: changed(
        text, r"\)", place, lambda _: "", ":effect"
    ),
    "an argument lost": lambda text, place: changed(text, r" \?[\w-]+(?=[ )])", place, lambda _: "", ":precond"),
    "a letter of a predicate lost": lambda text, place: changed(
        text, r"(?<=\()(?!and|not)([a-z]+)[a-z](?=[a-z-]+[ )])", place, lambda match: match[1], ":precond"
    ),
    "a predicate of another domain": lambda text, place: changed(
        text, r"(?<=\()(?!and|not)[a-z-]+", place, lambda _: "quite-another-word", ":precond"
    ),
}


@pytest.mark.parametrize("slip", [*CERTAIN, *DOUBTFUL])
@given(data=st.data())
def test_a_slip_is_never_read_as_something_else(slip: str, data: st.DataObject) -> None:
    skeleton, action, schema = data.draw(st.sampled_from(corpus()))
    text = {**CERTAIN, **DOUBTFUL}[slip](schema, data.draw(st.integers(0, 50)))
    assume(text != schema)
    try:
        found = corrected(text, action, skeleton)
    except CannotCorrectError:
        assert slip in DOUBTFUL
        return
    assert canonical_text(found.schema) == canonical_text(corrected(schema, action, skeleton).schema)
    assert found.corrections


def test_the_references_of_the_corpus_need_no_correction() -> None:
    assert len(corpus()) > 150
    for skeleton, action, schema in corpus():
        assert corrected(schema, action, skeleton).corrections == (), (skeleton.name, action)
