"""Payloads of the subjects on which plans are made better."""

from __future__ import annotations

from typing import Any

_PLAN = "0.000: (authority_make_location_unrestricted wpt_b_0 aut_b) [0.100]\n"
_BOUND = {"value": 0.1, "means": "reachability", "reason": "the goal cannot be reached before 0.1", "met": True}
_FOUND = {
    "plan": _PLAN,
    "makespan": 0.1,
    "steps": 1,
    "lower_bound": _BOUND,
    "distance": {"added": 1, "removed": 2, "moved": 0},
}

#: By the row's name; without the envelope.
PAYLOADS: dict[str, dict[str, Any]] = {
    "event.plan.improved": {**_FOUND, "number": 2, "found_by": "kairos", "elapsed_seconds": 0.8},
    "job.planner.improve": {
        "problem": {"domain": "waterway", "problem": "1", "bundle": "0" * 64},
        "specification": [{"constraint": "(always (not (at deb_ast_0 wpt_a_0)))", "statements": ["s1"]}],
        "starts": [_PLAN],
        "shown": _PLAN,
        "limits": {"seconds": 0.5},
    },
    "result.planner.improved": {
        "kind": "plan_improvement",
        "job": "7d1e0f3c2b4a49588f6e5d4c3b2a1908",
        "improvement": {**_FOUND, "proof": {"ruling": "accepted"}, "found_by": "kairos"},
    },
}
