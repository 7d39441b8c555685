"""Whether an engine that is asked for by name can do what a task needs: answered before a job is queued.

Only the manifest and the texts are compared, which takes a millisecond and no engine.
"""

from __future__ import annotations

from plancritic.contracts.planning import Unsupported
from plancritic.engines.capabilities.manifest import CONSTRAINT_FEATURES, Manifest, required_features
from plancritic.engines.registry import engine_entry, engines_with

#: What compiling takes away: the constraints themselves and that there are any.
COMPILED_AWAY = CONSTRAINT_FEATURES | {"trajectory-constraints"}


def lacking(manifest: Manifest, domain: str, problem: str, compiles: bool) -> tuple[str, ...]:
    """The features that the texts use and neither the engine has nor compiling takes away, in alphabetical order.

    `compiles` says whether the constraints can be compiled: whether our model has the whole problem. None where the
    texts cannot be read: the engine will say where.
    """
    missing = manifest.missing(required_features(domain, problem))
    return tuple(feature for feature in missing if not (compiles and feature in COMPILED_AWAY))


def unsuitable(engine: str, domain: str, problem: str, compiles: bool) -> Unsupported | None:
    """Return why an engine cannot plan this, naming the first feature it lacks and who has it; None where it may try.

    What compiling makes of a constraint may ask for more than the engine has: that only planning finds out.

    Raises:
        ContractError: `unknown_name`, there is no such engine.
    """
    missing = lacking(engine_entry(engine).manifest, domain, problem, compiles)
    if not missing:
        return None
    return Unsupported(engine=engine, feature=missing[0], engines_with_it=engines_with(missing[0]))
