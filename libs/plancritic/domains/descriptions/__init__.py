"""Descriptions of domains in words: `description.yaml` as an operator writes it, and what it declares as PDDL."""

from plancritic.domains.descriptions.description_error import DescriptionError
from plancritic.domains.descriptions.description_file import read_description
from plancritic.domains.descriptions.lists import (
    action_list,
    meaning_list,
    predicate_list,
    texts_in,
)
from plancritic.domains.descriptions.one_line import one_line
from plancritic.domains.descriptions.parameters import bare_parameters, prescribed_duration, prescribed_parameters
from plancritic.domains.descriptions.skeleton import (
    schema_of,
    signature_of,
    skeleton_of,
    timed_signature,
    with_schemas,
)

__all__ = [
    "DescriptionError",
    "action_list",
    "bare_parameters",
    "meaning_list",
    "one_line",
    "predicate_list",
    "prescribed_duration",
    "prescribed_parameters",
    "read_description",
    "schema_of",
    "signature_of",
    "skeleton_of",
    "texts_in",
    "timed_signature",
    "with_schemas",
]
