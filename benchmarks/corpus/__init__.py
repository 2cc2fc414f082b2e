"""Every model file of a folder beside an independent program: Pinocchio for URDF, MuJoCo for MJCF, a plain reading for SDF."""
