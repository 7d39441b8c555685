"""What is asked decides which verdict is found; what may change from one asking to the next is never kept."""

from __future__ import annotations

from dataclasses import replace
from importlib import metadata
from pathlib import Path

import pytest
from tests.support.builders import constraint, solve_problem
from tests.support.memory_store import MemoryStore

from plancritic.contracts.planning import (
    Cancelled,
    Disputed,
    EngineCrashed,
    Impossible,
    NoPlanFound,
    OutOfMemory,
    PlanProved,
    PreferenceOutcome,
    Rejected,
    Relaxation,
    SolveLimits,
    SyntaxFault,
    TimedOut,
    Unsupported,
    Verdict,
)
from plancritic.contracts.specification import TracedConstraint
from plancritic.contracts.validation import Proof
from plancritic.engines import EngineSettings
from plancritic.pddl.language import PddlSyntaxError
from plancritic.verdicts.cache.verdict_cache import (
    WITHOUT_EFFECT,
    VerdictCache,
    VerdictRequest,
    cache_key,
    may_be_kept,
    planning_version,
    problem_hash,
    software_version,
)

ALWAYS_P, ALWAYS_Q, SOMETIME_R = "(always (p a))", "(always (q a))", "(sometime (r a))"
ACCEPTED = Proof(ruling="accepted")
PLAN = PlanProved(engine="kairos", plan="0.000: (go a) [1.000]", proof=ACCEPTED, seconds=0.2)
DETERMINISTIC = SolveLimits(deterministic=True)
PROBLEM = problem_hash("(domain)", "(problem)")


def asked(*specification: TracedConstraint | str, **changes: object) -> VerdictRequest:
    traced = tuple(constraint(each) if isinstance(each, str) else each for each in specification)
    return VerdictRequest(PROBLEM, traced, **changes)  # type: ignore[arg-type]


def key(*specification: TracedConstraint | str, **changes: object) -> str:
    return cache_key(asked(*specification, **changes), "kairos 1")


def strong(text: str, strength: str, *statements: str) -> TracedConstraint:
    return TracedConstraint.model_validate({"constraint": text, "strength": strength, "statements": statements})


@pytest.mark.parametrize(
    "same",
    [
        (SOMETIME_R, ALWAYS_P),
        (ALWAYS_P, SOMETIME_R, ALWAYS_P),
        ("(always  (not (not (P a))))", SOMETIME_R),
        (constraint(ALWAYS_P, "s1"), constraint(SOMETIME_R, "s1", "s2")),
    ],
    ids=["order", "repetition", "writing", "statements"],
)
def test_the_same_meaning_has_the_same_key(same: tuple[TracedConstraint | str, ...]) -> None:
    assert key(*same) == key(ALWAYS_P, SOMETIME_R)


@pytest.mark.parametrize(
    "changes",
    [
        {"engine": "optic"},
        {"limits": SolveLimits(seconds=1)},
        {"limits": SolveLimits(anytime=True)},
        {"limits": DETERMINISTIC},
        {"explain_clash": True},
        {"relax": True},
        {"improve": True},
        {"tidy": True},
        {"problem": problem_hash("(domain)", "(another)")},
    ],
)
def test_whatever_a_verdict_depends_on_is_in_the_key(changes: dict[str, object]) -> None:
    request = asked(ALWAYS_P)
    assert cache_key(replace(request, **changes), "kairos 1") != cache_key(request, "kairos 1")


def test_another_version_or_another_strength_has_another_key() -> None:
    assert cache_key(asked(ALWAYS_P), "kairos 1") != cache_key(asked(ALWAYS_P), "kairos 2")
    assert len({key(strong(ALWAYS_P, strength)) for strength in ("must", "should", "nice")}) == 3


def test_preferences_are_counted_one_by_one() -> None:
    five, eight = strong("(within 5 (p a))", "should"), strong("(within 8 (p a))", "should")
    assert key(five, eight) != key(five)
    assert key(five, five) != key(five)
    assert key(five, eight) == key(eight, five)
    assert key(constraint("(within 5 (p a))"), constraint("(within 8 (p a))")) == key("(within 5 (p a))")


def test_an_explanation_depends_on_which_statement_asks_for_what_but_not_on_their_ids() -> None:
    together = (constraint(ALWAYS_P, "s1"), constraint(SOMETIME_R, "s1"))
    apart = (constraint(ALWAYS_P, "s1"), constraint(SOMETIME_R, "s2"))
    renamed = (constraint(SOMETIME_R, "x"), constraint(ALWAYS_P, "y"))
    assert key(*together) == key(*apart)
    assert key(*together, explain_clash=True) != key(*apart, explain_clash=True)
    assert key(*renamed, explain_clash=True) == key(*apart, explain_clash=True)


def test_in_deterministic_mode_the_writing_counts_but_not_the_ids() -> None:
    assert key(ALWAYS_P, SOMETIME_R, limits=DETERMINISTIC) != key(SOMETIME_R, ALWAYS_P, limits=DETERMINISTIC)
    named = key(constraint(ALWAYS_P, "s1"), limits=DETERMINISTIC)
    assert named == key(ALWAYS_P, limits=DETERMINISTIC)
    explained = {"limits": DETERMINISTIC, "explain_clash": True}
    assert key(constraint(ALWAYS_P, "s1"), **explained) != key(constraint(ALWAYS_P, "s2"), **explained)


def test_a_name_that_the_canonical_form_drops_still_counts() -> None:
    unknown = "(sometime (or (p a) (no_such a)))"
    assert key(ALWAYS_P, unknown) != key(ALWAYS_P), "on a problem that lacks it, that is a syntax error"


def test_what_cannot_be_read_has_no_key() -> None:
    with pytest.raises(PddlSyntaxError):
        key("(always (p a)")


def test_texts_cannot_be_shifted_between_domain_and_problem() -> None:
    assert problem_hash("ab", "c") != problem_hash("a", "bc")


@pytest.mark.parametrize(
    ("verdict", "anytime", "deterministic"),
    [
        (PLAN, True, True),
        (PLAN.model_copy(update={"road": "archive"}), True, False),
        (Impossible(engine="e", reason="r"), True, True),
        (Rejected(engine="e", plan="p", proof=ACCEPTED), False, True),
        (Disputed(engine="e", plan="p", proof=ACCEPTED), False, True),
        (NoPlanFound(engine="e", reason="r"), False, False),
        (TimedOut(engine="e", limit_seconds=1, clock="cpu"), False, False),
        (TimedOut(engine="e", limit_seconds=1, clock="wall"), False, False),
        (EngineCrashed(engine="e"), False, False),
        (OutOfMemory(engine="e", limit_mb=64), False, False),
        (Cancelled(engine="e"), False, False),
        (Unsupported(engine="e", feature="f"), False, False),
        (SyntaxFault(engine="e", message="m", file="f", line=1, column=1), False, False),
    ],
    ids=lambda value: value.verdict if hasattr(value, "verdict") else None,
)
def test_only_what_would_be_answered_again_is_kept(verdict: Verdict, anytime: bool, deterministic: bool) -> None:
    assert may_be_kept(asked(ALWAYS_P), verdict) is anytime
    assert may_be_kept(asked(ALWAYS_P, limits=DETERMINISTIC), verdict) is deterministic


def test_an_explanation_that_the_clock_cut_short_is_not_kept() -> None:
    short = Impossible(engine="e", reason="r", clash=(constraint(ALWAYS_P),))
    whole = short.model_copy(update={"clash_minimal": True})
    relaxed = whole.model_copy(update={"relaxations": (Relaxation(kind="drop_constraint", changes=(), plan="p"),)})
    hopeless = Impossible(engine="e", reason="r", clash_minimal=True)
    assert not may_be_kept(asked(ALWAYS_P, explain_clash=True), short)
    assert may_be_kept(asked(ALWAYS_P, explain_clash=True), whole)
    assert not may_be_kept(asked(ALWAYS_P, explain_clash=True, relax=True), whole)
    assert may_be_kept(asked(ALWAYS_P, explain_clash=True, relax=True), relaxed)
    assert may_be_kept(asked(ALWAYS_P, explain_clash=True, relax=True), hopeless)
    assert may_be_kept(asked(ALWAYS_P, explain_clash=True, relax=True, limits=DETERMINISTIC), short)


@pytest.mark.parametrize("reason", ["not decided: the search ended at its limit", "not decided: no plan was found"])
def test_a_choice_of_preferences_that_the_clock_cut_short_is_not_kept(reason: str) -> None:
    should, nice = strong(ALWAYS_P, "should"), strong(SOMETIME_R, "nice")

    def chosen(*outcomes: PreferenceOutcome) -> PlanProved:
        return PLAN.model_copy(update={"preferences": outcomes})

    open_ = PreferenceOutcome(constraint=nice, kept=False, reason=reason)
    proved = PreferenceOutcome(constraint=nice, kept=False, reason="proved impossible together with what must hold")
    priced = PreferenceOutcome(constraint=should, kept=True, price_time=1.0, price_steps=0)
    unpriced = PreferenceOutcome(constraint=should, kept=True)
    kept = PreferenceOutcome(constraint=nice, kept=True)
    for whole in (chosen(priced, proved), chosen(priced, kept)):
        assert may_be_kept(asked(should, nice), whole)
    for cut in (chosen(priced, open_), chosen(unpriced, proved)):
        assert not may_be_kept(asked(should, nice), cut)
        assert may_be_kept(asked(should, nice, limits=DETERMINISTIC), cut)


def test_a_tidied_plan_is_kept_where_no_clock_can_have_cut_the_tidying_short() -> None:
    assert may_be_kept(asked(ALWAYS_P, tidy=True, limits=DETERMINISTIC), PLAN)
    assert not may_be_kept(asked(ALWAYS_P, tidy=True), PLAN)


def test_an_improved_plan_is_kept_where_no_limit_can_have_cut_the_improving_short() -> None:
    slow = PLAN.model_copy(update={"seconds": SolveLimits().seconds + 0.1})
    assert may_be_kept(asked(ALWAYS_P, improve=True), PLAN)
    assert not may_be_kept(asked(ALWAYS_P, improve=True), slow)
    assert may_be_kept(asked(ALWAYS_P, improve=True, limits=DETERMINISTIC), slow)
    assert may_be_kept(asked(ALWAYS_P), slow)


@pytest.mark.parametrize("specification", [(), (strong(ALWAYS_P, "should"), strong(SOMETIME_R, "nice"))])
def test_a_problem_that_is_impossible_by_itself_has_nothing_more_to_explain(
    specification: tuple[TracedConstraint, ...],
) -> None:
    assert may_be_kept(asked(*specification, explain_clash=True, relax=True), Impossible(engine="e", reason="r"))


async def test_a_verdict_comes_back_marked_and_in_the_askers_ids() -> None:
    store = MemoryStore()
    planner, asker = VerdictCache(store, "t", "kairos 1"), VerdictCache(store, "t")
    await planner.advertise()
    theirs = (constraint(ALWAYS_P, "s1"), constraint("(always (not (p a)))", "s2"), constraint(SOMETIME_R, "s3"))
    impossible = Impossible(engine="e", reason="r", clash=theirs[:2], clash_minimal=True)
    assert await planner.write(asked(*theirs, explain_clash=True), impossible)
    mine = (constraint(SOMETIME_R, "c"), constraint("(always (not (p a)))", "a"), constraint(ALWAYS_P, "b"))
    found = await asker.read(asked(*mine, explain_clash=True))
    assert found == impossible.model_copy(update={"clash": mine[1:], "cached": True})


async def test_nothing_is_found_before_a_planner_says_what_it_is_nor_of_another_version_or_tenant() -> None:
    store = MemoryStore()
    planner = VerdictCache(store, "t", "kairos 1")
    assert await VerdictCache(store, "t").read(asked()) is None
    await planner.write(asked(), PLAN)
    assert await VerdictCache(store, "t").read(asked()) == PLAN.model_copy(update={"cached": True})
    assert await VerdictCache(store, "u").read(asked()) is None
    assert await VerdictCache(store, "t", "kairos 2").read(asked()) is None


async def test_an_asker_keeps_to_the_version_it_saw_first() -> None:
    store = MemoryStore()
    await VerdictCache(store, "t", "kairos 1").write(asked(), PLAN)
    asker = VerdictCache(store, "t")
    assert await asker.read(asked()) is not None
    await VerdictCache(store, "t", "kairos 2").advertise()
    assert await asker.read(asked()) is not None
    assert await VerdictCache(store, "t").read(asked()) is None


async def test_an_entry_that_cannot_be_read_is_a_miss() -> None:
    store = MemoryStore()
    cache = VerdictCache(store, "t", "kairos 1")
    await store.put(f"t.{cache_key(asked(), 'kairos 1')}", b'{"verdict": {"verdict": "from the future"}}')
    assert await cache.read(asked()) is None


async def test_what_cannot_be_read_is_neither_found_nor_kept() -> None:
    cache = VerdictCache(MemoryStore(), "t", "kairos 1")
    assert not await cache.write(asked("(always"), PLAN)
    assert await cache.read(asked("(always")) is None


async def test_an_asker_has_no_version_to_write_or_advertise() -> None:
    cache = VerdictCache(MemoryStore(), "t")
    with pytest.raises(ValueError, match="who plans"):
        await cache.write(asked(), PLAN)
    with pytest.raises(ValueError, match="who plans"):
        await cache.advertise()


def test_a_job_is_asked_for_with_all_it_says() -> None:
    job = solve_problem(relax=True, improve=True, explain_clash=True, engine="optic", limits=DETERMINISTIC, tidy=True)
    request = VerdictRequest.of(job, PROBLEM)
    assert request == VerdictRequest(PROBLEM, (), DETERMINISTIC, "optic", True, True, True, True)


def test_the_planning_version_names_the_choice_and_every_engine() -> None:
    version = planning_version("kairos")
    assert version.startswith("default kairos; ")
    assert "kairos 1." in version
    assert f"unified-planning {metadata.version('unified-planning')}" in version, "it compiles classical problems"


@pytest.mark.parametrize("name", EngineSettings.model_fields)
def test_a_setting_of_the_engines_changes_the_planning_version_unless_no_plan_depends_on_it(name: str) -> None:
    settings = EngineSettings(optic=None, engine_children=2)
    others = {"optic": Path("/opt/optic-clp"), "engine_children": 7}
    changed = settings.model_copy(update={name: others[name]})
    counts = planning_version("kairos", changed) != planning_version("kairos", settings)
    assert counts == (name not in WITHOUT_EFFECT)


def test_a_setting_that_engines_get_later_counts_by_itself() -> None:
    class Later(EngineSettings):
        seed_of_engines: int = 1

    assert planning_version("kairos", Later(seed_of_engines=2)) != planning_version("kairos", Later())
    assert planning_version("kairos", Later()) == planning_version("kairos")
    assert WITHOUT_EFFECT.keys() <= EngineSettings.model_fields.keys()


def test_source_and_data_count_for_the_version_of_the_software(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "part").mkdir()
    data, source, words = tmp_path / "manifests.json", tmp_path / "part" / "one.py", tmp_path / "README.md"
    for file in (data, source, words):
        file.write_text("1")

    def version() -> str:
        return software_version.__wrapped__()

    installed = version()
    monkeypatch.setattr("importlib.resources.files", lambda room: tmp_path)
    seen = {installed, version()}
    for file in (data, source):
        file.write_text("2")
        seen.add(version())
    assert len(seen) == 4
    words.write_text("2")
    assert version() in seen
