"""Statements read by a domain that nobody has published, as somebody edits its words."""

from __future__ import annotations

import asyncio

from pydantic import ValidationError

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.translation import Statement, StatementReadings
from plancritic.domains import DomainBundle
from plancritic.pddl.language import PddlError
from plancritic.reading.own import Readers
from plancritic.translator.candidates.retrieval import Retrieval
from plancritic.translator.translation import Translator

#: Drafts that stay read: each keystroke may make another one, and the problems of jobs must not make room for them.
_DRAFTS_KEPT = 2


class Previews:
    """Reads statements by drafts, offline: whoever edits words sees a reading at once and spends no tokens."""

    def __init__(self, retrieval: Retrieval | None, readers: Readers, learned: int) -> None:
        self._translator = Translator(None, retrieval, readers=readers, learned=learned, kept=_DRAFTS_KEPT)

    async def read(self, draft: str, problem: str, text: str) -> StatementReadings:
        """Return the readings of a statement by a draft (`DomainBundle.to_json`).

        Raises:
            ContractError: the draft is no domain, it has no such problem, or its PDDL is wrong.
        """
        try:
            bundle = await asyncio.to_thread(DomainBundle.from_json, draft)
            _, found = await self._translator.translate(bundle, problem, [Statement(id="preview", text=text)])
        except ValidationError as error:
            raise _refused(f"the draft is not a domain: {error.errors()[0]['msg']}") from None
        except PddlError as error:
            raise _refused(f"the draft cannot be read: {error}") from None
        return found[0]


def _refused(message: str) -> ContractError:
    remedy = "correct the domain that is edited"
    return ContractError(Fault(code=FaultCode.INVALID_MESSAGE, message=message, remedy=remedy))
