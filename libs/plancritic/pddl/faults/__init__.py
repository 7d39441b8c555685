"""Faults in action schemas: all the wrong schemas that one edit makes of a right one."""

from plancritic.pddl.faults.single_edits import (
    FAULT_KINDS,
    FaultKind,
    FaultPlace,
    FaultySchema,
    additions,
    exclusions,
    faulty_schemas,
)

__all__ = [
    "FAULT_KINDS",
    "FaultKind",
    "FaultPlace",
    "FaultySchema",
    "additions",
    "exclusions",
    "faulty_schemas",
]
