"""What Python and notebooks are given: motions, equations, pictures and pages as objects that show and save themselves, and
robots changed in one call. Everything here is put together from the rooms below."""
