"""Why data cannot be made or a network not be trained, where what was given is to blame and not the program."""

from __future__ import annotations


class NotEnoughData(ValueError):
    """What was given comes to no example, or leaves a side of the split without any."""


class BadCheckpoint(ValueError):
    """The file keeps no training, or not the one to continue."""


class MixedSplits(ValueError):
    """Training would see what it is tested with, or an example and its opposite."""


class UnfaithfulExport(Exception):
    """The exported graph does not judge as the network does that was trained."""
