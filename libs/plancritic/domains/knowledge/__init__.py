"""What an operator knows of a domain, as files: problems with plans and landmarks, and answers to questions."""

from plancritic.domains.knowledge.answers_file import read_answers, with_answers, without_answers, write_answers
from plancritic.domains.knowledge.conflicts import conflict_of
from plancritic.domains.knowledge.declared_steps import DeclaredSteps, declared_steps
from plancritic.domains.knowledge.feedback_file import read_feedback, read_problem
from plancritic.domains.knowledge.kept_answer import KeptAnswer

__all__ = [
    "DeclaredSteps",
    "KeptAnswer",
    "conflict_of",
    "declared_steps",
    "read_answers",
    "read_feedback",
    "read_problem",
    "with_answers",
    "without_answers",
    "write_answers",
]
