"""The page of operations: services, queues, runs, what no worker could finish."""
