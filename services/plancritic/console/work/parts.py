"""The parts of a session's page, rendered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection
from typing import Any

from plancritic.console.accounts.users import User
from plancritic.console.faults import Faulty, fault_of, in_words
from plancritic.console.templating import Templates
from plancritic.console.tenants import Tenant
from plancritic.console.work.conversation import Part
from plancritic.console.work.followed import Followed
from plancritic.console.work.view import (
    announcement,
    choice_charts,
    outcome_values,
    progress_values,
    turn_views,
)
from plancritic.pages.page import drawn
from plancritic.pictures.changes_in_words import TimeWords
from plancritic.pictures.drawing import Drawing
from plancritic.wording import Lexicon

_ORDER: tuple[Part, ...] = ("plan", "outcome", "conversation", "progress")


class Parts:
    """Renders the parts of one session's page for one browser."""

    def __init__(
        self,
        templates: Templates,
        tenant: Tenant,
        followed: Followed,
        about: tuple[str, str],
        user: User,
        is_live: bool = True,
    ) -> None:
        """`is_live` is false where a session is shown as it once was."""
        self.followed = followed
        self.about = about
        self._templates = templates
        self._tenant = tenant
        self._user = user
        self._is_live = is_live
        self._announced = ""
        self._drawn: tuple[object, Drawing, Lexicon] | None = None

    async def all(self) -> dict[str, Any]:
        """Return all parts by their names, and what is known of each (`seen`), for the whole page."""
        seen = dict(self.followed.versions)
        texts = {name: text async for name, text in self.rendered(_ORDER)}
        texts.pop("announce", None)
        return {
            "parts": texts,
            "seen": ",".join(f"{name}:{number}" for name, number in seen.items()),
            "session": self.followed.conversation.session,
            "about": self.about,
            "head": self.followed.conversation.head,
        }

    async def rendered(self, changed: Collection[Part]) -> AsyncIterator[tuple[str, str]]:
        """Yield the names of parts with their HTML; and, where there is something new to tell, `announce`."""
        conversation = self.followed.conversation
        drawing: Drawing | None = None
        fault: tuple[str, str] | None = None
        lexicon: Lexicon | None = None
        try:
            drawing, lexicon = await self._drawing()
        except Faulty as error:
            fault = in_words(fault_of(error))
        unit = TimeWords() if drawing is None else TimeWords(drawing.unit.singular, drawing.unit.plural)
        common = {
            "session": conversation.session,
            "about": self.about,
            "head": conversation.head,
            "revision": "" if conversation.head is None else conversation.head.id,
            "may": self._user.role != "viewer",
            "unit": unit,
            "is_live": self._is_live,
            "busy": conversation.open_turn is not None,
        }
        for part in _ORDER:
            if part not in changed:
                continue
            values: dict[str, Any] = dict(common)
            if part == "conversation":
                values |= {"turns": turn_views(conversation, unit)}
                values |= {"choices": {} if lexicon is None else choice_charts(conversation, lexicon)}
            elif part == "progress":
                values |= progress_values(conversation.open_turn)
            elif drawing is None:
                values |= {"drawing": None, "fault": fault}
            elif part == "plan":
                values |= drawn(drawing) | {"fault": None}
            else:
                values |= outcome_values(conversation, drawing) | {"fault": None}
            yield part, self._templates.text(f"parts/{part}.html", values)
        told = announcement(conversation.latest, unit)
        if told != self._announced:
            self._announced = told
            yield "announce", self._templates.text("parts/announce.html", {"told": told})

    async def _drawing(self) -> tuple[Drawing, Lexicon]:
        """The drawing of the session now; the same one as long as its plan and what is known of it stay the same."""
        conversation = self.followed.conversation
        result = conversation.result
        key = (conversation.head, None if result is None else result.envelope.message_id)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, *await self._tenant.plans.drawing(conversation, self.about))
        return self._drawn[1], self._drawn[2]
