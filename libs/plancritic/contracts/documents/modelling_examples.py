"""Payloads of the messages of modelling, without their envelopes, and answers; `examples.py` takes them in."""

from __future__ import annotations

from typing import Any

_JOB = "7d1e0f3c2b4a49588f6e5d4c3b2a1908"
_PICK = (
    "(:action pick\n  :parameters (?ball - ball)\n  :precondition (and (on-floor ?ball))\n"
    "  :effect (and (held ?ball) (not (on-floor ?ball))))"
)
_PROBLEM = "(define (problem one) (:domain robot) (:objects red - ball) (:init (on-floor red)) (:goal (held red)))"

PAYLOADS: dict[str, dict[str, Any]] = {
    "event.domain.described": {
        "description": {
            "domain": "robot",
            "overview": "A robot picks up balls.",
            "types": {"ball": "a ball"},
            "predicates": {
                "(on-floor ?b - ball)": "ball b lies on the floor",
                "(held ?b - ball)": "the robot holds ball b",
            },
            "actions": {"pick": {"layman": "Pick up a ball from the floor."}},
            "problem": _PROBLEM,
        },
        "described_in": "layman",
        "answers": {"01": f"## pick\n```pddl\n{_PICK}\n```\n"},
        "epsilon": 0.2,
    },
    "event.modelling.progressed": {
        "phase": "combinations",
        "done": 1,
        "total": 1,
        "text": "1 distinct plans",
    },
    "event.domain.modelled": {
        "domain": "robot",
        "described_in": "layman",
        "library": "5" * 64,
        "counts": {"instances": 1, "failed": 0, "actions": 1, "candidates": 1, "kept": 1, "dropped": 0},
        "filter": {"threshold": 0.42, "epsilon": 0.2, "asked": 0.2, "text": "a solvable set is left at epsilon 0.2"},
        "combinations": {
            "all": 1,
            "kept": 1,
            "solvable": 1,
            "unsolvable": 0,
            "undecided": 0,
            "distinct_plans": 1,
            "mean_length": 1.0,
            "seconds": 0.02,
        },
        "interpretations": [
            {
                "rank": 1,
                "plan": "(pick red)",
                "sets": 1,
                "near": 1,
                "similarity": 0.71,
                "votes": 1,
                "domain": f"(define (domain robot) (:requirements :strips :typing) (:types ball)\n{_PICK})",
                "proof": {"ruling": "accepted"},
            }
        ],
        "problem": _PROBLEM,
    },
    "event.modelling.refused": {
        "fault": {
            "code": "invalid_message",
            "message": "there is no usable schema for the action 'pick', in no answer",
            "remedy": "ask more instances",
        }
    },
    "job.schema_library.decide": {"task": "3" * 64, "box": [[0, 1], [0]]},
    "result.schema_library.decided": {"job": _JOB, "decisions": "4" * 64, "boxes": 2, "seconds": 0.02},
    "ask.schema_library.list": {},
    "ask.schema_library.show": {"library": "3f2a9c01"},
}

ANSWERS: dict[str, dict[str, Any]] = {
    "ask.schema_library.list": {
        "libraries": [{"library": "3f2a9c01b7de", "domain": "robot", "described_in": "layman", "instances": ["01"]}]
    },
    "ask.schema_library.show": {"library": "5" * 64},
}
