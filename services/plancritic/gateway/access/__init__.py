"""Who may send a request, for which tenant, and how many."""
