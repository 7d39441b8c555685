"""Questions about the plan: what is asked, what happens in the plan, and the answer in words."""
