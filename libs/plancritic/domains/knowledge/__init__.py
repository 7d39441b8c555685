"""What an operator knows of a domain, as files: problems with plans and landmarks, and answers to questions."""

from plancritic.domains.knowledge.answers_file import KeptAnswer, read_answers, with_answers, write_answers
from plancritic.domains.knowledge.feedback_file import read_feedback, read_problem

__all__ = ["KeptAnswer", "read_answers", "read_feedback", "read_problem", "with_answers", "write_answers"]
