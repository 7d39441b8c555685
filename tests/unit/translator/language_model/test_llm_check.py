"""`plancritic llm check` against the fake at the HTTP edge: what it finds, what it reckons, how it ends.

The completions are synthetic; the refusals are quoted (tests/support/limited_llm_endpoint.py).
"""

import functools
import json
from typing import Any

import pytest
from tests.support.limited_llm_endpoint import REFUSALS, limited
from tests.support.recorded_llm_server import Answer, RecordedServer, Reply, completion, threaded_llm_server

from plancritic.command_line.root import run_program
from plancritic.translator import commands

#: Reading the domain is most of the time of a check: once is enough here.
_lexicon = functools.cache(commands._lexicon)

KEY = "sk-very-secret"
READ = "(at end (at deb_ast_0 deb_stn_0))"


def by_stage(body: dict[str, Any]) -> str:
    if "mid-level goals. A mid" in body["messages"][0]["content"]:
        return json.dumps({"goals": ["At the end, the debris boat is at the debris station."]})
    return json.dumps({"constraints": [READ]})


@pytest.fixture(autouse=True)
def configured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "OPENAI_API_KEY": KEY,
        "PLANCRITIC_LLM_MODEL": "recorded",
        "PLANCRITIC_LLM_TIMEOUT": "5",
        "PLANCRITIC_LLM_TOKENS": "50000",
        "PLANCRITIC_TRANSLATOR_CANDIDATES": "3",
        "COLUMNS": "200",
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("PROCESS_TOKENS", "ANSWER_TOKENS", "STRUCTURED", "RECORD", "ATTEMPTS"):
        monkeypatch.delenv(f"PLANCRITIC_LLM_{name}", raising=False)
    monkeypatch.setattr(commands, "_lexicon", _lexicon)


class Checked:
    """How the command ended and what it said; `server` is what it talked to."""

    def __init__(self, code: int, out: str, err: str, server: RecordedServer | None) -> None:
        self.code, self.out, self.err, self.server = code, out, err, server
        assert KEY not in out + err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def works(self) -> dict[str, bool | None]:
        return {each["what"]: each["works"] for each in self.json["findings"]}


def check(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: Answer | None,
    *arguments: str,
    models: tuple[str, ...] | None = ("recorded", "other"),
    as_json: bool = True,
) -> Checked:
    given = ["llm", "check", *(["--json"] if as_json else []), *arguments]
    if answer is None:
        return Checked(run_program(given), *capsys.readouterr(), None)
    with threaded_llm_server(answer, models) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        code = run_program(given)
    return Checked(code, *capsys.readouterr(), server)


def test_an_endpoint_that_can_everything_works_and_the_cost_is_what_it_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(monkeypatch, capsys, limited((), by_stage, tokens=1_000), "--statements", "4")
    assert (found.code, found.json["verdict"], found.json["missing"]) == (0, "works", [])
    assert set(found.works.values()) == {True}
    assert set(found.works) == {
        *("reachable", "model", "structured_output", "candidates", "temperature", "longest_answer"),
        *("translation", "token_count", "budget"),
    }
    assert found.json["translation"]["constraints"] == [READ]
    tokens = found.json["tokens"]
    assert tokens["translation"] == {
        "requests": 2, "prompt": 1_000, "answers": 1_000, "total": 2_000, "estimated": False
    }  # fmt: skip
    assert (tokens["run"]["statements"], tokens["run"]["expected"], tokens["run"]["budget"]) == (4, 8_000, 50_000)
    assert tokens["run"]["statements_within_budget"] == 25
    assert tokens["run"]["at_most"] > tokens["run"]["expected"]
    assert found.server is not None
    # What is asked is what the translator asks: its candidates, its example.
    assert [request["n"] for request in found.server.requests] == [1, 3]
    assert "debris station" in found.server.requests[0]["messages"][1]["content"]


@pytest.mark.parametrize(
    ("refused", "missing"),
    [
        ("response_format", ["structured_output"]),
        ("n", ["candidates"]),
        ("temperature", ["temperature"]),
        ("max_tokens", []),
    ],
)
def test_what_an_endpoint_refuses_is_named_and_the_rest_works(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], refused: str, missing: list[str]
) -> None:
    found = check(monkeypatch, capsys, limited({refused}, by_stage))
    assert (found.code, found.json["missing"]) == (1 if missing else 0, missing)
    assert found.works["translation"]
    told = next(each["detail"] for each in found.json["findings"] if each["what"] in (*missing, "longest_answer"))
    assert "HTTP 4" in told or not missing


def test_an_endpoint_that_can_nothing_besides_works_in_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(monkeypatch, capsys, limited(REFUSALS, by_stage), models=None)
    assert (found.code, found.json["verdict"]) == (1, "works_in_part")
    assert found.json["missing"] == ["structured_output", "candidates", "temperature", "longest_answer"]
    assert found.works["model"] is True


def test_a_model_whose_answers_do_not_fit_works_in_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def misfit(body: dict[str, Any]) -> str:
        return by_stage(body).replace("deb_ast_0", "submarine_9")

    found = check(monkeypatch, capsys, limited((), misfit))
    assert (found.code, found.json["missing"], found.json["translation"]["constraints"]) == (1, ["translation"], [])
    assert "submarine_9" in found.out


@pytest.mark.parametrize("text", ["I am a teapot.", ""])
def test_a_model_that_answers_in_no_shape_works_in_part(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    found = check(monkeypatch, capsys, limited((), lambda _: text))
    assert found.code == 1
    assert "translation" in found.json["missing"]


def test_an_endpoint_that_refuses_the_request_for_its_length_works_in_part_with_its_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = Reply(400, {"error": {"message": "This model's maximum context length is 512 tokens."}})
    found = check(monkeypatch, capsys, lambda _: refused)
    assert (found.code, found.json["missing"], found.json["tokens"]["run"]) == (1, ["translation"], None)
    assert found.works["temperature"] is None
    assert "512 tokens" in found.out


def test_an_endpoint_that_counts_no_tokens_is_told_and_the_cost_is_an_estimate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def uncounted(body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        answer = completion(*[by_stage(body)] * body["n"])
        del answer["usage"]
        return 200, answer

    found = check(monkeypatch, capsys, uncounted)
    assert (found.code, found.json["missing"]) == (1, ["token_count"])
    assert found.json["tokens"]["translation"]["estimated"]
    assert found.json["tokens"]["translation"]["total"] > 1_000


def test_a_budget_too_small_for_the_run_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_LLM_TOKENS", "12000")
    found = check(monkeypatch, capsys, limited((), by_stage, tokens=2_500), "--statements", "3")
    assert (found.code, found.json["missing"]) == (1, ["budget"])
    assert found.json["tokens"]["run"]["statements_within_budget"] == 2


def test_a_budget_too_small_for_one_translation_is_a_bad_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PLANCRITIC_LLM_TOKENS", "100")
    found = check(monkeypatch, capsys, limited((), by_stage))
    assert (found.code, found.json["verdict"]) == (2, "bad_settings")
    assert "PLANCRITIC_LLM_TOKENS" in found.err
    assert found.server is not None
    assert found.server.requests == []


def test_a_dead_endpoint_is_not_reachable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = check(monkeypatch, capsys, None)
    assert (found.code, found.json["verdict"]) == (3, "unreachable")
    assert "no connection" in found.err
    assert "remedy: " in found.err


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, completion("{}"), delay=3.0),
        Reply(503, {"error": {"message": "loading model"}}),
        Reply(429, {"error": {"message": "slow down"}}, {"retry-after": "600"}),
    ],
)
def test_an_endpoint_that_does_not_answer_now_is_not_reachable(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reply: Reply
) -> None:
    monkeypatch.setenv("PLANCRITIC_LLM_TIMEOUT", "0.3")
    found = check(monkeypatch, capsys, lambda _: reply)
    assert (found.code, found.json["verdict"]) == (3, "unreachable")


@pytest.mark.parametrize(
    ("reply", "named"),
    [
        (Reply(401, {"error": {"message": f"Incorrect API key provided: {KEY}"}}), "OPENAI_API_KEY"),
        (Reply(404, {"error": {"message": "The model `recorded` does not exist."}}), "PLANCRITIC_LLM_MODEL"),
        (Reply(404, "404 page not found", content_type="text/plain"), "OPENAI_BASE_URL"),
        (Reply(200, "<html></html>", content_type="text/html"), "OPENAI_BASE_URL"),
    ],
)
def test_a_wrong_key_model_or_address_is_a_bad_setting_and_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reply: Reply, named: str
) -> None:
    found = check(monkeypatch, capsys, lambda _: reply)
    assert (found.code, found.json["verdict"]) == (2, "bad_settings")
    assert named in found.json["fault"]["remedy"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("PLANCRITIC_LLM_MODEL", "", "PLANCRITIC_LLM_MODEL is not set"),
        ("PLANCRITIC_LLM_TIMEOUT", "soon", "PLANCRITIC_LLM_TIMEOUT: "),
        ("OPENAI_BASE_URL", f"localhost/{KEY}", "OPENAI_BASE_URL: "),
        ("PLANCRITIC_TRANSLATOR_CANDIDATES", "0", "candidates: "),
    ],
)
def test_a_missing_or_invalid_setting_is_named_without_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, told: str
) -> None:
    monkeypatch.setenv(name, value)
    found = check(monkeypatch, capsys, None)
    assert (found.code, found.json["verdict"]) == (2, "bad_settings")
    assert told in found.err


@pytest.mark.parametrize("arguments", [("--domain", "nowhere"), ("--problem", "99"), ("--statement", "x" * 2_001)])
def test_what_it_cannot_translate_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: tuple[str, str]
) -> None:
    assert check(monkeypatch, capsys, None, *arguments).code == 2


def test_people_read_what_works_what_is_missing_and_what_it_costs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = check(monkeypatch, capsys, limited({"n"}, by_stage), "--statement", "Park the [barge].", as_json=False)
    lines = found.out.splitlines()
    assert any(line.startswith("missing") and "candidates" in line and "at most 1" in line for line in lines)
    assert any(line.startswith("works") and "reachable" in line for line in lines)
    assert any(line.startswith("one translation ('Park the [barge].'): 400 tokens, as the endpoint") for line in lines)
    assert lines[-1] == "recorded works in part: without candidates"
