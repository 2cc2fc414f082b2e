"""Inverse kinematics of trees: where the joints must be for frames to have given poses."""
