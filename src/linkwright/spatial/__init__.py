"""Rotations, transforms, motion and force vectors, inertia - over any scalar."""
