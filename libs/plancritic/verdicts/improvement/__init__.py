"""Plans made better: needless actions removed, times tightened, proved again."""
