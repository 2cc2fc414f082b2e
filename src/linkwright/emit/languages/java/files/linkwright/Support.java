// Written by Linkwright. Do not edit: generate it again.
package linkwright;

import java.util.Arrays;
import java.util.List;

/** What generated functions need besides java.lang.Math: checks of their arguments, and operations as IEEE 754 has them. */
public final class Support {
    /** Whether arguments are checked; `java -Dlinkwright.unchecked=true` leaves that out, and then it costs nothing. */
    public static final boolean CHECKS = !Boolean.getBoolean("linkwright.unchecked");

    private Support() {}

    /** An input that is an array of `size` finite numbers, or an exception that names it. */
    public static void input(String function, String name, double[] x, int size) {
        sized(function, name, x == null ? -1 : x.length, size);
        for (int k = 0; k < size; k++) {
            if (!Double.isFinite(x[k])) {
                throw new IllegalArgumentException(
                        function + ": element " + k + " of " + name + " is " + x[k] + ", not a finite number");
            }
        }
    }

    /** An input that is a finite number. */
    public static void input(String function, String name, double x) {
        if (!Double.isFinite(x)) {
            throw new IllegalArgumentException(function + ": " + name + " is " + x + ", not a finite number");
        }
    }

    /** An array for `size` results that is no input. */
    public static void output(String function, String name, double[] x, int size, boolean isInput) {
        sized(function, name, x == null ? -1 : x.length, size);
        if (isInput) {
            throw new IllegalArgumentException(
                    function + ": " + name + " is also an input; it would be overwritten while it is read");
        }
    }

    private static void sized(String function, String name, int length, int size) {
        if (length != size) {
            throw new IllegalArgumentException(function + ": " + name + " must be an array of " + size
                    + " numbers, not " + (length < 0 ? "null" : length));
        }
    }

    /** Whole numbers of texts, one behind the other. */
    public static List<Integer> wholes(String... texts) {
        return Arrays.stream(texts).flatMap(text -> Arrays.stream(text.trim().split("\\s+"))).map(Integer::valueOf).toList();
    }

    /** Math.pow, but 1 where IEEE 754 says 1. */
    public static double pow(double x, double y) {
        return x == 1.0 || (x == -1.0 && Double.isInfinite(y)) ? 1.0 : Math.pow(x, y);
    }

    /** The smaller of two, the first where they are not comparable. */
    public static double min(double a, double b) {
        return b < a ? b : a;
    }

    /** The larger of two, the first where they are not comparable. */
    public static double max(double a, double b) {
        return b > a ? b : a;
    }

    /** One of two values, by the sign of x. */
    public static double select(double x, double yes, double no) {
        return x > 0.0 ? yes : no;
    }

    /** A value that exists only where the condition is positive. */
    public static double only_if(double condition, double x) {
        return condition > 0.0 ? x : Double.NaN;
    }

    /** The same for floats. */
    public static void input(String function, String name, float[] x, int size) {
        sized(function, name, x == null ? -1 : x.length, size);
        for (int k = 0; k < size; k++) {
            if (!Float.isFinite(x[k])) {
                throw new IllegalArgumentException(
                        function + ": element " + k + " of " + name + " is " + x[k] + ", not a finite number");
            }
        }
    }

    /** The same for floats. */
    public static void input(String function, String name, float x) {
        if (!Float.isFinite(x)) {
            throw new IllegalArgumentException(function + ": " + name + " is " + x + ", not a finite number");
        }
    }

    /** The same for floats. */
    public static void output(String function, String name, float[] x, int size, boolean isInput) {
        sized(function, name, x == null ? -1 : x.length, size);
        if (isInput) {
            throw new IllegalArgumentException(
                    function + ": " + name + " is also an input; it would be overwritten while it is read");
        }
    }

    /** The same for floats. */
    public static float pow(float x, float y) {
        return x == 1.0f || (x == -1.0f && Float.isInfinite(y)) ? 1.0f : (float) Math.pow(x, y);
    }

    /** The same for floats. */
    public static float min(float a, float b) {
        return b < a ? b : a;
    }

    /** The same for floats. */
    public static float max(float a, float b) {
        return b > a ? b : a;
    }

    /** The same for floats. */
    public static float select(float x, float yes, float no) {
        return x > 0.0f ? yes : no;
    }

    /** The same for floats. */
    public static float only_if(float condition, float x) {
        return condition > 0.0f ? x : Float.NaN;
    }
}
