"""The tool that lists the published domains and shows one of them."""

from __future__ import annotations

from typing import Annotated, Any

from mcp_types import CallToolResult
from pydantic import Field

from plancritic.mcp.connection import Connection
from plancritic.mcp.words import told
from plancritic.wording import Lexicon
from plancritic.wording.readable_examples import readable_examples
from plancritic.wording.vocabulary import facts_in_words, objects_in_words


class Domains:
    """Published domains, in words."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    async def domains(
        self,
        name: Annotated[str | None, Field(description="Domain to look at; without it all are listed.")] = None,
        problem: Annotated[str | None, Field(description="Problem whose objects are shown.")] = None,
    ) -> CallToolResult:
        """List the domains, or show what one has: objects, facts, actions, and requests that it understands."""
        if name is None:
            found = await self.listed()
            lines = [f"{each['name']}: {each['title']} (problems {', '.join(each['problems'])})" for each in found]
            return told("\n".join(lines) or "No domain is published.", {"domains": found})
        one = await self.described(name, problem)
        parts = [f"{one['name']}: {one['title']}\nproblems: {', '.join(one['problems'])}"]
        for title in ("objects", "facts", "actions", "examples"):
            entries = one[title].items() if isinstance(one[title], dict) else one[title]
            lines = [each if isinstance(each, str) else f"{each[0]}: {each[1]}" for each in entries]
            parts.append("\n  ".join((f"{title}:", *lines)))
        return told("\n\n".join(parts), one)

    async def listed(self) -> list[dict[str, Any]]:
        """Return name, title and problems of every published domain. Raises `ContractError` where no broker answers."""
        published = await self._connection.domains()
        bundles = [await published.current(name) for name in await published.names()]
        return [{"name": each.name, "title": each.context.title, "problems": sorted(each.problems)} for each in bundles]

    async def described(self, name: str, problem: str | None = None) -> dict[str, Any]:
        """Return what a domain has.

        Raises:
            ContractError: there is no such domain.
            UnknownProblemError: it has no such problem.
        """
        bundle = await (await self._connection.domains()).current(name)
        about = problem or min(bundle.problems)
        bundle.problem(about)
        lexicon = Lexicon(bundle, about)
        actions = sorted(lexicon.problem.domain.actions.items())
        return {
            "name": bundle.name,
            "title": bundle.context.title,
            "problems": sorted(bundle.problems),
            "problem": about,
            "objects": dict(objects_in_words(lexicon)),
            "facts": list(facts_in_words(lexicon)),
            "actions": {
                name: ", ".join(f"{each.name} ({' or '.join(each.types)})" for each in action.parameters)
                for name, action in actions
            },
            "examples": [each.statement for each in readable_examples(lexicon)],
        }
