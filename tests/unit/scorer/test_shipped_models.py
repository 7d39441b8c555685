"""The models in domains/: whole, described, without a trace of the machine that made them, and of some use."""

import re
from pathlib import Path

import pytest

from plancritic.domains import domains_root, known_domains, load_domain
from plancritic.embedding import CachedEncoder, load_encoder
from plancritic.embedding.assembly import assemble
from plancritic.pddl.plan import parse_plan
from plancritic.scorer.serving import AdherenceModel
from plancritic.wording import Lexicon, step_sentence

BY_A = """\
0.000: (authority_make_location_unrestricted wpt_a_0 aut_a) [0.100]
0.101: (move_scout_asset wpt_ini wpt_a_0 sct_ast_0) [0.500]
0.602: (scout_location wpt_a_0 sct_ast_0) [1.000]
1.603: (move_scout_asset wpt_a_0 wpt_end sct_ast_0) [0.500]
"""
BY_B = BY_A.replace("wpt_a_0", "wpt_b_0").replace("aut_a", "aut_b")


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> CachedEncoder:
    cache = tmp_path_factory.mktemp("cache")
    assemble(cache)
    return CachedEncoder(load_encoder(cache))


def folder(domain: str) -> Path:
    return domains_root() / domain / "models" / "scorer"


@pytest.mark.parametrize("domain", known_domains())
def test_the_model_is_whole_and_its_card_tells_how_it_was_made(domain: str, encoder: CachedEncoder) -> None:
    card = AdherenceModel(folder(domain), encoder).card

    assert card.domain == card.data.domain == domain
    assert card.graph_bytes < 20_000_000
    assert set(card.data.problems) == set(load_domain(domain).problems)
    assert card.validation.accuracy > 0.6
    assert card.data.command.startswith(f"plancritic data make --domain {domain} ")
    assert card.training.command.startswith(f"plancritic train scorer --domain {domain} ")
    assert not re.search(r"(^|[\s\"'=])/\w", card.model_dump_json())


def test_a_vessel_at_a_is_told_from_one_at_b(encoder: CachedEncoder) -> None:
    lexicon = Lexicon(load_domain("waterway"), "1")
    plans = [[step_sentence(step, lexicon) for step in parse_plan(text).steps] for text in (BY_A, BY_B)]
    texts = ["No vessel may go through waypoint A.", "No vessel may go through waypoint B."]

    scores = AdherenceModel(folder("waterway"), encoder).score(plans, texts)

    assert scores[0, 0] < 0.5 < scores[1, 0]
    assert scores[1, 1] < 0.5 < scores[0, 1]
