"""Every error as one JSON value with a fitting HTTP status."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Literal

import nats.errors
import nats.js.errors
import structlog
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from plancritic.bus import Conflict
from plancritic.contracts.envelope import Contract
from plancritic.contracts.errors import ContractError, Fault, FaultCode

_log = structlog.get_logger("plancritic.gateway.faults")

#: What only HTTP has a word for.
GatewayCode = Literal["unauthorized", "forbidden", "not_found", "method_not_allowed", "too_many_requests", "internal"]

_REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY
_AWAY = HTTPStatus.SERVICE_UNAVAILABLE
STATUSES: Mapping[FaultCode, HTTPStatus] = {
    FaultCode.EMPTY_FEEDBACK: _REFUSED,
    FaultCode.INVALID_MESSAGE: _REFUSED,
    FaultCode.PAYLOAD_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    FaultCode.UNKNOWN_DOMAIN: HTTPStatus.NOT_FOUND,
    FaultCode.UNKNOWN_PROBLEM: HTTPStatus.NOT_FOUND,
    FaultCode.UNKNOWN_NAME: HTTPStatus.NOT_FOUND,
    FaultCode.SYNTAX_ERROR: _REFUSED,
    FaultCode.NAME_IN_USE: HTTPStatus.CONFLICT,
    FaultCode.EXPANSION_TOO_LARGE: _REFUSED,
    FaultCode.NO_BASE_PLAN: _REFUSED,
    FaultCode.INVALID_PLAN: _REFUSED,
    FaultCode.STALE_REVISION: HTTPStatus.CONFLICT,
    FaultCode.OTHER_PROBLEM: HTTPStatus.CONFLICT,
    FaultCode.AMBIGUOUS_NAME: HTTPStatus.CONFLICT,
    FaultCode.NOTHING_TO_UNDO: HTTPStatus.CONFLICT,
    FaultCode.TIME_PASSED: HTTPStatus.CONFLICT,
    FaultCode.STEP_UNDER_WAY: HTTPStatus.CONFLICT,
    FaultCode.PAST_CONTRADICTED: HTTPStatus.CONFLICT,
    FaultCode.MODEL_MISSING: _AWAY,
    FaultCode.MODEL_UNUSABLE: _AWAY,
    FaultCode.LANGUAGE_MODEL_FAILED: _AWAY,
    FaultCode.SERVICE_UNAVAILABLE: _AWAY,
    FaultCode.STORE_FULL: _AWAY,
    FaultCode.TOO_MANY_RUNS: HTTPStatus.TOO_MANY_REQUESTS,
    FaultCode.BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    FaultCode.DEADLINE_EXCEEDED: HTTPStatus.GATEWAY_TIMEOUT,
    FaultCode.WORKER_FAILED: HTTPStatus.BAD_GATEWAY,
    FaultCode.CANCELLED: HTTPStatus.CONFLICT,
}
_CODES: Mapping[int, FaultCode | GatewayCode] = {
    404: "not_found",
    405: "method_not_allowed",
    413: FaultCode.PAYLOAD_TOO_LARGE,
}
#: Seconds after which a program may ask again what could not be answered now.
_AGAIN_SECONDS = 5.0
_MOST_COMPLAINTS = 5


class HttpFault(Contract):
    """What went wrong: the contracts' `Fault`, with the codes of HTTP beside its own."""

    code: FaultCode | GatewayCode
    message: str
    remedy: str | None = None
    file: str | None = None
    line: int | None = None
    column: int | None = None
    retry_after_seconds: int | None = None


class Settled(ContractError):
    """A question was answered already, or its run has ended: the status is 409."""

    def __init__(self, question: str) -> None:
        super().__init__(
            Fault(
                code=FaultCode.INVALID_MESSAGE,
                message=f"the question {question!r} is no longer open: it was answered, or its run has ended",
                remedy="find the answer that counts in the events of the run",
            )
        )


def fault_response(
    status: int, fault: HttpFault | Fault, retry_seconds: float | None = None, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the answer to a request that failed; `file`, `line` and `column` are left out where there are none."""
    content = fault.model_dump(mode="json")
    content = {name: value for name, value in content.items() if name == "remedy" or value is not None}
    sent = dict(headers or {})
    retry_seconds = fault.retry_after_seconds if retry_seconds is None else retry_seconds
    if retry_seconds is None and status in (_AWAY, HTTPStatus.TOO_MANY_REQUESTS):
        retry_seconds = _AGAIN_SECONDS
    if retry_seconds is not None:
        sent["Retry-After"] = str(max(1, math.ceil(retry_seconds)))
    return JSONResponse(content, status, sent)


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return what the OpenAPI document says of answers with these statuses, and of those that any request may get."""
    return {
        status: {"model": HttpFault, "description": HTTPStatus(status).phrase}
        for status in sorted({401, 403, 429, 503, *statuses})
    }


def handle_faults(app: FastAPI) -> None:
    """Have the application answer every error as a fault."""
    app.add_exception_handler(ContractError, _contract_error)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    for error in (nats.errors.Error, nats.js.errors.Error, TimeoutError):
        app.add_exception_handler(error, _bus_error)
    app.add_exception_handler(Conflict, _bus_error)
    app.add_exception_handler(Exception, _unexpected)


async def _contract_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, ContractError)
    status = HTTPStatus.CONFLICT if isinstance(error, Settled) else STATUSES[error.fault.code]
    return fault_response(status, error.fault)


async def _invalid(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    fault = HttpFault(
        code=FaultCode.INVALID_MESSAGE,
        message=_complaints(error.errors()),
        remedy="send JSON as /openapi.json describes it, with the header `Content-Type: application/json`",
    )
    return fault_response(_REFUSED, fault)


def _complaints(errors: Sequence[Any]) -> str:
    """Return what is wrong with a request, without the values that it had."""
    told = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in errors[:_MOST_COMPLAINTS]]
    more = f"; and {len(errors) - len(told)} more" if len(errors) > len(told) else ""
    return "; ".join(told) + more


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = _CODES.get(error.status_code, FaultCode.INVALID_MESSAGE)
    remedies = {413: "send less in one request", 404: "/openapi.json lists the valid addresses"}
    fault = HttpFault(code=code, message=str(error.detail), remedy=remedies.get(error.status_code))
    return fault_response(error.status_code, fault, headers=error.headers)


async def _bus_error(_request: Request, error: Exception) -> Response:
    _log.warning("the broker did not answer", reason=repr(error))
    fault = HttpFault(
        code=FaultCode.SERVICE_UNAVAILABLE, message="the broker does not answer", remedy="send the request again later"
    )
    return fault_response(_AWAY, fault)


async def _unexpected(_request: Request, error: Exception) -> Response:
    fault = HttpFault(
        code="internal", message="the gateway failed on this request", remedy="read the error in its log and report it"
    )
    return fault_response(HTTPStatus.INTERNAL_SERVER_ERROR, fault)
