"""Joined evidence is a probability, monotone in every source, and deaf to what does not count."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from plancritic.coordinator.evaluation.evidence import Evidence, Findings, confidence, joined, undecided

probabilities = st.floats(0.0, 1.0)
similarities = st.none() | st.floats(-1.0, 1.0)
checks = st.sampled_from(["adhered", "disputed", "violated"])
bands = st.tuples(probabilities, probabilities).map(lambda pair: (min(pair), max(pair)))
COUNTED = [
    ("scorer",),
    ("check",),
    ("scorer", "check"),
    ("check", "back_translation"),
    ("scorer", "check", "back_translation"),
]
counting = st.builds(Evidence, st.sampled_from(COUNTED).map(frozenset), st.booleans())


@st.composite
def found(draw: st.DrawFn) -> Findings:
    scorer, band = draw(probabilities), draw(bands)
    if draw(st.booleans()):
        return Findings(scorer, scorer >= 0.5, band)
    return Findings(scorer, scorer >= 0.5, band, draw(checks), draw(probabilities), draw(similarities))


def value(findings: Findings, evidence: Evidence) -> float:
    """The joined evidence, where nothing is known that is even chances."""
    known = joined(findings, evidence)
    return 0.5 if known is None else known


@given(found(), counting)
def test_joined_evidence_is_a_probability(findings, evidence):
    assert 0.0 <= value(findings, evidence) <= 1.0
    assert 0.0 <= confidence(findings, evidence) < 1.0


@given(found(), probabilities, counting)
def test_a_better_score_never_speaks_against_a_plan(findings, other, evidence):
    low, high = sorted((findings.scorer, other))
    worse = replace(findings, scorer=low, called=low >= 0.5)
    better = replace(findings, scorer=high, called=high >= 0.5)
    assert value(worse, evidence) <= value(better, evidence)


@given(found().filter(lambda each: each.check is not None), counting)
def test_a_reading_met_is_never_worse_than_one_disputed_nor_that_than_one_violated(findings, evidence):
    adhered, disputed, violated = (
        value(replace(findings, check=check), evidence) for check in ("adhered", "disputed", "violated")
    )
    assert adhered >= disputed >= violated


@given(found().filter(lambda each: each.check is not None), probabilities, counting)
def test_the_surer_the_reading_the_more_its_check_weighs(findings, other, evidence):
    low, high = sorted((findings.reading, other))
    unsure, sure = replace(findings, reading=low), replace(findings, reading=high)
    met = [value(replace(each, check="adhered"), evidence) for each in (unsure, sure)]
    missed = [value(replace(each, check="violated"), evidence) for each in (unsure, sure)]
    # Rounding may turn what is equal around by a hair.
    assert met[0] <= met[1] + 1e-12
    assert missed[0] >= missed[1] - 1e-12


@given(found().filter(lambda each: each.check is not None), st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), counting)
def test_the_more_alike_reading_and_statement_are_the_surer_the_reading_is(findings, one, other, evidence):
    low, high = sorted((one, other))
    assert confidence(replace(findings, similarity=low), evidence) <= confidence(
        replace(findings, similarity=high), evidence
    )


@given(found(), found(), counting)
def test_a_source_that_does_not_count_has_no_influence(findings, other, evidence):
    changed = findings
    if "scorer" not in evidence.sources:
        changed = replace(changed, scorer=other.scorer, called=other.called, band=other.band)
    if "check" not in evidence.sources:
        changed = replace(changed, check=other.check, reading=other.reading, similarity=other.similarity)
    if "back_translation" not in evidence.sources:
        changed = replace(changed, similarity=other.similarity)
    assert joined(changed, evidence) == joined(findings, evidence)
    assert undecided(changed, evidence) == undecided(findings, evidence)
