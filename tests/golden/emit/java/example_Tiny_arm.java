import Tiny_arm.TinyArm;
import java.util.Arrays;

/**
 * Tiny arm: an example
 * Written by Linkwright 1.0 from model sha256:0123456789ab. Do not edit: generate it again.
 */
public final class example_Tiny_arm {
    private example_Tiny_arm() {}

    private static void mass_matrix() {
        double[] q = {0.5, -0.25};
        double[] M = new double[4];
        double[] h = new double[1];
        TinyArm.mass_matrix(q, M, h);
        System.out.println("mass_matrix M: " + Arrays.toString(M));
        System.out.println("mass_matrix h: " + Arrays.toString(h));
    }

    public static void main(String[] arguments) {
        mass_matrix();
    }
}
