"""Payloads of the messages of refinement, without their envelopes; `examples.py` takes them in."""

from __future__ import annotations

from typing import Any

_JOB = "7d1e0f3c2b4a49588f6e5d4c3b2a1908"
_PROBLEM = "(define (problem one) (:domain robot) (:objects red blue - ball) (:init (on-floor red) (on-floor blue)"
_DOMAIN = (
    "(define (domain robot) (:requirements :strips :typing) (:types ball)\n"
    "(:predicates (on-floor ?b - ball) (held ?b - ball) (empty))\n"
    "(:action pick :parameters (?ball - ball) :precondition (and (on-floor ?ball){needs})\n"
    "  :effect (and (held ?ball) (not (empty)) (not (on-floor ?ball)))))"
)
_DOUBLE = {"problem": 0, "steps": [["pick", "red"], ["pick", "blue"]], "text": "May pick blue follow pick red?"}

PAYLOADS: dict[str, dict[str, Any]] = {
    "event.refinement.requested": {
        "description": {
            "domain": "robot",
            "overview": "A robot picks up balls, one at a time.",
            "types": {"ball": "a ball"},
            "predicates": {
                "(on-floor ?b - ball)": "ball b lies on the floor",
                "(held ?b - ball)": "the robot holds ball b",
                "(empty)": "the robot holds nothing",
            },
            "actions": {"pick": {"layman": "Pick up a ball.", "parameters": "?ball - ball"}},
        },
        "domain": _DOMAIN.format(needs=""),
        "problems": [
            {
                "text": f"{_PROBLEM} (empty)) (:goal (held red)))",
                "plans": [[["pick", "red"]]],
                "landmarks": [[["pick", "red"]]],
                "refused": [[["pick", "red"], ["pick", "blue"]]],
            }
        ],
        "seed": 7,
    },
    "event.refinement.progressed": {
        "step": 12,
        "of": None,
        "unsettled": 1,
        "changes": 2,
        "best": "3f0c2a917be4",
        "equivalence": 0.75,
        "candidates": [
            {
                "candidate": "3f0c2a917be4",
                "parent": "9c1f0a7be42d",
                "edits": ["pick also needs (empty)"],
                "edit_count": 1,
                "unsettled": 1,
            }
        ],
    },
    "event.domain.refined": {
        "domain": _DOMAIN.format(needs=" (empty)"),
        "refined": True,
        "reason": "the search ended after 12 candidates; the best one has 0 complaints",
        "ended": "searched",
        "changes": ["pick needs (empty)"],
        "questions": [_DOUBLE],
        "steps": 12,
        "pipeline": "own",
        "proposer": "symbolic",
    },
    "event.refinement.refused": {
        "fault": {
            "code": "unknown_name",
            "message": "the domain's actions are not those described: it lacks pick",
            "remedy": "use the description's names in the domain, or correct the description",
        }
    },
    "job.refiner.judge": {"knowledge": "3" * 64, "domain": _DOMAIN.format(needs=""), "kinds": ["landmark", "plan"]},
    "result.refiner.judged": {
        "job": _JOB,
        "findings": {
            "complaints": [
                {
                    "kind": "negative",
                    "problem": 0,
                    "plan": [["pick", "red"], ["pick", "blue"]],
                    "why": "somebody said so",
                }
            ],
            "plans": [[[["pick", "red"]], [["pick", "blue"], ["pick", "red"]]]],
        },
        "seconds": 0.08,
    },
}
