// Written by Linkwright. Do not edit: generate it again.
package linkwright;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Runs the checks of a generated test program: a line for each, a summary, exit code 1 where one fails. */
public final class Checks {
    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private int count;
    private int passed;
    private double largest;

    /** name: what is tested. */
    public Checks(String name) {
        out.println(name);
    }

    /** The sum of the terms is zero: its largest element, relative to the largest of the terms, is at most the tolerance. */
    public void vanishes(String name, double tolerance, double floor, double[]... terms) {
        double scale = floor;
        double error = 0.0;
        for (int k = 0; k < terms[0].length; k++) {
            double sum = 0.0;
            for (double[] term : terms) {
                sum += term[k];
                scale = Math.max(scale, Math.abs(term[k]));
            }
            error = Math.max(error, Math.abs(sum)); // NaN stays NaN
        }
        double relative = error / scale;
        boolean ok = relative <= tolerance;
        count++;
        passed += ok ? 1 : 0;
        largest = Math.max(largest, relative);
        out.println(String.format(Locale.ROOT, "  %-6s %9.2e  %s", ok ? "ok" : "FAILED", relative, name));
    }

    /** Prints the summary and ends the program. */
    public void finish() {
        String summary = "%d checks, %d passed, max relative error %.2e";
        out.println(String.format(Locale.ROOT, summary, count, passed, largest));
        System.exit(passed == count ? 0 : 1);
    }

    /** Numbers with spaces between: one literal each would be more than a class can hold. */
    public static double[] numbers(String... lines) {
        List<Double> found = new ArrayList<>();
        for (String line : lines) {
            for (String word : line.trim().split(" +")) {
                if (!word.isEmpty()) {
                    found.add(Double.valueOf(word));
                }
            }
        }
        return found.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** factor times x. */
    public static double[] scaled(double factor, double[] x) {
        double[] y = new double[x.length];
        for (int k = 0; k < x.length; k++) {
            y[k] = factor * x[k];
        }
        return y;
    }

    /** The transpose of a matrix of so many rows and columns. */
    public static double[] transpose(double[] x, int rows, int columns) {
        double[] y = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                y[j * rows + i] = x[i * columns + j];
            }
        }
        return y;
    }

    /** The product of two matrices, rows x inner and inner x columns. */
    public static double[] multiply(double[] x, double[] y, int rows, int inner, int columns) {
        double[] z = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                for (int k = 0; k < inner; k++) {
                    z[i * columns + j] += x[i * inner + k] * y[k * columns + j];
                }
            }
        }
        return z;
    }

    /** Where the mask is 1, an element must be NaN: it becomes 0; another number one that no check allows. */
    public static void absent(double[] x, double[] mask) {
        for (int k = 0; k < x.length; k++) {
            if (mask[k] > 0.0) {
                x[k] = Double.isNaN(x[k]) ? 0.0 : 1e300;
            }
        }
    }
}
