"""What a plan looks like, as values that a page, a terminal or a console draws; it draws nothing itself.

Its modules are imported by name: `plan_changes` needs the messages alone, and the rest needs the PDDL libraries.
"""
