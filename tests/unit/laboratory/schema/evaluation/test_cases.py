import shutil
from pathlib import Path

import pytest

from plancritic.contracts.errors import ContractError
from plancritic.laboratory.schema.evaluation.cases import EvaluationDomain, read_domains


async def test_the_first_instances_alone_are_read(dungeon: EvaluationDomain) -> None:
    assert list(await dungeon.answers("layman", 7)) == ["01", "02", "03", "04", "05", "06", "07"]


def test_an_unknown_domain_is_refused_with_those_that_are_there(dungeon: EvaluationDomain) -> None:
    with pytest.raises(ContractError, match="no domain 'atlantis'") as refused:
        read_domains(dungeon.folder.parent, ("atlantis",))
    assert refused.value.fault.remedy == "known: dungeon, libraryworld, minecraft"


def test_a_reference_with_other_actions_is_refused(dungeon: EvaluationDomain, tmp_path: Path) -> None:
    folder = tmp_path / "dungeon"
    shutil.copytree(dungeon.folder, folder)
    file = folder / "domain.pddl"
    file.write_text(file.read_text().replace("(:action disarm-trap", "(:action spring-trap"))
    with pytest.raises(ContractError, match="differ: disarm-trap, spring-trap"):
        read_domains(tmp_path)


def test_a_description_without_a_problem_is_refused(dungeon: EvaluationDomain, tmp_path: Path) -> None:
    folder = tmp_path / "dungeon"
    shutil.copytree(dungeon.folder, folder)
    (folder / "problem.pddl").unlink()
    with pytest.raises(ContractError, match="no problem"):
        read_domains(tmp_path)
