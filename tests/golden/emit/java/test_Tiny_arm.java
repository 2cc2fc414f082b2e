import Tiny_arm.TinyArm;
import linkwright.Checks;

/**
 * Tiny arm: tests of the generated functions against independent values
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */
public final class test_Tiny_arm {
    private static final double[][] DATA = {
        Checks.numbers("0.5 -0.25"), // 0
        Checks.numbers("1.5 0.25"), // 1
        Checks.numbers("2.2266843162829835 0.3633421581414918 0.3633421581414918 1.5"), // 2
        Checks.numbers("-0.12370197962726147"), // 3
    };

    private test_Tiny_arm() {}

    private static void check0(Checks checks) {
        double[] r0 = new double[4];
        double[] r1 = new double[1];
        TinyArm.mass_matrix(DATA[0], DATA[1], r0, r1);
        checks.vanishes("M at a sample",
                1e-09, 0.001, Checks.scaled(1.0, r0), Checks.scaled(-1.0, DATA[2]));
    }

    private static void check1(Checks checks) {
        double[] r0 = new double[4];
        double[] r1 = new double[1];
        TinyArm.mass_matrix(DATA[0], DATA[1], r0, r1);
        checks.vanishes("h at a sample",
                1e-09, 0.001, Checks.scaled(1.0, r1), Checks.scaled(-1.0, DATA[3]));
    }

    public static void main(String[] arguments) {
        Checks checks = new Checks("Tiny arm");
        check0(checks);
        check1(checks);
        checks.finish();
    }
}
