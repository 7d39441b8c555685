"""The coordinator: runs the genetic algorithm over specifications for one feedback run at a time and copy.

In: `event.feedback.submitted`. Out: jobs to translator, planner, validator and scorer; progress events;
and exactly one end of each run, `event.plan.revised` or `event.feedback.refused`. Answers `ask.coordinator.report`
and `ask.ledger.report`.
"""
