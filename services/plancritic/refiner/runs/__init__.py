"""One refinement as a service carries it out: what is known is checked, candidates are judged as jobs, one end."""
