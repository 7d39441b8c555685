"""Every description of the corpus becomes a context without errors, whose sentences read like English."""

from __future__ import annotations

import re

import pytest
import yaml

from plancritic.domains import DomainBundle, DomainContext, Severity
from plancritic.domains.check import BundleCheck
from plancritic.domains.scaffolding.context_text import context_text
from plancritic.domains.scaffolding.scaffold import first_context
from plancritic.laboratory.schema.corpus.corpus import load_corpus
from plancritic.pddl.language import parse_problem

DOMAINS = load_corpus().domains


@pytest.mark.parametrize("name", sorted(DOMAINS))
def test_a_described_context_is_whole_and_grammatical(name: str) -> None:
    domain = DOMAINS[name].reference
    objects = " ".join(f"{kind}1 {kind}-b - {kind}" for kind in sorted(domain.type_names - {"object"}))
    text = f"(define (problem p) (:domain {domain.name}) (:objects {objects}) (:init) (:goal (and)))"
    problem = parse_problem(text, domain)

    context = first_context(domain, [problem], DOMAINS[name].description)

    assert DomainContext.model_validate(yaml.safe_load(context_text(context, described=True))) == context
    bundle = DomainBundle(name="d", domain_pddl=domain.text, problems={"1": text}, context=context)
    complaints = list(BundleCheck(bundle, domain, {"1": problem}).complaints())
    assert [each for each in complaints if each.severity is Severity.ERROR or each.kind == "without_words"] == []
    sentences = [
        getattr(entry, form)
        for entry in context.predicates.values()
        for form in ("holds", "fails", "starts", "stops", "never", "ever")
    ]
    sentences += [form for entry in context.actions.values() for form in (entry.sentence, entry.gerund)]
    for each in sentences:
        assert "?" not in each and "  " not in each and not each.endswith((" ", ".", ",")), each
        assert not re.search(r"\b(the|a|an|no) ((the|a|an|no)\b|\{)", each), each
        assert not re.search(r"\b(\w+) \1\b", each), each
