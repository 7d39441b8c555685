"""The words of a problem with the archetypes of its domain's folder: what questions are drawn from."""

from __future__ import annotations

from plancritic.domains.folder import DomainFolder
from plancritic.wording import Lexicon


class FolderLexicon(Lexicon):
    """A lexicon that knows the archetypes too: for making data only, no running service reads them."""

    def __init__(self, folder: DomainFolder, problem_id: str) -> None:
        super().__init__(folder, problem_id)
        self.archetypes = folder.archetypes
