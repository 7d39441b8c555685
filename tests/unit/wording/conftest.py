import pytest

from plancritic.domains import load_domain
from plancritic.wording import Lexicon


@pytest.fixture(scope="session")
def waterway() -> Lexicon:
    return Lexicon(load_domain("waterway"), "1")


@pytest.fixture(scope="session")
def satellite() -> Lexicon:
    return Lexicon(load_domain("satellite"), "1")
