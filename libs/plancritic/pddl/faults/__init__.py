"""Faults in action schemas: wrong schemas by one edit of a right one, and wrong domains by larger faults."""

from plancritic.pddl.faults.single_edits import (
    FAULT_KINDS,
    FaultKind,
    FaultPlace,
    FaultySchema,
    additions,
    exclusions,
    faulty_schemas,
)
from plancritic.pddl.faults.structural_faults import (
    STRUCTURAL_KINDS,
    StructuralFault,
    StructuralKind,
    structural_faults,
)

__all__ = [
    "FAULT_KINDS",
    "STRUCTURAL_KINDS",
    "FaultKind",
    "FaultPlace",
    "FaultySchema",
    "StructuralFault",
    "StructuralKind",
    "additions",
    "exclusions",
    "faulty_schemas",
    "structural_faults",
]
