"""What of inverse kinematics is no straight-line code: all solutions of general six-joint arms, by elimination."""
