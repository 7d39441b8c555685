"""Offline parsers of the domains that ship, made once."""

from __future__ import annotations

from functools import cache

from plancritic.domains import load_domain
from plancritic.mentions.linking import Linker
from plancritic.mentions.world import World
from plancritic.pddl.language import parse_domain, parse_problem
from plancritic.translator.candidates.offline import Parser


@cache
def parser(domain: str = "waterway", problem: str = "1") -> Parser:
    """The parser of statements about a problem."""
    bundle = load_domain(domain)
    return Parser(
        Linker(bundle.context, World(parse_problem(bundle.problem(problem), parse_domain(bundle.domain_pddl))))
    )
