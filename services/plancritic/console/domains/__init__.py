"""The pages of domains: what there is, what one can speak of, a new one from PDDL."""
