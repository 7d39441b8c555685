"""Tasks that end when they are told to, and work in threads that a program does not wait for when it ends."""

from __future__ import annotations

from plancritic.threads.background import in_thread
from plancritic.threads.ending import leave
from plancritic.threads.executor import DaemonExecutor
from plancritic.threads.stopping import stop, stop_soon

__all__ = ["DaemonExecutor", "in_thread", "leave", "stop", "stop_soon"]
