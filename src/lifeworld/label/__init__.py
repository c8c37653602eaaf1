"""A site on which people rate a run's trajectories, item by item, blind to verdict, agent and judges."""
