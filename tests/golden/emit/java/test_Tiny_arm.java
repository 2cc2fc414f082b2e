import Tiny_arm.TinyArm;
import linkwright.Checks;

/**
 * Tiny arm: tests of the generated functions against independent values
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */
public final class test_Tiny_arm {
    private test_Tiny_arm() {}

    public static void main(String[] arguments) {
        String[] data = {"""
            0.5 -0.25 1.5 0.25 2.2266843162829835 0.3633421581414918 0.3633421581414918 1.5 -0.12370197962726147
            1.0 -1.0
            """};
        String[] places = {"""
            0 2 11 15 0 2 11 15
            """};
        String[] rows = {"""
            0 0 0 0 0 0 0
            3 9 11 0 0 0 0
            3 10 4 0 0 0 0
            0 0 4 0 0 0 0
            3 9 15 0 0 0 0
            3 10 8 0 0 0 0
            """};
        Checks checks = new Checks("Tiny arm", 16, data, places, rows);
        checks.function(c -> {
            if (c.leavesOut(1)) {
                TinyArm.mass_matrix(c.array(0, 2), c.output(2, 4), c.output(3, 1));
            } else {
                TinyArm.mass_matrix(c.array(0, 2), c.array(1, TinyArm.default_parameters()), c.output(2, 4), c.output(3, 1));
            }
        });
        checks.run("""
            0 3 4 1e-09 0.001 M at a sample
            3 6 1 1e-09 0.001 h at a sample
            """);
    }
}
