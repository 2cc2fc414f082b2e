/* Values, evaluation and life of a unit. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "linkwright_unit.h"

static const double START_X[NX + 1] = UNIT_START_X;
static const double START_P[NP + 1] = UNIT_START_P;
static const double START_THETA[NTHETA + 1] = UNIT_START_THETA;

#define CLOSED 1e-9 /* largest error of a closed loop */

Unit *unit_new(const char *name, int cosimulation)
{
    Unit *unit = calloc(1, sizeof *unit);
    size_t length = name ? strlen(name) : 0;
    if (!unit)
        return NULL;
    unit->name = calloc(length + 1, 1);
    if (!unit->name) {
        free(unit);
        return NULL;
    }
    if (length)
        memcpy(unit->name, name, length);
    unit->cosimulation = cosimulation;
    unit_reset(unit);
    return unit;
}

void unit_free(Unit *unit)
{
    if (unit)
        free(unit->name);
    free(unit);
}

void unit_reset(Unit *unit)
{
    Numbers *now = &unit->now;
    memset(now, 0, sizeof *now);
    memcpy(now->x, START_X, sizeof START_X);
    memcpy(now->p, START_P, sizeof START_P);
    memcpy(now->theta, START_THETA, sizeof START_THETA);
    now->tolerance = UNIT_TOLERANCE;
    now->mode = INSTANTIATED;
}

int unit_tell(Unit *unit, int status, const char *format, ...)
{
    char message[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    if (unit->tell && (unit->logging || status >= UNIT_DISCARD))
        unit->tell(unit, status, message);
    return status;
}

int unit_enter(Unit *unit, Mode from, Mode to)
{
    static const char *const names[] = {"instantiated", "initialization", "running", "terminated"};
    if (unit->now.mode != from)
        return unit_tell(unit, UNIT_ERROR, "this call belongs to the mode '%s', but the unit is in the mode '%s'",
                         names[from], names[unit->now.mode]);
    unit->now.mode = to;
    return UNIT_OK;
}

static int all_finite(const double *values, size_t count)
{
    size_t k;
    for (k = 0; k < count; k++)
        if (!isfinite(values[k]))
            return 0;
    return 1;
}

int unit_evaluate(Unit *unit)
{
    Numbers *now = &unit->now;
    if (now->known)
        return UNIT_OK;
#if NTHETA > 0
    {
        double residual = 0, iterations = 0;
        UNIT_CLOSURE(now->x, now->theta, now->p, now->found, &residual, &iterations);
        (void)iterations;
        if (!(residual <= CLOSED))
            return unit_tell(unit, UNIT_DISCARD, "the loops do not close at t = %g: %g is left", now->time, residual);
    }
#endif
    UNIT_RATES(now->x, now->u, now->found, now->p, now->rates, now->y);
    if (!all_finite(now->rates, NX) || !all_finite(now->y, NY))
        return unit_tell(unit, UNIT_DISCARD, "the accelerations are no numbers at t = %g: a position out of reach, or singular",
                         now->time);
    now->known = 1;
    return UNIT_OK;
}

void unit_accept(Unit *unit)
{
    if (unit_evaluate(unit) == UNIT_OK)
        memcpy(unit->now.theta, unit->now.found, sizeof unit->now.theta);
}

/* Where the value of a reference is kept. */
static double *place(Numbers *now, unsigned reference)
{
    if (reference == VR_TIME)
        return &now->time;
    if (reference < VR_RATES)
        return &now->x[reference - VR_X];
    if (reference < VR_U)
        return &now->rates[reference - VR_RATES];
    if (reference < VR_Y)
        return &now->u[reference - VR_U];
    if (reference < VR_P)
        return &now->y[reference - VR_Y];
    if (reference < VR_TOLERANCE)
        return &now->p[reference - VR_P];
    return reference == VR_TOLERANCE ? &now->tolerance : &now->step;
}

static int is_computed(unsigned reference)
{
    return (reference >= VR_RATES && reference < VR_U) || (reference >= VR_Y && reference < VR_P);
}

int unit_get(Unit *unit, const unsigned *references, size_t count, double *values)
{
    size_t k;
    for (k = 0; k < count; k++) {
        if (references[k] >= VR_END)
            return unit_tell(unit, UNIT_ERROR, "there is no variable with the value reference %u", references[k]);
        if (is_computed(references[k])) {
            int status = unit_evaluate(unit);
            if (status != UNIT_OK)
                return status;
        }
        values[k] = *place(&unit->now, references[k]);
    }
    return UNIT_OK;
}

static int may_be_set(const Unit *unit, unsigned reference)
{
    if (reference == VR_TIME || reference >= VR_END || is_computed(reference))
        return 0;
    /* states have start values; later they belong to the integrator */
    return reference >= VR_U || unit->now.mode == INSTANTIATED || unit->now.mode == INITIALIZING;
}

int unit_set(Unit *unit, const unsigned *references, size_t count, const double *values)
{
    size_t k;
    for (k = 0; k < count; k++) {
        if (!may_be_set(unit, references[k]))
            return unit_tell(unit, UNIT_ERROR, "the variable with the value reference %u cannot be set now", references[k]);
        if (!isfinite(values[k]) || (references[k] == VR_TOLERANCE && !(values[k] > 0))
            || (references[k] == VR_STEP && values[k] < 0))
            return unit_tell(unit, UNIT_ERROR, "%g is no value for the variable with the value reference %u", values[k],
                             references[k]);
    }
    for (k = 0; k < count; k++)
        *place(&unit->now, references[k]) = values[k];
    unit->now.known = 0;
    return UNIT_OK;
}

int unit_directional(Unit *unit, const unsigned *unknowns, size_t unknown_count, const unsigned *knowns, size_t known_count,
                     const double *seed, double *sensitivity)
{
#ifdef UNIT_DIRECTIONAL
    Numbers *now = &unit->now;
    Numbers change;
    size_t k;
    int status = unit_evaluate(unit);
    if (status != UNIT_OK)
        return status;
    memset(&change, 0, sizeof change);
    for (k = 0; k < known_count; k++) {
        int of_state = knowns[k] >= VR_X && knowns[k] < VR_RATES, of_input = knowns[k] >= VR_U && knowns[k] < VR_Y;
        if (!of_state && !of_input)
            return unit_tell(unit, UNIT_ERROR, "derivatives are by states and inputs only, not by the value reference %u",
                             knowns[k]);
        *place(&change, knowns[k]) = seed[k];
    }
    UNIT_DIRECTIONAL(now->x, now->u, now->found, change.x, change.u, now->p, change.rates, change.y);
    for (k = 0; k < unknown_count; k++) {
        if (unknowns[k] >= VR_END || (!is_computed(unknowns[k]) && !(unknowns[k] >= VR_X && unknowns[k] < VR_RATES)))
            return unit_tell(unit, UNIT_ERROR, "there is no derivative of the value reference %u", unknowns[k]);
        sensitivity[k] = *place(&change, unknowns[k]);
    }
    return UNIT_OK;
#else
    (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count, (void)seed, (void)sensitivity;
    return unit_tell(unit, UNIT_ERROR, "this unit has no directional derivatives");
#endif
}
