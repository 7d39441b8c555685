import pytest

from plancritic.domains.folder import DomainFolder, load_folder


@pytest.fixture(scope="session")
def bundle() -> DomainFolder:
    return load_folder("waterway")
