from __future__ import annotations

import asyncio
import os
import shutil
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from plancritic.bus import BusSettings, Client
from plancritic.command_line.domains.domain import place_of
from plancritic.contracts.errors import FaultCode
from plancritic.domains import DomainBundle, DomainFolderError, domains_root, load_domain
from plancritic.local import DomainNameInUse, pack_model, publish_domain


def model(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "model.onnx").write_bytes(b"graph")
    (folder / "model.json").write_bytes(b"{}")
    return folder


def test_the_same_model_gives_the_same_archive_wherever_and_whenever_it_was_written(tmp_path: Path) -> None:
    first, second = model(tmp_path / "a"), model(tmp_path / "b")
    os.utime(second / "model.onnx", (1, 1))
    (second / "notes.txt").write_text("left out")
    archive = pack_model(first)
    assert archive is not None
    assert archive == pack_model(second)
    with tarfile.open(fileobj=BytesIO(archive)) as opened:
        assert opened.getnames() == ["model.json", "model.onnx"]


def test_without_a_model_there_is_no_archive(tmp_path: Path) -> None:
    assert pack_model(tmp_path / "nothing") is None


async def test_a_published_domain_is_found_by_its_name(bus_settings: BusSettings, client: Client) -> None:
    published = await publish_domain(client, "waterway")
    entry = await (await client.kv("domains")).get("waterway")
    assert entry is not None
    assert entry.value.decode() == published.bundle == load_domain("waterway").sha256
    assert DomainBundle.from_json(await client.get_object(published.bundle)).name == "waterway"


async def test_publishing_the_same_again_leaves_the_bundle_and_names_the_model_once_more(client: Client) -> None:
    first = await publish_domain(client, "waterway")
    bundles, models = await client.kv("domains"), await client.kv("models")
    bundle, named = await bundles.get("waterway"), await models.get("waterway")
    assert named is not None

    assert await publish_domain(client, "waterway") == first

    assert await bundles.get("waterway") == bundle
    again = await models.get("waterway")
    assert again is not None
    assert (again.value, again.revision > named.revision) == (named.value, True)


async def test_a_model_that_is_not_its_card_s_is_refused_before_anything_is_published(
    client: Client, tmp_path: Path
) -> None:
    shutil.copytree(domains_root() / "haulage", tmp_path / "haulage")
    model(tmp_path / "haulage" / "models" / "scorer")
    with pytest.raises(DomainFolderError, match="not of the graph beside it") as refused:
        await publish_domain(client, "haulage", tmp_path)
    assert refused.value.file == tmp_path / "haulage/models/scorer/model.onnx"
    assert await (await client.kv("domains")).get("haulage") is None


async def test_a_domain_that_lies_elsewhere_is_published_by_its_folder_under_its_name(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(domains_root() / "haulage", tmp_path / "mine" / "parcels")
    monkeypatch.chdir(tmp_path)
    name, root = place_of("mine/parcels", None)
    assert (name, root) == ("parcels", tmp_path / "mine")
    await publish_domain(client, name, root)
    entry = await (await client.kv("domains")).get("parcels")
    assert entry is not None
    assert entry.value.decode() == load_domain("parcels", tmp_path / "mine").sha256


def test_a_name_without_a_slash_is_one_of_the_folder_of_domains(tmp_path: Path) -> None:
    assert place_of("waterway", tmp_path) == ("waterway", tmp_path)


def another(folder: Path, name: str) -> Path:
    """Make a domain's folder of this name with content of its own, and return the folder that it is in."""
    shutil.copytree(domains_root() / "haulage", folder / name)
    with (folder / name / "domain.pddl").open("a", encoding="utf-8") as file:
        file.write("; another one\n")
    return folder


async def test_a_name_that_is_published_is_not_taken_by_other_content(client: Client, tmp_path: Path) -> None:
    first, second = another(tmp_path / "first", "mine"), tmp_path / "second"
    shutil.copytree(domains_root() / "haulage", second / "mine")
    before = await publish_domain(client, "mine", first)

    with pytest.raises(DomainNameInUse) as refused:
        await publish_domain(client, "mine", second)
    assert refused.value.fault.code is FaultCode.NAME_IN_USE
    assert "'mine'" in refused.value.fault.message
    assert f"plancritic domain publish --replace {second / 'mine'}" in (refused.value.fault.remedy or "")
    entry = await (await client.kv("domains")).get("mine")
    assert entry is not None
    assert entry.value.decode() == before.bundle

    replaced = await publish_domain(client, "mine", second, replace=True)
    entry = await (await client.kv("domains")).get("mine")
    assert entry is not None
    assert entry.value.decode() == replaced.bundle != before.bundle


async def test_the_same_content_is_published_again_from_anywhere(client: Client, tmp_path: Path) -> None:
    shutil.copytree(domains_root() / "haulage", tmp_path / "haulage")
    assert await publish_domain(client, "haulage", tmp_path) == await publish_domain(client, "haulage")


async def test_a_shipped_name_is_not_taken_before_it_is_published_either(client: Client, tmp_path: Path) -> None:
    root = another(tmp_path, "waterway")
    with pytest.raises(DomainNameInUse, match="'waterway' is in use"):
        await publish_domain(client, "waterway", root)
    assert await (await client.kv("domains")).get("waterway") is None


async def test_of_two_that_publish_at_once_one_gets_the_name(client: Client, tmp_path: Path) -> None:
    roots = [another(tmp_path / "first", "mine"), tmp_path / "second"]
    shutil.copytree(domains_root() / "haulage", roots[1] / "mine")
    told = await asyncio.gather(*(publish_domain(client, "mine", root) for root in roots), return_exceptions=True)
    assert sorted(type(each).__name__ for each in told) == ["DomainNameInUse", "Published"]
