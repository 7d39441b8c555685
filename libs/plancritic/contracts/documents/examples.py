"""A payload of every subject, as it may come over the wire; a test reads each with its class."""

from __future__ import annotations

from typing import Any

from plancritic.contracts.documents import improvement_examples, modelling_examples, refinement_examples
from plancritic.contracts.rows import Subject

#: The envelope of a run's first message; other messages of the run have the same run, session and trace.
ENVELOPE: dict[str, Any] = {
    "message_id": "5f0c2a91d3e84b6f9a7c1e2d3b4a5f60",
    "correlation_id": "5f0c2a91d3e84b6f9a7c1e2d3b4a5f60",
    "session_id": "storm",
    "causation_id": None,
    "schema_version": 1,
    "traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
}

_TEXT = "No vessel may go through waypoint A."
_STATEMENT = {"id": "s1", "text": _TEXT}
_CONSTRAINT = "(always (not (at deb_ast_0 wpt_a_0)))"
_TRACED = {"constraint": _CONSTRAINT, "statements": ["s1"]}
_PROBLEM = {"domain": "waterway", "problem": "1", "bundle": "0" * 64}
_TEXTS = {"domain_text": "1" * 64, "problem_text": "2" * 64}
_PLAN = "0.000: (authority_make_location_unrestricted wpt_b_0 aut_b) [0.100]\n"
_ACTION = "(authority_make_location_unrestricted wpt_b_0 aut_b)"
_STEP = {
    "number": 1,
    "start": 0.0,
    "duration": 0.1,
    "action": _ACTION,
    "sentence": "The authority of branch B opens waypoint B to traffic.",
}
_PROOF = {"ruling": "accepted", "reports": [{"judge": "val", "ruling": "accepted"}]}
_GOAL = "The debris boat never visits waypoint A."
_READING = {"mid_level_goal": _GOAL, "constraints": [_CONSTRAINT], "score": 0.95}
_JOB = "7d1e0f3c2b4a49588f6e5d4c3b2a1908"
_RUN = ENVELOPE["correlation_id"]
_JOBS = [{"service": "planner", "requested": 3, "finished": 2}]
_EXECUTION = {
    "now": 6.6,
    "done": _PLAN,
    "observations": [{"time": 6.601, "true": ["(at deb_ast_0 wpt_end)"], "false": ["(at deb_ast_0 wpt_b_0)"]}],
}
_REVISION = {
    "id": "2-9c1f0a7be42d5566",
    "number": 2,
    "session": "storm",
    "parent": "1-03fe72d1c8ab9e10",
    "run": _RUN,
    "problem": _PROBLEM,
    "plan": _PLAN,
    "steps": [_STEP],
    "specification": [_TRACED],
    "in_force": [
        {
            "statement": _STATEMENT,
            "constraints": [_CONSTRAINT],
            "mid_level_goal": _GOAL,
            "score": 0.95,
            "turn": 1,
            "verdict": "adhered",
            "reading": "clear",
        }
    ],
    "execution": _EXECUTION,
    "translator": "offline",
    "created": "2026-11-23T02:30:00Z",
}
_OUTCOME = {
    "statement": _STATEMENT,
    "verdict": "adhered",
    "mid_level_goal": _GOAL,
    "constraints": [_CONSTRAINT],
    "reading": "clear",
    "adherence": 0.97,
    "explanation": "Every judge able to rule accepts it.",
}
_WHY_GIVEN_UP = "No plan from here that reaches the goal meets it (proved)."
_GIVEN_UP = {
    "statement": {"id": "s2", "text": "The debris boat visits waypoint B."},
    "verdict": "impossible",
    "mid_level_goal": "The debris boat visits waypoint B.",
    "constraints": ["(sometime (at deb_ast_0 wpt_b_0))"],
    "reading": "clear",
    "adherence": None,
    "explanation": _WHY_GIVEN_UP,
}
_SETTINGS = {"seed": 7, "generations": 3}
_STATE = {
    "run": _RUN,
    "session": "storm",
    "domain": "waterway",
    "state": "running",
    "generation": 1,
    "started": "2026-11-23T02:30:00.000+00:00",
}

_LETTER = {
    "id": "9c1f0a7be42d55669c1f0a7be42d5566",
    "subject": "plancritic.v1.default.job.planner.solve.storm",
    "session": "storm",
    "run": _RUN,
    "fault": "worker_failed",
    "reason": "5 workers died while handling 'job.planner.solve'",
    "deliveries": 6,
    "buried": "2026-11-23T02:31:00Z",
}

#: By the row's name; without the envelope.
PAYLOADS: dict[str, dict[str, Any]] = {
    "event.feedback.submitted": {"domain": "waterway", "problem": "1", "statements": [_STATEMENT]},
    "event.feedback.refused": {
        "kind": "feedback_refused",
        "fault": {
            "code": "unknown_domain",
            "message": "no domain 'watreway' is published",
            "remedy": "published: haulage, satellite, waterway",
        },
    },
    "event.run.started": {
        "problem": _PROBLEM,
        "settings": _SETTINGS,
        "seed": 7,
        "started": "2026-11-23T02:30:00Z",
        "deadline": None,
    },
    "event.plan.made": {"problem": _PROBLEM, "plan": _PLAN, "steps": [_STEP]},
    "event.statements.translated": {
        "statements": [{"statement": _STATEMENT, "reading": _READING, "alternatives": 1}],
        "translator": "offline",
    },
    "event.question.asked": {
        "question": "q1",
        "statement": _STATEMENT,
        "text": "What did you mean?",
        "choices": [{"number": 1, "sentence": _GOAL, "constraints": [_CONSTRAINT], "probability": 0.6}],
    },
    "event.question.answered": {"question": "q1", "choice": 1},
    "event.run.progressed": {"jobs": _JOBS, "elapsed_seconds": 1.5},
    "event.generation.evaluated": {
        "generation": 1,
        "of": 3,
        "individuals": 20,
        "verdicts": {"plan": 14, "impossible": 6},
        "from_cache": 3,
        "best_adherence": 0.95,
        "mean_adherence": 0.6,
        "best_specification": [_TRACED],
        "elapsed_seconds": 2.5,
    },
    "event.plan.revised": {
        "kind": "plan_revised",
        "problem": _PROBLEM,
        "mode": "deterministic",
        "seed": 7,
        "base_plan": _PLAN,
        "base_steps": [_STEP],
        "plan": _PLAN,
        "steps": [_STEP],
        "specification": [_TRACED],
        "statements": [_OUTCOME, _GIVEN_UP],
        "revision": "2-9c1f0a7be42d5566",
        "number": 2,
        "parent": "1-03fe72d1c8ab9e10",
        "execution": _EXECUTION,
        "given_up": [
            {
                "statement": "s2",
                "why": "impossible",
                "explanation": _WHY_GIVEN_UP,
            }
        ],
        "adherence_rate": None,
        "scorer": None,
        "translator": "offline",
        "proof": _PROOF,
        "lineage": ["a deviation was observed at 6.601", "the rest is planned again"],
        "generations": 0,
        "ended": "nothing_to_search",
        "timings": [{"part": "whole run", "seconds": 2.5, "count": 1}],
    },
    "event.session.revised": {"revision": _REVISION},
    "event.execution.progressed": {
        "revision": "1-03fe72d1c8ab9e10",
        "time": 3.6,
        "through": 5,
        "begun": [{"number": 6, "action": "(move_debris_asset wpt_ini wpt_b_0 deb_ast_0)"}],
    },
    "event.execution.deviated": {
        "revision": "1-03fe72d1c8ab9e10",
        "time": 6.6,
        "true": ["(at deb_ast_0 wpt_end)"],
        "false": ["(at deb_ast_0 wpt_b_0)"],
        "values": {"(debris_asset_debris_weight deb_ast_0)": 120.0},
        "broken_off": [{"number": 9}],
        "reason": "the engine failed",
    },
    "job.translator.translate": {"problem": _PROBLEM, "statements": [_STATEMENT], "shown_plan": _PLAN},
    "job.planner.solve": {"problem": _PROBLEM, "specification": [_TRACED], "limits": {"seconds": 2.0}},
    "job.planner.enumerate": {"problem": _TEXTS, "count": 100},
    "job.planner.find_landmarks": {"problem": _TEXTS, "method": "rhw"},
    "job.validator.validate": {
        "problem": _PROBLEM,
        "plan": _PLAN,
        "specification": [_TRACED],
        "questions": [_CONSTRAINT],
    },
    "job.validator.validate_plans": {"sets": [{"problem": _TEXTS, "plans": [_PLAN]}]},
    "job.scorer.score": {"problem": _PROBLEM, "plans": [_PLAN], "texts": [_TEXT]},
    "result.translator.translated": {
        "kind": "translation",
        "job": _JOB,
        "translator": "offline",
        "statements": [{"statement": "s1", "readings": [_READING]}],
    },
    "result.planner.solved": {
        "kind": "solution",
        "job": _JOB,
        "verdict": {"verdict": "plan", "engine": "kairos", "road": "native", "plan": _PLAN, "proof": _PROOF},
    },
    "result.planner.enumerated": {
        "kind": "plan_enumeration",
        "job": _JOB,
        "plans": [{"plan": "(pick-up a)\n", "cost": 1.0}],
        "complete": True,
    },
    "result.planner.landmarks_found": {
        "kind": "landmarks_found",
        "job": _JOB,
        "landmarks": [
            {"facts": ["(holding a)"], "disjunctive": False, "first_achievers": ["(pick-up a)"], "initially": False}
        ],
    },
    "result.validator.validated": {
        "kind": "validation",
        "job": _JOB,
        "proof": _PROOF,
        "answers": [{"constraint": _CONSTRAINT, "proof": _PROOF}],
    },
    "result.validator.plans_validated": {"kind": "validations", "job": _JOB, "rulings": [[{"ruling": "accepted"}]]},
    "result.scorer.scored": {
        "kind": "scores",
        "job": _JOB,
        "model": "waterway",
        "version": "3" * 64,
        "threshold": 0.5,
        "unsure": [0.4, 0.6],
        "adherence": [[0.97]],
    },
    "ask.service.describe": {},
    "ask.coordinator.report": {"run": _RUN},
    "ask.run.cancel": {"run": _RUN},
    "ask.session.report": {"session": "storm"},
    "ask.session.accept": {"session": "storm", "revision": "2-9c1f0a7be42d5566"},
    "ask.session.undo": {"session": "storm", "revision": "2-9c1f0a7be42d5566"},
    "ask.session.branch": {"session": "storm", "into": "alternative"},
    "ask.translator.preview": {"draft": '{"name": "waterway"}', "problem": "1", "text": "Never visit waypoint A."},
    "ask.run.resume": {"run": _RUN, "sequence": 4711},
    "ask.dead_letters.list": {"limit": 20},
    "ask.dead_letters.show": {"letter": "9c1f"},
    "ask.dead_letters.retry": {"letter": "9c1f"},
    "ask.dead_letters.drop": {"letter": "9c1f"},
    **improvement_examples.PAYLOADS,
    **modelling_examples.PAYLOADS,
    **refinement_examples.PAYLOADS,
}

_CHANGED = {"revision": _REVISION}

#: The answers to asks, by the row's name.
ANSWERS: dict[str, dict[str, Any]] = {
    "ask.service.describe": {
        "service": "planner",
        "instance": "planner-1f0c2a91",
        "version": "0.1.0",
        "process_id": 4711,
        "host": "node-1",
        "http": "http://127.0.0.1:8080",
        "ready": True,
        "in_flight": 1,
        "handled": 42,
    },
    "ask.coordinator.report": {"runs": [_STATE]},
    "ask.translator.preview": {"reading": {"statement": "preview", "reason": "no fact is named"}},
    "ask.run.resume": {"run": _RUN},
    "ask.dead_letters.list": {"letters": [_LETTER], "total": 1},
    "ask.dead_letters.show": {"letter": _LETTER, "body": '{"envelope": {}}'},
    "ask.dead_letters.retry": {"letter": _LETTER, "run": "7d1e0f3c2b4a49588f6e5d4c3b2a1908"},
    "ask.dead_letters.drop": {"letter": _LETTER},
    **modelling_examples.ANSWERS,
    "ask.run.cancel": {"run": {**_STATE, "state": "cancelled"}},
    "ask.session.report": {
        "sessions": [
            {
                "session": "storm",
                "domain": "waterway",
                "problem": "1",
                "head": "2-9c1f0a7be42d5566",
                "number": 2,
                "in_force": 1,
                "accepted": False,
                "created": "2026-11-23T02:30:00Z",
                "updated": "2026-11-23T02:40:00Z",
            }
        ]
    },
    "ask.session.accept": _CHANGED,
    "ask.session.undo": _CHANGED,
    "ask.session.branch": _CHANGED,
}


def payload_of(row: Subject) -> dict[str, Any]:
    """Return an example of a whole message on a row."""
    return {"envelope": {**ENVELOPE, "schema_version": row.version}, **PAYLOADS[row.name]}
