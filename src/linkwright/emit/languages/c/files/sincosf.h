/* Sines and cosines of n angles in single precision, each within 2 units in the last place.
 * No branch depends on an angle, so the loop becomes vector code. Angles beyond 5000, infinities and NaN are left to the C
 * library, and so is everything where float arithmetic is not that of IEEE 754 (x87, -ffast-math). A GPU has a function of
 * its own for one angle, and no vectors to fill. */
#if defined(__CUDA_ARCH__)
SINCOS_INLINE void linkwright_sincosf(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++)
        ::sincosf(x[i], &sine[i], &cosine[i]);
}
#elif defined(LINKWRIGHT_LIBM) || defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
SINCOS_INLINE void linkwright_sincosf(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++) {
        sine[i] = sinf(x[i]);
        cosine[i] = cosf(x[i]);
    }
}
#else
SINCOS_INLINE void linkwright_sincosf_near(float x, float *sine, float *cosine)
{
    /* |x| = k pi/2 + y; pi/2 in four parts, of which the first three times k are exact, and so is what `twice` rounds off */
    const float size = fabsf(x);
    const float shifted = size * 0.63661975f + 12582912.0f;
    const float k = shifted - 12582912.0f;
#if defined(FP_FAST_FMAF) || defined(__FP_FAST_FMAF) /* a product and a sum as one operation: pi/2 in three parts of 24 bits */
    const float near = fmaf(k, 4.371139e-08f, fmaf(-k, 1.5707964f, size));
    const float y = fmaf(k, 1.7151245e-15f, near);
#else
    const float once = size - k * 1.5708008f;
    const float twice = once + k * 4.4535846e-06f;
    const float lost = (once - twice) + k * 4.4535846e-06f;
    const float y = (twice + (lost + k * 8.706138e-10f)) - k * 6.223372e-14f;
    const float near = y;
#endif
    const float z = near * near, z2 = z * z;
    const float s = y + (near * z) * ((-0.16666667f + z * 0.008333379f) + z2 * (-0.00019853038f + z * 2.8319803e-06f));
    const float c = (1.0f - 0.5f * z) + z2 * ((0.041666646f + z * -0.0013887306f) + z2 * 2.4431652e-05f);
    /* the quadrant is in the low bits of `shifted`: odd ones swap sine and cosine, then signs */
    uint32_t quadrant, sign, a, b;
    memcpy(&quadrant, &shifted, sizeof quadrant);
    memcpy(&sign, &x, sizeof sign);
    const float first = (quadrant & 1) ? c : s;
    const float second = (quadrant & 1) ? s : c;
    memcpy(&a, &first, sizeof a);
    memcpy(&b, &second, sizeof b);
    a ^= ((quadrant & 2) << 30) ^ (sign & UINT32_C(0x80000000));
    b ^= ((quadrant + 1) & 2) << 30;
    memcpy(sine, &a, sizeof a);
    memcpy(cosine, &b, sizeof b);
}

SINCOS_APART void linkwright_sincosf_far(int n, const float *x, float *sine, float *cosine)
{
    for (int i = 0; i < n; i++) {
        if (!(fabsf(x[i]) <= 5000.0f)) { /* NaN too */
            sine[i] = sinf(x[i]);
            cosine[i] = cosf(x[i]);
        }
    }
}

SINCOS_INLINE void linkwright_sincosf(int n, const float *SINCOS_RESTRICT x, float *SINCOS_RESTRICT sine,
    float *SINCOS_RESTRICT cosine)
{
    uint32_t far = 0; /* the highest bit: some angle is far; the bits of floats grow with their size, NaN's beyond all */
    for (int i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        far |= (bits & UINT32_C(0x7fffffff)) + UINT32_C(0x3a63bfff);
        linkwright_sincosf_near(x[i], &sine[i], &cosine[i]);
    }
    if (far >> 31)
        linkwright_sincosf_far(n, x, sine, cosine);
}
#endif
