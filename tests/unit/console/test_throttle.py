"""How often somebody may try to sign in."""

from __future__ import annotations

import time

import pytest

from plancritic.console.accounts import throttle
from plancritic.console.accounts.throttle import OF_A_NAME, OF_AN_ADDRESS, Throttle


def test_a_name_has_a_few_attempts_from_one_address() -> None:
    counted = Throttle()
    assert [counted.admits("ada", "10.0.0.1") for _ in range(OF_A_NAME + 2)] == [True] * OF_A_NAME + [False] * 2
    assert counted.admits("ada", "10.0.0.2")
    assert counted.admits("bob", "10.0.0.1")


def test_an_address_has_a_bound_over_all_names() -> None:
    counted = Throttle()
    admitted = [counted.admits(f"user{number}", "10.0.0.1") for number in range(OF_AN_ADDRESS + 5)]
    assert sum(admitted) == OF_AN_ADDRESS
    assert counted.admits("ada", "10.0.0.2")


def test_who_signs_in_has_used_up_nothing() -> None:
    counted = Throttle()
    for _ in range(2 * OF_AN_ADDRESS):
        assert counted.admits("ada", "10.0.0.1")
        counted.succeeded("ada", "10.0.0.1")


def test_one_may_try_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttle, "WAIT_SECONDS", 0.05)
    counted = Throttle()
    while counted.admits("ada", "10.0.0.1"):
        pass
    time.sleep(0.1)
    assert counted.admits("ada", "10.0.0.1")
