"""From measurements to parameters: exciting trajectories, identification, physical consistency."""
