"""Every message class survives the wire; newer fields are tolerated, missing ones refused."""

from __future__ import annotations

import json
from datetime import UTC
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticUndefined
from tests.support.examples import examples

from plancritic.bus.wire import decode, encode
from plancritic.contracts.envelope import Contract, Envelope, Message, new_key
from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.contracts.service import JobFailed
from plancritic.contracts.subjects import SUBJECTS

MODELS: list[type[Contract]] = sorted(
    {row.message for row in SUBJECTS} | {row.answer for row in SUBJECTS if row.answer} | {JobFailed, Fault},
    key=lambda model: model.__name__,
)
MESSAGES = [model for model in MODELS if issubclass(model, Message)]
TOKENS = st.text("abcdefghijklmnopqrstuvwxyzABCXYZ0123456789_-", min_size=1, max_size=12)
HEX = st.text("0123456789abcdef", min_size=32, max_size=32)
_TOKEN = r"^[A-Za-z0-9_-]{1,64}$"
#: JSON has no surrogates, infinities or not-a-numbers; control characters in statements become blanks.
WORDS = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12)


@cache
def values(model: type[Contract]) -> st.SearchStrategy[Any]:
    """Values of a model, made from its JSON schema, as plain data."""
    schema = TypeAdapter(model).json_schema()
    drawn = of_schema(schema, schema.get("$defs", {}), 0)
    return drawn.map(partial(_in_version, model.VERSION)) if issubclass(model, Message) else drawn


def of_schema(schema: dict[str, Any], definitions: dict[str, Any], depth: int) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return of_schema(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions, depth)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([of_schema(one, definitions, depth + 1) for one in schema[several]])
    match schema.get("type"):
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return st.integers(schema.get("minimum", -1000), schema.get("maximum", 1000))
        case "number":
            low = schema.get("minimum", schema.get("exclusiveMinimum", -1e6))
            high = schema.get("maximum", schema.get("exclusiveMaximum", 1000.0))
            open_ends = {
                "exclude_min": "exclusiveMinimum" in schema,
                "exclude_max": "exclusiveMaximum" in schema,
            }
            return st.floats(low, high, **open_ends, allow_nan=False)
        case "string":
            return of_string(schema)
        case "array" if "prefixItems" in schema:
            return st.tuples(*(of_schema(each, definitions, depth + 1) for each in schema["prefixItems"])).map(list)
        case "array":
            low = schema.get("minItems", 0)
            items = of_schema(schema["items"], definitions, depth + 1)
            # Whatever has an id is named by it elsewhere, so ids are unique.
            return st.lists(items, min_size=low, max_size=low + 1, unique_by=_identity)
        case "object" if "properties" in schema:
            return of_object(schema, definitions, depth)
        case "object":
            each, low = (
                of_schema(schema["additionalProperties"], definitions, depth + 1),
                schema.get("minProperties", 0),
            )
            return st.dictionaries(WORDS, each, min_size=low, max_size=low + 2)
    raise AssertionError(f"no strategy for {schema}")


def _identity(item: Any) -> str:
    return str(item["id"]) if isinstance(item, dict) and "id" in item else json.dumps(item)


def of_string(schema: dict[str, Any]) -> st.SearchStrategy[str]:
    pattern = schema.get("pattern", "")
    if pattern.startswith("^00-"):
        return st.builds(lambda trace, span: f"00-{trace}-{span[:16]}-01", HEX, HEX)
    if pattern == "^[0-9a-f]{64}$":
        return st.builds("{}{}".format, HEX, HEX)
    if pattern == _TOKEN:
        return TOKENS
    if pattern:
        return st.from_regex(pattern, alphabet=st.characters(codec="ascii")).filter(
            lambda text: not text.endswith("\n")
        )
    if schema.get("format") == "date-time":
        return st.datetimes(timezones=st.just(UTC)).map(lambda moment: moment.isoformat())
    return WORDS.filter(lambda text: len(text.strip()) >= schema.get("minLength", 0))


def of_object(schema: dict[str, Any], definitions: dict[str, Any], depth: int) -> st.SearchStrategy[dict[str, Any]]:
    # What tells the members of a union apart has a default but is always written.
    required = set(schema.get("required", ())) | {
        name for name, field in schema["properties"].items() if "const" in field
    }
    fields = {name: of_schema(field, definitions, depth + 1) for name, field in schema["properties"].items()}
    return st.fixed_dictionaries(
        {name: strategy for name, strategy in fields.items() if name in required},
        optional={name: strategy for name, strategy in fields.items() if name not in required},
    ).map(_as_the_rules_are)


def _in_version(version: int, value: dict[str, Any]) -> dict[str, Any]:
    """Messages of another version than their class's are refused (tests of the bus)."""
    return {**value, "envelope": {**value["envelope"], "schema_version": version}}


def _as_the_rules_are(value: dict[str, Any]) -> dict[str, Any]:
    """What was understood has no guesses; instead of an answer exactly one statement is said."""
    without = {"guesses"} if value.get("readings") else set()
    if len(value.get("statements", ())) != 1:
        without.add("instead_of_answer")
    return {name: each for name, each in value.items() if name not in without}


quick = settings(
    max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
@given(data=st.data())
@quick
def test_what_is_written_is_read_back(model: type[Contract], data: st.DataObject) -> None:
    message = model.model_validate(data.draw(values(model)))
    assert decode(model, encode(message), "a.subject") == message


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
@given(data=st.data())
@quick
def test_unknown_newer_fields_are_tolerated(model: type[Contract], data: st.DataObject) -> None:
    message = model.model_validate(data.draw(values(model)))
    newer = with_extra(json.loads(encode(message)))
    assert decode(model, json.dumps(newer).encode(), "a.subject") == message


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
@given(data=st.data())
@settings(quick, max_examples=examples(5))
def test_a_missing_field_is_refused_by_name(model: type[Contract], data: st.DataObject) -> None:
    message = json.loads(encode(model.model_validate(data.draw(values(model)))))
    required = [name for name, field in model.model_fields.items() if field.is_required()]
    assert all(model.model_fields[name].default is PydanticUndefined for name in required)
    for name in required:
        lacking = {key: value for key, value in message.items() if key != name}
        with pytest.raises(ContractError, match=f"{name}: Field required") as refused:
            decode(model, json.dumps(lacking).encode(), "a.subject")
        assert refused.value.fault.code is FaultCode.INVALID_MESSAGE
        assert "'a.subject'" in refused.value.fault.message


@given(session=TOKENS, purpose=WORDS)
@quick
def test_a_caused_envelope_stays_in_its_run_session_and_trace(session: str, purpose: str) -> None:
    start = Envelope.start(session_id=session)
    first, second = start.caused(purpose), start.caused(purpose)
    assert first.message_id == second.message_id != start.message_id
    assert first.causation_id == start.message_id
    assert (first.correlation_id, first.session_id) == (start.correlation_id, start.session_id)
    assert first.traceparent.split("-")[1] == start.traceparent.split("-")[1]
    assert start.caused().message_id != start.caused().message_id


@given(session=TOKENS, purpose=WORDS)
@quick
def test_an_id_with_a_key_is_the_same_for_who_has_the_key_and_another_for_everybody_else(
    session: str, purpose: str
) -> None:
    start, key = Envelope.start(session_id=session), new_key()
    mine = start.caused(purpose, key).message_id
    assert mine == start.caused(purpose, key).message_id
    assert mine not in {start.caused(purpose).message_id, start.caused(purpose, new_key()).message_id}
    assert mine != Envelope.start(session_id=session).caused(purpose, key).message_id
    with pytest.raises(ValueError, match="purpose"):
        start.caused(key=key)


@given(token=st.sampled_from(["a.b", "a b", "*", ">", "", "x" * 65, "ä"]))
def test_an_id_that_would_break_a_subject_is_refused(token: str) -> None:
    with pytest.raises(ValidationError):
        Envelope.model_validate(Envelope.start().model_dump() | {"session_id": token})


def with_extra(content: Any) -> Any:
    if isinstance(content, dict) and {"envelope", "message_id"} & content.keys():
        return {key: with_extra(value) for key, value in content.items()} | {"a_newer_field": {"deep": [1]}}
    return content
