"""Random walks for tests: many executable plans of a problem in milliseconds, without any planner."""

from __future__ import annotations

import random
from functools import lru_cache

from plancritic.domains import load_domain
from plancritic.pddl.relaxed_reachability import relaxed_reachability
from plancritic.pddl.states import Trajectory
from plancritic.scorer.training.variations import wander
from plancritic.wording import Lexicon


@lru_cache(maxsize=8)
def lexicon_of(domain: str, problem: str = "1") -> Lexicon:
    return Lexicon(load_domain(domain), problem)


@lru_cache(maxsize=8)
def walks(domain: str, count: int = 25, problem: str = "1") -> tuple[Trajectory, ...]:
    lexicon, generator = lexicon_of(domain, problem), random.Random(5)
    actions = relaxed_reachability(lexicon.problem).actions
    found = (wander(lexicon.problem, actions, 14, generator) for _ in range(count))
    return tuple(walk for walk in found if walk is not None)
