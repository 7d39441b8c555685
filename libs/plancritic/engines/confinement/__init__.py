"""Confinement of child processes: what they may write, whom they may reach, and that they end with their engine."""

from plancritic.engines.confinement.confinement import (
    Confinement,
    Network,
    confined_command,
    confinement,
    report_confinement,
)

__all__ = ["Confinement", "Network", "confined_command", "confinement", "report_confinement"]
