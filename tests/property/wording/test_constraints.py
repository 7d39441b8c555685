import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.examples import examples

from plancritic.domains import load_domain
from plancritic.pddl.grounding import ground_atoms
from plancritic.pddl.language import ARITY, And, Condition, Constraint, ConstraintType, Not, Or
from plancritic.pddl.specification import check_constraint
from plancritic.wording import Lexicon, constraint_sentence, constraints_sentence

LEXICONS = {
    (domain, problem): Lexicon(load_domain(domain), problem)
    for domain, problem in (("waterway", "1"), ("waterway", "2"), ("satellite", "3"))
}
ATOMS = {key: ground_atoms(lexicon.problem) for key, lexicon in LEXICONS.items()}


def conditions(key: tuple[str, str]) -> st.SearchStrategy[Condition]:
    atoms: st.SearchStrategy[Condition] = st.sampled_from(ATOMS[key])
    return st.recursive(
        atoms | atoms.map(Not),
        lambda inner: st.one_of(
            inner.map(Not),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: And(tuple(parts))),
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: Or(tuple(parts))),
        ),
        max_leaves=4,
    )


def constraints(key: tuple[str, str], kind: ConstraintType) -> st.SearchStrategy[Constraint]:
    times, count = ARITY[kind]
    amounts = st.floats(min_value=0, max_value=1000, allow_nan=False).map(lambda value: round(value, 3))
    return st.builds(
        Constraint,
        st.just(kind),
        st.lists(conditions(key), min_size=count, max_size=count).map(tuple),
        st.lists(amounts, min_size=times, max_size=times, unique=True).map(lambda values: tuple(sorted(values))),
    )


@pytest.mark.parametrize("key", LEXICONS)
@pytest.mark.parametrize("kind", list(ConstraintType))
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_a_sentence_names_every_object_and_no_other_constraint_has_it(
    key: tuple[str, str], kind: ConstraintType, data: st.DataObject
) -> None:
    lexicon = LEXICONS[key]
    first = data.draw(constraints(key, kind))
    assert check_constraint(first, lexicon.problem) == ()
    sentence = constraint_sentence(first, lexicon)
    assert sentence.endswith(".") and sentence[0] == sentence[0].upper()
    for atom in first.atoms():
        for argument in atom.arguments:
            assert lexicon.name(argument).lower() in sentence.lower()
    second = data.draw(constraints(key, kind))
    if first != second:
        assert constraint_sentence(second, lexicon) != sentence


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_constraints_together_always_have_words(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(LEXICONS)))
    several = data.draw(
        st.lists(
            st.sampled_from(list(ConstraintType)).flatmap(lambda kind: constraints(key, kind)), min_size=1, max_size=5
        )
    )
    assert constraints_sentence(several, LEXICONS[key]).endswith(".")


@pytest.mark.parametrize("key", LEXICONS)
def test_literals_of_one_type_all_differ(key: tuple[str, str]) -> None:
    """Exhaustive where a random pair would hardly meet: each atom and its negation, in each one-condition type."""
    lexicon = LEXICONS[key]
    for kind, (times, count) in ARITY.items():
        if count != 1:
            continue
        literals = [literal for atom in ATOMS[key] for literal in (atom, Not(atom))]
        sentences = {
            constraint_sentence(Constraint(kind, (literal,), (1.0, 2.0)[:times]), lexicon) for literal in literals
        }
        assert len(sentences) == len(literals), kind
