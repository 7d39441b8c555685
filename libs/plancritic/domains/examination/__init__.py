"""What a domain's folder lacks or has wrong: its files, its PDDL, its words, its plans, its scorer model.

Not imported by `plancritic.domains` itself: it needs engines and judges, which most services do without.
"""

from plancritic.domains.examination.examine import examine

__all__ = ["examine"]
