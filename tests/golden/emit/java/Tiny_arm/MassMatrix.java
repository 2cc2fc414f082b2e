package Tiny_arm;

/** Tiny arm: mass_matrix. Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again. */
final class MassMatrix {
    private MassMatrix() {}

    static void compute(double[] q, double[] parameters, double[] M, double[] h) {
        final double t1 = Math.cos(q[1]);
        final double t2 = Math.sin(q[1]);
        final double t3 = parameters[0] * parameters[1] * t1;
        M[1] = t3;
        M[2] = t3;
        M[0] = 2.0 * t3 + parameters[0];
        h[0] = -(-0.5 * t2);
        M[3] = parameters[0];
    }
}
