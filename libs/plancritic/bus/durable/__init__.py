"""Durable work: jobs and events taken from their streams, runs that are over, brokers that have gone."""
