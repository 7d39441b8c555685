from __future__ import annotations

from plancritic.english.stems import stem
from plancritic.english.verbs import IRREGULAR, verb_of_forms


def test_a_verb_has_its_past_and_its_participle() -> None:
    assert IRREGULAR["take"] == ("took", "taken")


def test_no_form_belongs_to_two_verbs() -> None:
    forms = [form for form in verb_of_forms() if form in IRREGULAR]
    assert not forms
    pasts = [{past, participle} - {verb} for verb, (past, participle) in IRREGULAR.items()]
    assert sum(map(len, pasts)) == len(set[str]().union(*pasts))


def test_every_irregular_form_has_the_stem_of_its_verb() -> None:
    assert all(stem(form) == stem(verb) for form, verb in verb_of_forms().items())
