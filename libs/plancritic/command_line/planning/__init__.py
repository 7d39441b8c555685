"""The commands that plan and prove on this machine: `plan`, `validate`, `explain`, `engines`."""
