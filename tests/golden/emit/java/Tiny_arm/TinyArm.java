package Tiny_arm;

import java.util.List;
import linkwright.Support;

/**
 * Tiny arm: equations of motion, Java
 *
 * <pre>
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 *
 * Conventions
 *   M(q) a = tau
 *   angles in radians * / """ % /end{document}
 *
 * Parameters
 *   m1       1.5   kg  mass of the upper link
 *   L_upper  0.25  m
 *
 * Functions
 *   mass_matrix  M(q) a = tau
 *
 * Matrices are flat and row-major: element (i, j) of an m x n matrix is at n * i + j. Results go into arrays of the
 * caller's (not one that is also an input); a result that is one number has an array of one. Functions allocate nothing,
 * and threads do not disturb each other. Inputs are checked (sizes, finite numbers) unless
 * java -Dlinkwright.unchecked=true is said.
 * </pre>
 */
public final class TinyArm {
    /** length of q */
    public static final int NQ = 2;

    /** joints in the order of q */
    public static final List<String> JOINT_NAMES = List.of("upper \"arm\"", "it's \\ \u03b1");

    /** lower limits of q */
    public static final List<Double> LOWER_POSITION_LIMIT = List.of(-0.5, -Double.POSITIVE_INFINITY);

    private static final double[] PARAMETERS = {
        1.5, // 0: m1
        0.25, // 1: L_upper
    };

    /** Default values of parameters, in an array of the caller's own. */
    public static double[] default_parameters() {
        return PARAMETERS.clone();
    }

    private TinyArm() {}

    /**
     * Mass matrix of a small arm
     *
     * <pre>
     *   M(q) a = tau
     *
     * in   q  [2]  (rad)  joint positions
     * in   parameters  [2]  physical parameters
     *      may be left out: 2 default values
     * out  M  [2x2]
     * out  h  [scalar]
     *
     * Operations: add 1 mul 4 neg 1 sin 1 cos 1
     * Reference: Featherstone 2008, table 6.2
     * </pre>
     */
    public static void mass_matrix(double[] q, double[] parameters, double[] M, double[] h) {
        if (Support.CHECKS) {
            Support.input("mass_matrix", "q", q, 2);
            Support.input("mass_matrix", "parameters", parameters, 2);
            Support.output("mass_matrix", "M", M, 4, M == q || M == parameters);
            Support.output("mass_matrix", "h", h, 1, h == q || h == parameters);
        }
        MassMatrix.compute(q, parameters, M, h);
    }

    /** The same with default values for parameters. */
    public static void mass_matrix(double[] q, double[] M, double[] h) {
        mass_matrix(q, PARAMETERS, M, h);
    }
}
