# Tiny arm: from Tiny_arm cimport c_mass_matrix
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

from Tiny_arm._Tiny_arm cimport (
    c_mass_matrix,
)
