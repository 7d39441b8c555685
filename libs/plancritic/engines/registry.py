"""The engines by name: a plain table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plancritic.contracts.errors import ContractError, Fault, FaultCode
from plancritic.engines.capabilities.manifest import Manifest
from plancritic.engines.capabilities.manifests import manifest
from plancritic.engines.interface import Engine
from plancritic.engines.planners import kairos, kstar, lpg, optic, unified
from plancritic.engines.settings import EngineSettings

DEFAULT_ENGINE = "kairos"


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """One engine: what it is, what it can do, how it is made.

    `absence` says in words why it cannot be used here, or None where it can.
    """

    name: str
    description: str
    manifest: Manifest
    create: Callable[[EngineSettings], Engine]
    absence: Callable[[EngineSettings], str | None]


def _unified(planner: unified.UnifiedPlanner, description: str) -> EngineEntry:
    features = manifest(planner.name)
    return EngineEntry(
        name=planner.name,
        description=f"{description}, through unified-planning",
        manifest=features,
        create=lambda settings: unified.UnifiedEngine(planner, features, settings.engine_children),
        absence=lambda settings: planner.absence(),
    )


ENGINES: dict[str, EngineEntry] = {
    "kairos": EngineEntry(
        name="kairos",
        description="Kairos: PDDL 2.1 to 3.1 with native constraints, in a warm child process; the default",
        manifest=kairos.MANIFEST,
        create=lambda settings: kairos.KairosEngine(children=settings.engine_children),
        absence=lambda settings: None,
    ),
    "optic": EngineEntry(
        name="optic",
        description="OPTIC: temporal planning with preferences and constraints, an executable of your own",
        manifest=optic.MANIFEST,
        create=lambda settings: optic.OpticEngine(optic.find_executable(settings.optic)),
        absence=lambda settings: optic.absence(settings.optic),
    ),
    "lpg": EngineEntry(
        name="lpg",
        description="LPG-td: temporal and numeric planning by seeded local search; proves nothing",
        manifest=manifest("lpg"),
        create=lambda settings: lpg.LpgEngine(manifest("lpg")),
        absence=lambda settings: lpg.absence(),
    ),
    "kstar": EngineEntry(
        name="kstar",
        description="K*: the cheapest plans of classical problems, one or many; can prove that there is none",
        manifest=manifest("kstar"),
        create=lambda settings: kstar.KStarEngine(manifest("kstar"), settings.engine_children),
        absence=lambda settings: kstar.absence(),
    ),
    "fast-downward": _unified(unified.FAST_DOWNWARD, "Fast Downward (LAMA): classical planning, the first plan"),
    "aries": _unified(unified.ARIES, "Aries: temporal and classical planning by constraint solving"),
    "enhsp": _unified(unified.ENHSP, "ENHSP: numeric planning"),
    "tamer": _unified(unified.TAMER, "TAMER: temporal planning with numbers; free for educational use only"),
}


def engine_entry(name: str) -> EngineEntry:
    """Return the row of an engine, installed or not; raises `ContractError` (`unknown_name`) where there is none."""
    entry = ENGINES.get(name)
    if entry is None:
        raise ContractError(
            Fault(
                code=FaultCode.UNKNOWN_NAME,
                message=f"there is no engine {name!r}",
                remedy=f"known engines: {', '.join(ENGINES)}",
            )
        )
    return entry


def create_engine(name: str | None = None, settings: EngineSettings | None = None) -> Engine:
    """Makes an engine by name; the default one for None.

    Raises `ContractError` (`unknown_name`, `service_unavailable`) for an engine that is not in the table or not here.
    """
    settings = settings or EngineSettings()
    name = DEFAULT_ENGINE if name is None else name
    entry = engine_entry(name)
    absence = entry.absence(settings)
    if absence is not None:
        raise ContractError(
            Fault(code=FaultCode.SERVICE_UNAVAILABLE, message=f"engine {name!r} is not installed", remedy=absence)
        )
    return entry.create(settings)


def available_engines(settings: EngineSettings | None = None) -> tuple[str, ...]:
    """Names of the engines that can be used on this machine, the default first."""
    settings = settings or EngineSettings()
    return tuple(name for name, entry in ENGINES.items() if entry.absence(settings) is None)


def engines_with(feature: str) -> tuple[str, ...]:
    """Names of all engines in the table that have a feature, installed or not."""
    return tuple(name for name, entry in ENGINES.items() if feature in entry.manifest.features)
