"""The interpretations that a refinement starts from, and in words which of them its end came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from plancritic.command_line.counting import counted
from plancritic.command_line.domains.modelled import known_in_words
from plancritic.command_line.exit_codes import CommandFault, ExitCode, bad_input
from plancritic.contracts.errors import Fault, FaultCode
from plancritic.contracts.modelling.messages import DomainModelled, Interpretation, StartSet
from plancritic.contracts.refinement.messages import DomainRefined, RefinedStart, RefinementRequested

#: So many sets of schemas are asked for: the best few are refined, all of them are told apart by questions.
MOST_STARTS = 30
#: With so many sets of schemas or fewer they are ranked anew after each answer, which takes some seconds.
MOST_RANKED_ANEW = 5_000


@dataclass(frozen=True)
class Starts:
    """The end of a modelling run, and the sets of schemas that a refinement starts from, the most promising first."""

    modelled: DomainModelled
    sets: tuple[StartSet, ...]
    most_refined: int

    @classmethod
    def of(cls, ended: DomainModelled, choice: int | None, most_refined: int) -> Starts:
        """Take the sets of a modelling run, or the one interpretation that was chosen.

        Raises:
            CommandFault: there is no such interpretation, or none at all.
        """
        if not ended.interpretations:
            fault = Fault(code=FaultCode.NO_BASE_PLAN, message=ended.text, remedy="mend the description or the problem")
            raise CommandFault(fault, ExitCode.OTHER_VERDICT)
        if choice is not None and choice > len(ended.interpretations):
            message = f"there are {len(ended.interpretations)} interpretations"
            bad_input(FaultCode.INVALID_MESSAGE, message, "give --choice one of these numbers")
        if choice is None and ended.starts:
            return cls(ended, ended.starts, most_refined)
        chosen = ended.interpretations[(choice or 1) - 1]
        return cls(ended, (StartSet(interpretation=chosen.rank, domain=chosen.domain, against=chosen.against),), 1)

    @property
    def are_ranked_anew(self) -> bool:
        """Whether the modelling run is repeated when more is known: none was chosen, and it takes seconds."""
        counts = self.modelled.combinations
        return self.sets == self.modelled.starts and counts is not None and counts.kept <= MOST_RANKED_ANEW

    def request(self, request: RefinementRequested) -> RefinementRequested:
        """Return a request for the first start as one for all of them."""
        others = tuple(each.domain for each in self.sets[1:])
        return request.model_copy(update={"others": others, "most_refined": self.most_refined})

    def interpretation(self, ended: DomainRefined | None) -> Interpretation:
        """Return the interpretation that a refinement ended with; the first start's without one."""
        return self.modelled.interpretations[self.sets[0 if ended is None else ended.start].interpretation - 1]

    def in_words(self, ended: DomainRefined | None) -> Iterator[str]:
        """Yield lines that say how the interpretations agree with what is known, which one was taken, and why."""
        if self.modelled.known is not None:
            yield known_in_words(self.modelled.known)
        taken = self.interpretation(ended)
        start = self.sets[0 if ended is None else ended.start]
        number = f"Interpretation {taken.rank}"
        if ended is not None and len(ended.starts) > 1:
            number = f"{self._named(ended.start, first=True)} is the best of {len(ended.starts)} that were refined"
        yield f"{number}: plan of {counted(len(taken.plan.splitlines()), 'step')}"
        if ended is None or len(ended.starts) < 2:
            return
        for each in sorted(ended.starts, key=lambda one: one.start != ended.start):
            yield f"  - {self._named(each.start)}: {_outcome(each)}"
        if start.differences:
            yield "It differs from the first interpretation:"
            yield from (f"  - {each}" for each in start.differences)
            return
        for each in ended.starts:
            if each.start != ended.start and self.sets[each.start].differences:
                yield f"{self._named(each.start, first=True)} is understood differently:"
                yield from (f"  - {difference}" for difference in self.sets[each.start].differences)

    def _named(self, start: int, first: bool = False) -> str:
        rank = self.sets[start].interpretation
        before = sum(1 for each in self.sets[:start] if each.interpretation == rank)
        name = f"interpretation {rank}" if not before else f"interpretation {rank} with other schemas ({before})"
        return f"{name[:1].upper()}{name[1:]}" if first else name


def _outcome(start: RefinedStart) -> str:
    if start.fault is not None:
        return f"not refined: {start.fault}"
    return f"{counted(start.left, 'complaint')} left, {counted(start.changes, 'change')}"
