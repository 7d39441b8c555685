"""The dead letters: what no worker could finish, and work that nobody has in hand.

In: the broker's advisories on jobs and events that it delivers no more. Answers `ask.dead_letters.*`; publishes jobs
and feedback again, and asks a coordinator to carry on a run (`ask.run.resume`).
"""
