"""Words to items of the domain: one spelling, tokens, numbers, names, verbs."""
