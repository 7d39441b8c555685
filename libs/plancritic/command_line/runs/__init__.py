"""The commands about feedback runs on a broker: `submit`, `watch`, `status`, `session`."""
