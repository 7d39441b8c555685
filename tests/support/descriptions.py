"""Descriptions and recorded candidates of tests/cases/schema_library."""

from __future__ import annotations

from pathlib import Path

from plancritic.contracts.modelling.descriptions import ActionDescription, DomainDescription, Register

CASES = Path(__file__).parents[1] / "cases" / "schema_library"
DOMAINS = ("libraryworld", "dungeon", "minecraft")
REGISTERS: tuple[Register, ...] = ("detailed", "layman")


def recordings(domain: str, register: Register) -> dict[str, str]:
    """What each writer answered, by the writer's number."""
    files = sorted((CASES / domain / "recordings" / register).glob("*.md"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def hall(parameters: str | None = None) -> DomainDescription:
    """A small description whose names invite slips; `parameters` prescribes the signature of `go`."""
    return DomainDescription(
        domain="hall",
        overview="A robot drives through rooms.",
        types={"thing": "anything", "room": "a room", "robot - thing": "a robot", "box - thing": "a box"},
        predicates={
            "(robot-at ?r - robot ?p - room)": "robot r is in room p",
            "(box-at ?b - box ?p - room)": "box b is in room p",
            "(linked ?p ?q - room)": "a door leads from p to q",
            "(held ?b - box)": "the robot holds box b",
            "(hand-free)": "nothing is held",
            "(clean ?t - thing)": "it is clean",
        },
        actions={
            "go": ActionDescription(
                detailed="Drive from a room to a linked one.", layman="Go next door.", parameters=parameters
            ),
            "pick-up": ActionDescription(detailed="Take a box from the room.", layman="Take a box."),
        },
    )


#: A schema of `go` in which nothing is to be corrected.
GO = """(:action go
  :parameters (?r - robot ?from ?to - room)
  :precondition (and (robot-at ?r ?from) (linked ?from ?to))
  :effect (and (robot-at ?r ?to) (not (robot-at ?r ?from))))"""
