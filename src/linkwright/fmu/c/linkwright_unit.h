/* A unit: one mechanism that moves. Both versions of the interface (linkwright_fmi2.c, linkwright_fmi3.c) are thin layers over this.
 *
 * linkwright_model.h is generated per mechanism: the sizes NX, NU, NY, NP, NTHETA, start values, and the functions as macros. */
#ifndef LINKWRIGHT_UNIT_H
#define LINKWRIGHT_UNIT_H

#include <stddef.h>

#include "linkwright_model.h"

/* Value references: one number per variable, in the order of modelDescription.xml. */
enum {
    VR_TIME = 0,
    VR_X = 1,
    VR_RATES = VR_X + NX,
    VR_U = VR_RATES + NX,
    VR_Y = VR_U + NU,
    VR_P = VR_Y + NY,
    VR_TOLERANCE = VR_P + NP,
    VR_STEP,
    VR_END
};

/* What a call came to; the numbers are those of the standard's status. */
enum { UNIT_OK = 0, UNIT_DISCARD = 2, UNIT_ERROR = 3 };

typedef enum { INSTANTIATED, INITIALIZING, RUNNING, TERMINATED } Mode;

/* Everything that changes. Numbers only: saving a state is a copy. Arrays have one more element: C has none of size 0. */
typedef struct {
    double time;
    double x[NX + 1];
    double u[NU + 1];
    double p[NP + 1];
    double theta[NTHETA + 1];       /* dependent positions at the last accepted state: where Newton's method starts */
    double found[NTHETA + 1];       /* ... at the state that was asked for last */
    double rates[NX + 1];           /* dx/dt and outputs, where `known` */
    double y[NY + 1];
    double tolerance;               /* of co-simulation's own integrator */
    double step;                    /* its step; 0: as the tolerance asks */
    double next;                    /* the step that it will try; 0: none yet */
    int known;
    Mode mode;
} Numbers;

typedef struct Unit {
    Numbers now;
    int cosimulation;
    int logging;
    void (*tell)(struct Unit *unit, int status, const char *message);
    void *environment;              /* the importer's, for its logger */
    void *logger;
    char *name;
} Unit;

/* An instance at its start; NULL if there is no memory. */
Unit *unit_new(const char *name, int cosimulation);
void unit_free(Unit *unit);
void unit_reset(Unit *unit);

/* Values by reference. */
int unit_get(Unit *unit, const unsigned *references, size_t count, double *values);
int unit_set(Unit *unit, const unsigned *references, size_t count, const double *values);

/* dx/dt and outputs of the present state, computed once per state. */
int unit_evaluate(Unit *unit);

/* The present state counts: the next search for dependent positions starts there. */
void unit_accept(Unit *unit);

/* Change of unknowns (rates, outputs, states) when knowns (states, inputs) change by the seed. */
int unit_directional(Unit *unit, const unsigned *unknowns, size_t unknown_count, const unsigned *knowns, size_t known_count,
                     const double *seed, double *sensitivity);

/* Integrate up to a time, with the inputs held (linkwright_integrate.c). */
int unit_advance(Unit *unit, double until);

/* Call the importer's logger; returns the status. */
int unit_tell(Unit *unit, int status, const char *format, ...);

/* Mode changes: complain where the order of calls is wrong. */
int unit_enter(Unit *unit, Mode from, Mode to);

#endif
