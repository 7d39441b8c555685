"""Which strategies are tried on a task, in which order and how long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from plancritic.engines import Engine, EngineSettings, available_engines, create_engine
from plancritic.engines.capabilities.manifest import required_features
from plancritic.engines.capabilities.suitability import COMPILED_AWAY
from plancritic.verdicts.portfolio import Portfolio, Try
from plancritic.verdicts.strategies import Strategy
from plancritic.verdicts.task import Task

#: The name of the standard portfolio where an engine could be named.
PORTFOLIO = "portfolio"
#: Engines that plan what is compiled where Kairos does not get on, in this order, if they are here.
FURTHER = ("lpg",)


def portfolio(
    name: str | None = None,
    settings: EngineSettings | None = None,
    race: bool = False,
    create: Callable[[str], Engine] | None = None,
) -> Portfolio:
    """Return the standard portfolio for None or `portfolio`, else the one engine of that name.

    `create` makes an engine by name, else the registry does. Raises `ContractError` as `create_engine` does.
    """
    make = create or (lambda engine: create_engine(engine, settings))
    return standard(settings, race, make) if name in (None, PORTFOLIO) else single(make(str(name)))


def single(engine: Engine) -> Portfolio:
    """One engine asked for by name, on its own word and nothing else: natively, or compiled if it needs that."""

    def schedule(task: Task, anytime: bool) -> Sequence[Sequence[Try]]:
        missing = engine.manifest.missing(required_features(task.texts.domain, task.written))
        compile_them = task.problem is not None and not COMPILED_AWAY.isdisjoint(missing)
        return [[Try(Strategy(engine, "compiled" if compile_them else "native", as_given=True))]]

    return Portfolio((engine,), schedule, analysis=False)


def standard(
    settings: EngineSettings | None = None, race: bool = False, create: Callable[[str], Engine] | None = None
) -> Portfolio:
    """Kairos with compiled and native constraints, further engines here with compiled ones, and our own analysis.

    Measured on mutated specifications (verdicts/RESULTS.md): Kairos' greedy search decides most compiled tasks within
    30 milliseconds, and its plans end sooner than those of the native one, which comes second with what compiling
    cannot do.
    """
    make = create or (lambda engine: create_engine(engine, settings))
    kairos = make("kairos")
    here = available_engines(settings)
    further = tuple(make(name) for name in FURTHER if name in here)
    native = Strategy(kairos)
    quick, compiled, lama = (Strategy(kairos, "compiled", configuration=name) for name in ("ehc", None, "lama"))
    weakened = Strategy(kairos, "weakened", configuration="ehc")
    others = [Strategy(engine, "compiled") for engine in further]

    def schedule(task: Task, anytime: bool) -> Sequence[Sequence[Try]]:
        if task.problem is None or (anytime and not task.remaining):
            return [[Try(native)]]
        if not task.remaining:
            return [[Try(native, 0.5)], [Try(native, 2.0)], [Try(strategy, 2.0) for strategy in others], [Try(native)]]
        if task.large:
            # Much to write out and to read: compiling pays only where planning as it is does not get on.
            return [[Try(native, 0.5)], [Try(native, 2.0)], [Try(compiled, 2.0)], [Try(native)]]
        # For classical problems a library compiles, which takes its time.
        classical = not any(action.is_durative for action in task.problem.domain.actions.values())
        rest = (*others, lama, native, compiled)
        return [
            [Try(native, 0.3)] if classical else [Try(quick, 0.12)],
            [*([Try(weakened, 0.1)] if task.weakened is not None else []), Try(native, 0.2), Try(compiled, 0.2)],
            [Try(strategy, 0.6) for strategy in rest],
            [Try(strategy, 2.0) for strategy in rest],
            [Try(strategy) for strategy in (compiled, native, lama, *others)],
        ]

    return Portfolio((kairos, *further), schedule, race)
