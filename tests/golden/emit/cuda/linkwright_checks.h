/* Written by Linkwright 1.0: runs the checks of a test program, C or C++, which are rows of whole numbers.
 *
 * Memory is one array: first what is given, then what a check computes, which is NaN before each check. Arrays are where they
 * begin in memory, matrices row by row. A row is a step, its kind and up to six numbers:
 *
 *   0  function, first                    call; arguments[first], ... are where inputs begin (-1: its default) and outputs go
 *   1  source, result, rows, columns      transpose
 *   2  left, right, result, rows, inner, columns      multiply matrices
 *   3  factor, array                      add the number at `factor` times the array to the sum
 *   4  array, mask, size                  where the mask is 1 there must be a NaN: it becomes 0, any other number infinite
 *
 * A check has passed where (largest element of the sum) / max(largest element of what is added, floor) <= tolerance. */
#ifndef LINKWRIGHT_CHECKS_H
#define LINKWRIGHT_CHECKS_H

#include <math.h>
#include <stdio.h>

/* One function: takes its arguments from memory, by where they are, and puts its results there. */
typedef void linkwright_adapter(double *memory, const int *at);

/* Rows first to end make a sum of `size` elements. */
typedef struct {
    const char *name;
    double tolerance, floor;
    int size, first, end;
} linkwright_case;

typedef struct {
    const char *name;
    double *memory;
    int given, size; /* elements of memory that are given, and all */
    double *sum;     /* as long as the largest sum */
    linkwright_adapter *const *functions;
    const int *arguments;
    const int (*rows)[7];
    const linkwright_case *cases;
    int count;
} linkwright_table;

static void linkwright_transpose(const double *x, double *y, int rows, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            y[j * rows + i] = x[i * columns + j];
}

static void linkwright_multiply(const double *x, const double *y, double *z, int rows, int inner, int columns)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            z[i * columns + j] = 0.0;
            for (int k = 0; k < inner; k++)
                z[i * columns + j] += x[i * inner + k] * y[k * columns + j];
        }
}

/* Runs a case; its relative error, infinite where something is no number. */
static double linkwright_error(const linkwright_table *table, const linkwright_case *one)
{
    double *const memory = table->memory, *const sum = table->sum;
    double scale = one->floor, error = 0.0;
    for (int i = table->given; i < table->size; i++)
        memory[i] = (double)NAN;
    for (int i = 0; i < one->size; i++)
        sum[i] = 0.0;
    for (int n = one->first; n < one->end; n++) {
        const int *const row = table->rows[n];
        if (row[0] == 0) {
            table->functions[row[1]](memory, table->arguments + row[2]);
            continue;
        }
        double *const x = memory + row[1], *const y = memory + row[2];
        switch (row[0]) {
        case 1:
            linkwright_transpose(x, y, row[3], row[4]);
            break;
        case 2:
            linkwright_multiply(x, y, memory + row[3], row[4], row[5], row[6]);
            break;
        case 3:
            for (int i = 0; i < one->size; i++) {
                sum[i] += x[0] * y[i];
                scale = fmax(scale, fabs(x[0] * y[i]));
            }
            break;
        default:
            for (int i = 0; i < row[3]; i++)
                if (y[i] > 0.0)
                    x[i] = isnan(x[i]) ? 0.0 : (double)INFINITY;
        }
    }
    for (int i = 0; i < one->size; i++) {
        if (!isfinite(sum[i]))
            return (double)INFINITY;
        error = fmax(error, fabs(sum[i]));
    }
    return error / scale;
}

/* All cases: a line for each, a summary; 1 where one fails, for `main` to return. */
static int linkwright_run(const linkwright_table *table)
{
    int passed = 0;
    double largest = 0.0;
    printf("%s\n", table->name);
    for (int n = 0; n < table->count; n++) {
        const linkwright_case *const one = &table->cases[n];
        const double error = linkwright_error(table, one);
        const int ok = error <= one->tolerance; /* false for NaN */
        passed += ok;
        largest = error > largest || isnan(error) ? error : largest;
        printf("  %-6s %9.2e  %s\n", ok ? "ok" : "FAILED", error, one->name);
    }
    printf("%d checks, %d passed, max relative error %.2e\n", table->count, passed, largest);
    return passed != table->count;
}

#endif
