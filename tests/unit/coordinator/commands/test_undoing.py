"""A verb of undoing and a reference to the last turn take it back, in whatever words; anything else does not."""

import pytest

from plancritic.coordinator.commands.undoing import takes_back_last_turn


@pytest.mark.parametrize(
    "text",
    [
        "Undo that last one.",
        "undo the last one please",
        "Undo what I just said.",
        "Can we undo that last change?",
        "I'd like to undo my last request.",
        "Scrap what I just said.",
        "Forget that last bit.",
        "Take that last one back.",
        "Please take back what I said last.",
        "Ignore that last instruction, sorry.",
        "Delete the last thing I said.",
        "Oops, that was a mistake. Undo it.",
        "That's not what I meant, undo that.",
        "No, revert.",
        "Let's go back to my last request.",
        "Go back one turn.",
        "Go back to what I said last.",
        "Take back the last change, please.",
        "Reverse that.",
        "Change it back.",
        "I take it back.",
        "Never mind what I just said.",
        "Reverse what you just did.",
        "I take that back.",
    ],
)
def test_the_last_turn_is_taken_back(text: str) -> None:
    assert takes_back_last_turn(text)


@pytest.mark.parametrize(
    "text",
    [
        "Undo the blockage at waypoint B.",
        "Don't undo that.",
        "Do not go back.",
        "Take it back to the depot.",
        "Go back to waypoint A.",
        "Remove it.",
        "Remove the last piece of debris.",
        "Drop the parcel last.",
        "Never go back.",
        "Undo step 5.",
        "Visit waypoint A last.",
        "That is not what I meant.",
        "I want that.",
        "The van goes back.",
        "Cancel the visit to the mill.",
        "Undo that, and send the scout to A.",
        "Turn back",
        "Please turn back now",
        "I asked you to turn back.",
        "Just turn back.",
        "Let's go back.",
        "Go back again",
        "Put it back",
        "Put that one back.",
        "Take them back",
        "Take the last one back.",
        "Reverse it",
        "Drop it",
        "Back out again.",
        "No, switch it back.",
    ],
)
def test_what_names_anything_else_is_no_such_command(text: str) -> None:
    assert not takes_back_last_turn(text)
