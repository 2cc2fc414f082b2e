// Written by Linkwright. Do not edit: generate it again.
package linkwright;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Runs the checks of a generated test program, which are a table in texts: constants one by one would be more than a class
 * can hold. A line for each check, a summary, exit code 1 where one fails.
 *
 * <p>Memory is one array: first what is given, then what a check computes. A row of the table is a step, and says where in
 * memory its arrays begin; matrices are there row by row.
 */
public final class Checks {
    private static final int RUN = 0;
    private static final int TRANSPOSE = 1;
    private static final int MULTIPLY = 2;
    private static final int ADD = 3;
    private static final int ABSENT = 4;
    private static final int WIDTH = 7;
    private static final int LEFT_OUT = -1;

    private final PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final List<Consumer<Call>> functions = new ArrayList<>();
    private final double[] memory;
    private final int given;
    private final int[] arguments;
    private final int[] rows;
    private double[] sum;
    private double scale;
    private int count;
    private int passed;
    private double largest;

    /** name: what is tested. size: numbers in memory, of which those of `data` are given. */
    public Checks(String name, int size, String[] data, String[] arguments, String[] rows) {
        double[] numbers = words(data).mapToDouble(Double::parseDouble).toArray();
        this.memory = Arrays.copyOf(numbers, size);
        this.given = numbers.length;
        this.arguments = words(arguments).mapToInt(Integer::parseInt).toArray();
        this.rows = words(rows).mapToInt(Integer::parseInt).toArray();
        out.println(name);
    }

    /** The next of the functions that rows call. */
    public void function(Consumer<Call> function) {
        functions.add(function);
    }

    /** Lines of first row, row behind the last, size, tolerance, floor, name; then the summary, and the program ends. */
    public void run(String... checks) {
        Arrays.stream(checks).flatMap(String::lines).map(line -> line.split(" ", 6)).forEach(this::check);
        String summary = "%d checks, %d passed, max relative error %.2e";
        out.println(String.format(Locale.ROOT, summary, count, passed, largest));
        System.exit(passed == count ? 0 : 1);
    }

    private static Stream<String> words(String[] texts) {
        return Arrays.stream(texts).flatMap(text -> Arrays.stream(text.split("\\s+"))).filter(word -> !word.isEmpty());
    }

    /** The sum is zero: its largest element, relative to the largest of the terms, is at most the tolerance. */
    private void check(String[] words) {
        Arrays.fill(memory, given, memory.length, Double.NaN);
        sum = new double[Integer.parseInt(words[2])];
        scale = Double.parseDouble(words[4]);
        for (int row = Integer.parseInt(words[0]); row < Integer.parseInt(words[1]); row++) {
            step(Arrays.copyOfRange(rows, WIDTH * row, WIDTH * row + WIDTH));
        }
        double error = 0.0;
        for (double x : sum) {
            error = Math.max(error, Math.abs(x)); // NaN stays NaN
        }
        double relative = error / scale;
        boolean ok = relative <= Double.parseDouble(words[3]);
        count++;
        passed += ok ? 1 : 0;
        largest = Math.max(largest, relative);
        out.println(String.format(Locale.ROOT, "  %-6s %9.2e  %s", ok ? "ok" : "FAILED", relative, words[5]));
    }

    private void step(int[] row) {
        switch (row[0]) {
            case RUN -> run(functions.get(row[1]), new Call(row[2]));
            case TRANSPOSE -> transpose(row[1], row[2], row[3], row[4]);
            case MULTIPLY -> multiply(row[1], row[2], row[3], row[4], row[5], row[6]);
            case ADD -> add(memory[row[1]], row[2]);
            case ABSENT -> absent(row[1], row[2], row[3]);
            default -> throw new IllegalArgumentException("no step has number " + row[0]);
        }
    }

    private void run(Consumer<Call> function, Call call) {
        function.accept(call);
        call.outputs.forEach((place, x) -> System.arraycopy(x, 0, memory, place, x.length));
        call.floats.forEach((place, x) -> {
            for (int k = 0; k < x.length; k++) {
                memory[place + k] = x[k];
            }
        });
    }

    private void transpose(int source, int result, int height, int width) {
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                memory[result + j * height + i] = memory[source + i * width + j];
            }
        }
    }

    private void multiply(int left, int right, int result, int height, int inner, int width) {
        for (int i = 0; i < height; i++) {
            for (int j = 0; j < width; j++) {
                double x = 0.0;
                for (int k = 0; k < inner; k++) {
                    x += memory[left + i * inner + k] * memory[right + k * width + j];
                }
                memory[result + i * width + j] = x;
            }
        }
    }

    private void add(double factor, int array) {
        for (int k = 0; k < sum.length; k++) {
            sum[k] += factor * memory[array + k];
            scale = Math.max(scale, Math.abs(factor * memory[array + k]));
        }
    }

    /** Where the mask is 1, an element must be NaN: it becomes 0; another number one that no check allows. */
    private void absent(int array, int mask, int size) {
        for (int k = 0; k < size; k++) {
            if (memory[mask + k] > 0.0) {
                memory[array + k] = Double.isNaN(memory[array + k]) ? 0.0 : 1e300;
            }
        }
    }

    /** A call of a function, whose inputs and outputs have their places in memory. */
    public final class Call {
        private final int first;
        private final Map<Integer, double[]> outputs = new HashMap<>();
        private final Map<Integer, float[]> floats = new HashMap<>();

        private Call(int first) {
            this.first = first;
        }

        private int place(int argument) {
            return arguments[first + argument];
        }

        /** Whether none of these inputs is given. */
        public boolean leavesOut(int... inputs) {
            return Arrays.stream(inputs).allMatch(k -> place(k) == LEFT_OUT);
        }

        /** An input that is an array of so many numbers. */
        public double[] array(int input, int size) {
            return Arrays.copyOfRange(memory, place(input), place(input) + size);
        }

        /** The same, or its default. */
        public double[] array(int input, double[] otherwise) {
            return leavesOut(input) ? otherwise : array(input, otherwise.length);
        }

        /** An input that is a number. */
        public double number(int input) {
            return memory[place(input)];
        }

        /** The same, or its default. */
        public double number(int input, double otherwise) {
            return leavesOut(input) ? otherwise : number(input);
        }

        /** An array for an output, which the runner puts into memory. */
        public double[] output(int output, int size) {
            double[] x = new double[size];
            outputs.put(place(output), x);
            return x;
        }

        /** The same for functions of floats. */
        public float[] arrayFloat(int input, int size) {
            return narrow(array(input, size));
        }

        public float[] arrayFloat(int input, float[] otherwise) {
            return leavesOut(input) ? otherwise : arrayFloat(input, otherwise.length);
        }

        public float numberFloat(int input) {
            return (float) number(input);
        }

        public float numberFloat(int input, float otherwise) {
            return leavesOut(input) ? otherwise : numberFloat(input);
        }

        public float[] outputFloat(int output, int size) {
            float[] x = new float[size];
            floats.put(place(output), x);
            return x;
        }

        private float[] narrow(double[] x) {
            float[] narrow = new float[x.length];
            for (int k = 0; k < x.length; k++) {
                narrow[k] = (float) x[k];
            }
            return narrow;
        }
    }
}
