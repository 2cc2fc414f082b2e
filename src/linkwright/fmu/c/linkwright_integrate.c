/* Co-simulation's own integrator: Dormand-Prince 5(4) with steps as the tolerance asks, or classical Runge-Kutta with a fixed
 * step (Hairer, Norsett & Wanner 1993, sections II.1 and II.5). Unit vectors and rotations go back to their length after every
 * step. */
#include <math.h>
#include <string.h>

#include "linkwright_unit.h"

#define STAGES 7
#define LEAST 1e-7 /* of a step, in s: dry friction asks for no end of small ones */

static const double NODE[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double WEIGHT[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
static const double DIFFERENCE[STAGES] = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40,
};

/* dx/dt at another time and state. The importer hears of failures only if the whole step fails. */
static int slope(Unit *unit, double time, const double *x, double *rates)
{
    void (*tell)(Unit *, int, const char *) = unit->tell;
    int status;
    unit->now.time = time;
    memcpy(unit->now.x, x, NX * sizeof *x);
    unit->now.known = 0;
    unit->tell = NULL;
    status = unit_evaluate(unit);
    unit->tell = tell;
    memcpy(rates, unit->now.rates, NX * sizeof *rates);
    return status;
}

/* The state at the end of a step becomes the present one. */
static int arrive(Unit *unit, double time, const double *x, double *rates)
{
#ifdef UNIT_PROJECTION
    double put_back[NX];
    UNIT_PROJECTION(x, put_back);
    x = put_back;
#endif
    if (slope(unit, time, x, rates) != UNIT_OK)
        return UNIT_DISCARD;
    unit_accept(unit);
    return UNIT_OK;
}

/* One step by Dormand-Prince from rates[0]: x at its end, and its error as a multiple of the tolerance. */
static int dormand_prince(Unit *unit, double h, const double *from, double rates[STAGES][NX], double *to, double *error)
{
    double time = unit->now.time, sum = 0;
    int stage, k, n;
    for (stage = 1; stage < STAGES; stage++) {
        for (k = 0; k < NX; k++) {
            double change = 0;
            for (n = 0; n < stage; n++)
                change += WEIGHT[stage][n] * rates[n][k];
            to[k] = from[k] + h * change;
        }
        if (slope(unit, time + NODE[stage] * h, to, rates[stage]) != UNIT_OK)
            return UNIT_DISCARD;
    }
    for (k = 0; k < NX; k++) {
        double off = 0, size = fmax(fabs(from[k]), fabs(to[k]));
        for (n = 0; n < STAGES; n++)
            off += DIFFERENCE[n] * rates[n][k];
        off *= h / (unit->now.tolerance * (1 + size));
        sum += off * off;
    }
    *error = sqrt(sum / NX);
    return UNIT_OK;
}

static int adaptive(Unit *unit, double until)
{
    double x[NX], to[NX], rates[STAGES][NX], error;
    double time = unit->now.time, least = fmin(LEAST, 1e-5 * (until - time)), h = unit->now.next;
    memcpy(x, unit->now.x, sizeof x);
    if (slope(unit, time, x, rates[0]) != UNIT_OK)
        return UNIT_DISCARD;
    while (time < until) {
        int last, failed;
        if (!(h > 0))
            h = fmin(until - time, 1e-3);
        last = time + h >= until - least;
        if (last)
            h = until - time;
        unit->now.time = time;
        failed = dormand_prince(unit, h, x, rates, to, &error) != UNIT_OK || !isfinite(error);
        if (!failed && (error <= 1 || h <= least))
            failed = arrive(unit, last ? until : time + h, to, rates[0]) != UNIT_OK;
        else if (!failed) {
            h *= fmax(0.2, 0.9 * pow(error, -0.2));
            h = fmax(h, least);
            continue;
        }
        if (failed) { /* back to where all was well */
            slope(unit, time, x, rates[0]);
            if (h <= least)
                return UNIT_DISCARD;
            h = fmax(0.25 * h, least);
            continue;
        }
        time = unit->now.time;
        memcpy(x, unit->now.x, sizeof x);
        if (!last || error > 0.1) /* a last step that was cut short says little about the next one */
            unit->now.next = h * fmin(5.0, 0.9 * pow(fmax(error, 1e-10), -0.2));
        else
            unit->now.next = fmax(unit->now.next, h);
        h = unit->now.next;
    }
    return UNIT_OK;
}

/* Classical Runge-Kutta of order 4. */
static int fixed(Unit *unit, double until)
{
    static const double node[4] = {0, 0.5, 0.5, 1};
    double x[NX], to[NX], rates[4][NX], begin = unit->now.time;
    double count = ceil((until - begin) / unit->now.step - 1e-9), h, n;
    int stage, k;
    count = fmax(count, 1);
    h = (until - begin) / count;
    for (n = 0; n < count; n++) {
        double time = begin + n * h;
        memcpy(x, unit->now.x, sizeof x);
        for (stage = 0; stage < 4; stage++) {
            for (k = 0; k < NX; k++)
                to[k] = x[k] + (stage ? node[stage] * h * rates[stage - 1][k] : 0);
            if (slope(unit, time + node[stage] * h, to, rates[stage]) != UNIT_OK)
                break;
        }
        for (k = 0; stage == 4 && k < NX; k++)
            to[k] = x[k] + h / 6 * (rates[0][k] + 2 * rates[1][k] + 2 * rates[2][k] + rates[3][k]);
        if (stage < 4 || arrive(unit, n + 1 < count ? time + h : until, to, rates[0]) != UNIT_OK) {
            slope(unit, time, x, rates[0]);
            return UNIT_DISCARD;
        }
    }
    return UNIT_OK;
}

int unit_advance(Unit *unit, double until)
{
    int status;
    if (!isfinite(until) || until < unit->now.time)
        return unit_tell(unit, UNIT_ERROR, "a step from t = %g to t = %g goes nowhere", unit->now.time, until);
    if (until == unit->now.time)
        return UNIT_OK;
    status = unit->now.step > 0 ? fixed(unit, until) : adaptive(unit, until);
    if (status != UNIT_OK)
        unit_tell(unit, status, "the motion ends at t = %g: forces too large, a position out of reach, or a singular one",
                  unit->now.time);
    return status;
}
