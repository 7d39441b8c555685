"""The `plancritic` program: its root, how it prints and ends, and the commands that belong to no service.

Rooms add commands by the entry-point group `plancritic.commands`; each is imported only when asked for.
"""
