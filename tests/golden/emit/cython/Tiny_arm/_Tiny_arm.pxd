# Tiny arm: functions without the GIL, for other Cython code
# Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.

cdef void c_mass_matrix(const double *q, const double *parameters, double *M, double *h) noexcept nogil
