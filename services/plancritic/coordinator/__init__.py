"""The coordinator: runs the genetic algorithm over specifications for one feedback run at a time and copy.

In: `event.feedback.submitted`, `event.question.answered`, `event.execution.progressed` and `.deviated`. Out: jobs to
translator, planner, validator and scorer; progress events; and exactly one end of each run, `event.plan.revised` or
`event.feedback.refused`. Keeps the revisions of sessions and how far they were executed (`event.session.revised`).
Answers `ask.coordinator.report`, `ask.run.cancel` and `ask.session.*`.
"""
