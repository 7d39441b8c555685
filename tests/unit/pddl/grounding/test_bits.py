"""Facts, states and ground steps as bits."""

from __future__ import annotations

from plancritic.pddl.grounding import FactBits, GroundStep, members
from plancritic.pddl.language import Atom

OPEN, CLOSED, LOCKED = Atom("open", ("front",)), Atom("closed", ("front",)), Atom("locked", ("front",))


def test_the_bits_of_a_mask_come_the_least_first() -> None:
    assert list(members(0)) == []
    assert list(members(0b101001)) == [0, 3, 5]


def test_a_fact_keeps_its_bit_and_a_mask_gives_its_facts_back() -> None:
    bits = FactBits()
    mask = bits.mask([LOCKED, OPEN, LOCKED])
    assert (mask, bits.bit(OPEN), bits.bit(CLOSED)) == (0b11, 0b10, 0b100)
    assert bits.facts(mask) == [LOCKED, OPEN]


def test_a_step_applies_where_all_it_needs_holds_and_nothing_it_forbids() -> None:
    bits = FactBits()
    pull = GroundStep(bits.bit(CLOSED), bits.bit(LOCKED), bits.bit(OPEN), bits.bit(CLOSED) | bits.bit(OPEN))
    assert pull.applies(bits.bit(CLOSED))
    assert not pull.applies(bits.mask([CLOSED, LOCKED])) and not pull.applies(bits.bit(OPEN))
    # What is added and deleted is true afterwards.
    assert bits.facts(pull.after(bits.bit(CLOSED))) == [OPEN]
