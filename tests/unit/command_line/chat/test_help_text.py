from __future__ import annotations

import io

import pytest

from plancritic.command_line.chat.help_text import help_text
from plancritic.command_line.chat.requests import COMMANDS
from plancritic.command_line.terminal import Console
from plancritic.domains import known_domains, load_domain
from plancritic.translator.translation import readable_examples
from plancritic.wording import Lexicon


def shown(lexicon: Lexicon, width: int) -> str:
    written = io.StringIO()
    Console(file=written, width=width).print(help_text(lexicon))
    return written.getvalue()


@pytest.mark.parametrize("domain", known_domains())
@pytest.mark.parametrize("width", [60, 80, 160])
def test_help_names_objects_facts_requests_and_commands(domain: str, width: int) -> None:
    bundle = load_domain(domain)
    lexicon = Lexicon(bundle, "1")
    text = shown(lexicon, width)
    assert max(map(len, text.splitlines())) <= width
    words = " ".join(text.split())
    assert readable_examples(lexicon)[0].statement in words
    for name in COMMANDS:
        assert name in words
    first = next(iter(lexicon.problem.objects))
    assert lexicon.name(first) in words


def test_facts_are_said_over_types() -> None:
    words = " ".join(shown(Lexicon(load_domain("waterway"), "1"), 160).split())
    assert "the way from a location to a location is clear" in words
    assert "something is at a location" in words


def test_pddl_without_a_context_has_help_in_its_own_names() -> None:
    bundle = load_domain("waterway")
    words = " ".join(shown(Lexicon.without_context(bundle.domain_pddl, bundle.problem("1")), 160).split())
    assert "wpt_a_0" in words
    assert "Requests of every kind" not in words
