"""Random walks for tests: many executable plans of a problem in milliseconds, without any planner."""

from __future__ import annotations

import random
from functools import lru_cache

from plancritic.domains.folder import load_folder
from plancritic.laboratory.adherence.training.data.variations import wander
from plancritic.laboratory.adherence.training.questions.folder_lexicon import FolderLexicon
from plancritic.pddl.execution import Trajectory
from plancritic.pddl.grounding import relaxed_reachability


@lru_cache(maxsize=8)
def lexicon_of(domain: str, problem: str = "1") -> FolderLexicon:
    return FolderLexicon(load_folder(domain), problem)


@lru_cache(maxsize=8)
def walks(domain: str, count: int = 25, problem: str = "1") -> tuple[Trajectory, ...]:
    lexicon, generator = lexicon_of(domain, problem), random.Random(5)
    actions = relaxed_reachability(lexicon.problem).actions
    found = (wander(lexicon.problem, actions, 14, generator) for _ in range(count))
    return tuple(walk for walk in found if walk is not None)
