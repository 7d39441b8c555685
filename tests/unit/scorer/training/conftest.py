import pytest

from plancritic.domains import DomainBundle, load_domain
from plancritic.wording import Lexicon


@pytest.fixture(scope="session")
def bundle() -> DomainBundle:
    return load_domain("waterway")


@pytest.fixture(scope="session")
def lexicon(bundle: DomainBundle) -> Lexicon:
    return Lexicon(bundle, "1")
