"""Three judges that share no code agree on random constraints, and no plan of the engine is proved by mistake."""

import random
from collections.abc import AsyncIterator

import pytest

from plancritic.contracts.planning import Disputed, PlanProved, SolveLimits
from plancritic.contracts.specification import TracedConstraint
from plancritic.domains import load_domain
from plancritic.engines import PlanFound, PlanningRequest
from plancritic.engines.planners.kairos import KairosEngine
from plancritic.judges import ExecutorJudge, JudgeRequest, KairosJudge, prove
from plancritic.pddl.grounding import changeable_predicates, ground_atoms
from plancritic.pddl.language import ConstraintType, parse_domain, parse_problem, with_constraints
from plancritic.verdicts import Verdicts, standard_judges

BUNDLE = load_domain("waterway")
DOMAIN, PROBLEM = BUNDLE.domain_pddl, BUNDLE.problem("1")
PARSED = parse_problem(PROBLEM, parse_domain(DOMAIN))
ATOMS = tuple(atom for atom in ground_atoms(PARSED) if atom.predicate in changeable_predicates(PARSED.domain))
#: The window types have had most faults: they come more often.
TYPES = (*ConstraintType, ConstraintType.HOLD_DURING, ConstraintType.HOLD_AFTER)


def random_condition(chance: random.Random) -> str:
    atom, other = chance.choice(ATOMS), chance.choice(ATOMS)
    return chance.choice((f"{atom}", f"{atom}", f"(not {atom})", f"(and {atom} (not {other}))", f"(or {atom} {other})"))


def random_time(chance: random.Random) -> float:
    """On a happening of a plan as often as between two."""
    return chance.choice(
        (float(chance.randint(0, 12)), round(chance.uniform(0, 12), 1), round(chance.uniform(0, 9), 3))
    )


def random_constraint(chance: random.Random) -> str:
    kind, first, second = chance.choice(TYPES), random_condition(chance), random_condition(chance)
    match kind:
        case ConstraintType.WITHIN | ConstraintType.HOLD_AFTER:
            return f"({kind} {random_time(chance)} {first})"
        case ConstraintType.ALWAYS_WITHIN:
            return f"({kind} {random_time(chance)} {first} {second})"
        case ConstraintType.SOMETIME_AFTER | ConstraintType.SOMETIME_BEFORE:
            return f"({kind} {first} {second})"
        case ConstraintType.HOLD_DURING:
            opens = random_time(chance)
            return f"({kind} {opens} {opens + chance.choice((0.5, 1, 3, 8))} {first})"
        case _:
            return f"({kind} {first})"


@pytest.fixture
async def engine() -> AsyncIterator[KairosEngine]:
    engine = KairosEngine(children=1)
    yield engine
    await engine.close()


async def plans(engine: KairosEngine, chance: random.Random, count: int) -> list[str]:
    """Plans under random specifications, whatever they are worth."""
    found: list[str] = []
    for _ in range(20 * count):
        problem = with_constraints(PROBLEM, [random_constraint(chance)])
        outcome = await engine.solve(PlanningRequest(DOMAIN, problem, SolveLimits(seconds=0.5)))
        if isinstance(outcome, PlanFound) and outcome.plan not in found:
            found.append(outcome.plan)
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize("seed", range(3))
async def test_val_kairos_and_the_executor_agree(seed: int, engine: KairosEngine) -> None:
    chance = random.Random(seed)
    judges = standard_judges()
    shown = await plans(engine, chance, 4)
    rulings: list[str] = []
    for _ in range(100):
        constraint, plan = random_constraint(chance), chance.choice(shown)
        proof = await prove(judges, JudgeRequest(DOMAIN, PROBLEM, plan).question(constraint))
        assert proof.ruling in ("accepted", "rejected"), (constraint, plan, proof.reports)
        rulings.append(proof.ruling)
    assert {"accepted", "rejected"} == set(rulings)


@pytest.mark.parametrize("seed", range(10, 13))
async def test_a_proved_plan_is_proved_by_val_as_well(seed: int, engine: KairosEngine) -> None:
    chance = random.Random(seed)
    verdicts = Verdicts(engine, (KairosJudge(), ExecutorJudge()))
    proved = 0
    for _ in range(12):
        constraints = tuple(random_constraint(chance) for _ in range(chance.randint(1, 3)))
        specification = [TracedConstraint(constraint=text) for text in constraints]
        verdict = await verdicts.verdict(DOMAIN, PROBLEM, specification, SolveLimits(seconds=0.3))
        assert not isinstance(verdict, Disputed), (constraints, verdict)
        if isinstance(verdict, PlanProved):
            proof = await prove(standard_judges(), JudgeRequest(DOMAIN, PROBLEM, verdict.plan, constraints))
            assert proof.ruling == "accepted", (constraints, verdict.plan, proof.reports)
            proved += 1
    assert proved
