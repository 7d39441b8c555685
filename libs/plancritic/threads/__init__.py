"""Work in threads that a program does not wait for when it ends."""

from __future__ import annotations

from plancritic.threads.background import in_thread
from plancritic.threads.ending import leave
from plancritic.threads.executor import DaemonExecutor

__all__ = ["DaemonExecutor", "in_thread", "leave"]
