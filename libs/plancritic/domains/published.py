"""Bundles as jobs refer to them: fetched by hash over the bus, kept read."""

from __future__ import annotations

import re

from cachetools import LRUCache
from pydantic import ValidationError

from plancritic.bus import BucketName, Client
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.specification import PddlTexts, ProblemReference, ProblemSource
from plancritic.domains.bundle import DomainBundle
from plancritic.domains.errors import UnknownProblemError

_KEPT = 32
#: What may be a domain's name, and so a key of the bucket.
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")


class PublishedDomains:
    """The bundles a service was asked about; the ones last used stay read."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._kept: LRUCache[str, DomainBundle] = LRUCache(_KEPT)

    async def bundle(self, reference: ProblemReference) -> DomainBundle:
        """Return the bundle that a job refers to.

        Raises `ContractError` (`unknown_domain`) where no such object is published or it is no bundle.
        """
        sha256 = reference.bundle
        bundle = self._kept.get(sha256)
        if bundle is None:
            try:
                bundle = DomainBundle.from_json(await self._client.get_object(sha256))
            except ValidationError as error:
                raise ContractError(
                    Fault(
                        code=FaultCode.UNKNOWN_DOMAIN,
                        message=f"the object {sha256[:12]} is not a bundle of domain {reference.domain!r}: "
                        f"{error.errors()[0]['msg']}",
                        remedy=f"publish it again: plancritic domain publish {reference.domain}",
                    )
                ) from None
            self._kept[sha256] = bundle
        return bundle

    async def names(self) -> tuple[str, ...]:
        """Return the names of the domains that are published now, sorted."""
        bucket = await self._client.kv(BucketName.DOMAINS)
        return tuple(sorted(await bucket.keys()))

    async def current(self, name: str) -> DomainBundle:
        """Return the bundle that is published under a name now.

        Raises `ContractError` (`unknown_domain`), naming the domains there are.
        """
        bucket = await self._client.kv(BucketName.DOMAINS)
        entry = await bucket.get(name) if _NAME.fullmatch(name) else None
        if entry is None:
            known = ", ".join(await bucket.keys()) or "none"
            raise ContractError(
                Fault(
                    code=FaultCode.UNKNOWN_DOMAIN,
                    message=f"no domain {name!r} is published",
                    remedy=f"published: {known}; add one with `plancritic domain publish`",
                )
            )
        return await self.bundle(ProblemReference(domain=name, problem="", bundle=entry.value.decode()))

    async def problem(self, source: ProblemSource) -> tuple[str, str]:
        """Return the domain's and the problem's PDDL texts, of a published bundle or by their own hashes.

        Raises `ContractError` (`unknown_domain`, `unknown_problem`; `service_unavailable` where the object store has
        no such text, `syntax_error` where it is no text).
        """
        if isinstance(source, PddlTexts):
            return await self._text(source.domain_text, "domain"), await self._text(source.problem_text, "problem")
        bundle = await self.bundle(source)
        try:
            return bundle.domain_pddl, bundle.problem(source.problem)
        except UnknownProblemError as error:
            raise ContractError(
                Fault(code=FaultCode.UNKNOWN_PROBLEM, message=error.message, remedy=error.remedy)
            ) from None

    async def _text(self, sha256: str, what: str) -> str:
        try:
            return (await self._client.get_object(sha256)).decode()
        except UnicodeDecodeError as error:
            raise ContractError(
                Fault(
                    code=FaultCode.SYNTAX_ERROR,
                    message=f"byte {error.start} of the {what} {sha256[:12]} in the object store is not UTF-8",
                    remedy="store its PDDL text as UTF-8",
                )
            ) from None
