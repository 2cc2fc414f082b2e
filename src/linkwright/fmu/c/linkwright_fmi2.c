/* The Functional Mock-up Interface 2.0 of a unit: model exchange and co-simulation. */
#include <stdlib.h>
#include <string.h>

#include "linkwright_fmi2_interface.h"
#include "linkwright_unit.h"

static fmi2Status status_of(int status) { return (fmi2Status)status; }

static void tell(Unit *unit, int status, const char *message)
{
    const fmi2CallbackFunctions *functions = unit->logger;
    if (functions && functions->logger)
        functions->logger(functions->componentEnvironment, unit->name, (fmi2Status)status,
                          status == UNIT_DISCARD ? "logStatusDiscard" : "logStatusError", "%s", message);
}

/* --- life ------------------------------------------------------------------------------------------------------------- */

FMI2_DEFINE(const char *, fmi2GetTypesPlatform)(void) { return "default"; }

FMI2_DEFINE(const char *, fmi2GetVersion)(void) { return "2.0"; }

FMI2_DEFINE(fmi2Status, fmi2SetDebugLogging)
(fmi2Component c, fmi2Boolean loggingOn, size_t nCategories, const fmi2String categories[])
{
    (void)nCategories, (void)categories;
    ((Unit *)c)->logging = loggingOn;
    return fmi2OK;
}

FMI2_DEFINE(fmi2Component, fmi2Instantiate)
(fmi2String instanceName, fmi2Type fmuType, fmi2String fmuGUID, fmi2String fmuResourceLocation,
 const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean loggingOn)
{
    Unit *unit = unit_new(instanceName, fmuType == fmi2CoSimulation);
    (void)fmuResourceLocation, (void)visible;
    if (!unit)
        return NULL;
    unit->tell = tell;
    unit->logger = (void *)functions;
    unit->logging = loggingOn;
    if (!fmuGUID || strcmp(fmuGUID, UNIT_TOKEN) != 0) {
        unit_tell(unit, UNIT_ERROR, "the GUID is not that of this unit: modelDescription.xml and binary do not belong together");
        unit_free(unit);
        return NULL;
    }
    return unit;
}

FMI2_DEFINE(void, fmi2FreeInstance)(fmi2Component c) { unit_free(c); }

FMI2_DEFINE(fmi2Status, fmi2SetupExperiment)
(fmi2Component c, fmi2Boolean toleranceDefined, fmi2Real tolerance, fmi2Real startTime, fmi2Boolean stopTimeDefined,
 fmi2Real stopTime)
{
    Unit *unit = c;
    (void)stopTimeDefined, (void)stopTime;
    if (toleranceDefined && tolerance > 0)
        unit->now.tolerance = tolerance;
    unit->now.time = startTime;
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2EnterInitializationMode)(fmi2Component c)
{
    return status_of(unit_enter(c, INSTANTIATED, INITIALIZING));
}

FMI2_DEFINE(fmi2Status, fmi2ExitInitializationMode)(fmi2Component c)
{
    int status = unit_enter(c, INITIALIZING, RUNNING);
    if (status == UNIT_OK && (status = unit_evaluate(c)) == UNIT_OK)
        unit_accept(c);
    return status_of(status);
}

FMI2_DEFINE(fmi2Status, fmi2Terminate)(fmi2Component c) { return status_of(unit_enter(c, RUNNING, TERMINATED)); }

FMI2_DEFINE(fmi2Status, fmi2Reset)(fmi2Component c)
{
    unit_reset(c);
    return fmi2OK;
}

/* --- values ----------------------------------------------------------------------------------------------------------- */

FMI2_DEFINE(fmi2Status, fmi2GetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2Real value[])
{
    return status_of(unit_get(c, vr, nvr, value));
}

FMI2_DEFINE(fmi2Status, fmi2SetReal)(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Real value[])
{
    return status_of(unit_set(c, vr, nvr, value));
}

/* All variables are real: of the other types there are none. */
#define NONE(Type)                                                                                                       \
    FMI2_DEFINE(fmi2Status, fmi2Get##Type)(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, fmi2##Type value[]) \
    {                                                                                                                    \
        (void)vr, (void)value;                                                                                           \
        return nvr ? status_of(unit_tell(c, UNIT_ERROR, "there are no variables of this type")) : fmi2OK;                \
    }                                                                                                                    \
    FMI2_DEFINE(fmi2Status, fmi2Set##Type)                                                                               \
    (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2##Type value[])                               \
    {                                                                                                                    \
        (void)vr, (void)value;                                                                                           \
        return nvr ? status_of(unit_tell(c, UNIT_ERROR, "there are no variables of this type")) : fmi2OK;                \
    }

NONE(Integer)
NONE(Boolean)
NONE(String)

FMI2_DEFINE(fmi2Status, fmi2GetDirectionalDerivative)
(fmi2Component c, const fmi2ValueReference vUnknown_ref[], size_t nUnknown, const fmi2ValueReference vKnown_ref[],
 size_t nKnown, const fmi2Real dvKnown[], fmi2Real dvUnknown[])
{
    return status_of(unit_directional(c, vUnknown_ref, nUnknown, vKnown_ref, nKnown, dvKnown, dvUnknown));
}

/* --- states that are kept --------------------------------------------------------------------------------------------- */

FMI2_DEFINE(fmi2Status, fmi2GetFMUstate)(fmi2Component c, fmi2FMUstate *FMUstate)
{
    if (!*FMUstate)
        *FMUstate = malloc(sizeof(Numbers));
    if (!*FMUstate)
        return status_of(unit_tell(c, UNIT_ERROR, "there is no memory for a state"));
    memcpy(*FMUstate, &((Unit *)c)->now, sizeof(Numbers));
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2SetFMUstate)(fmi2Component c, fmi2FMUstate FMUstate)
{
    if (!FMUstate)
        return status_of(unit_tell(c, UNIT_ERROR, "there is no state to go back to"));
    memcpy(&((Unit *)c)->now, FMUstate, sizeof(Numbers));
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2FreeFMUstate)(fmi2Component c, fmi2FMUstate *FMUstate)
{
    (void)c;
    if (FMUstate) {
        free(*FMUstate);
        *FMUstate = NULL;
    }
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2SerializedFMUstateSize)(fmi2Component c, fmi2FMUstate FMUstate, size_t *size)
{
    (void)c, (void)FMUstate;
    *size = sizeof(Numbers);
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2SerializeFMUstate)
(fmi2Component c, fmi2FMUstate FMUstate, fmi2Byte serializedState[], size_t size)
{
    if (!FMUstate || size < sizeof(Numbers))
        return status_of(unit_tell(c, UNIT_ERROR, "a state does not fit into so few bytes"));
    memcpy(serializedState, FMUstate, sizeof(Numbers));
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2DeSerializeFMUstate)
(fmi2Component c, const fmi2Byte serializedState[], size_t size, fmi2FMUstate *FMUstate)
{
    if (size != sizeof(Numbers))
        return status_of(unit_tell(c, UNIT_ERROR, "these bytes are no state of this unit"));
    if (!*FMUstate)
        *FMUstate = malloc(sizeof(Numbers));
    if (!*FMUstate)
        return status_of(unit_tell(c, UNIT_ERROR, "there is no memory for a state"));
    memcpy(*FMUstate, serializedState, sizeof(Numbers));
    return fmi2OK;
}

/* --- model exchange --------------------------------------------------------------------------------------------------- */

FMI2_DEFINE(fmi2Status, fmi2EnterEventMode)(fmi2Component c) { return status_of(unit_enter(c, RUNNING, RUNNING)); }

FMI2_DEFINE(fmi2Status, fmi2NewDiscreteStates)(fmi2Component c, fmi2EventInfo *fmi2eventInfo)
{
    (void)c;
    memset(fmi2eventInfo, 0, sizeof *fmi2eventInfo); /* nothing is discrete here */
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2EnterContinuousTimeMode)(fmi2Component c) { return status_of(unit_enter(c, RUNNING, RUNNING)); }

FMI2_DEFINE(fmi2Status, fmi2CompletedIntegratorStep)
(fmi2Component c, fmi2Boolean noSetFMUStatePriorToCurrentPoint, fmi2Boolean *enterEventMode, fmi2Boolean *terminateSimulation)
{
    (void)noSetFMUStatePriorToCurrentPoint;
    unit_accept(c);
    *enterEventMode = fmi2False;
    *terminateSimulation = fmi2False;
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2SetTime)(fmi2Component c, fmi2Real time)
{
    ((Unit *)c)->now.time = time;
    return fmi2OK;
}

static int other_count(Unit *unit, size_t given, size_t own)
{
    return given == own ? UNIT_OK : unit_tell(unit, UNIT_ERROR, "%u values for %u", (unsigned)given, (unsigned)own);
}

FMI2_DEFINE(fmi2Status, fmi2SetContinuousStates)(fmi2Component c, const fmi2Real x[], size_t nx)
{
    Unit *unit = c;
    if (other_count(unit, nx, NX))
        return fmi2Error;
    memcpy(unit->now.x, x, NX * sizeof *x);
    unit->now.known = 0;
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2GetDerivatives)(fmi2Component c, fmi2Real derivatives[], size_t nx)
{
    Unit *unit = c;
    int status = other_count(unit, nx, NX);
    if (status == UNIT_OK && (status = unit_evaluate(unit)) == UNIT_OK)
        memcpy(derivatives, unit->now.rates, NX * sizeof *derivatives);
    return status_of(status);
}

FMI2_DEFINE(fmi2Status, fmi2GetEventIndicators)(fmi2Component c, fmi2Real eventIndicators[], size_t ni)
{
    (void)eventIndicators;
    return status_of(other_count(c, ni, 0));
}

FMI2_DEFINE(fmi2Status, fmi2GetContinuousStates)(fmi2Component c, fmi2Real x[], size_t nx)
{
    Unit *unit = c;
    if (other_count(unit, nx, NX))
        return fmi2Error;
    memcpy(x, unit->now.x, NX * sizeof *x);
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2GetNominalsOfContinuousStates)(fmi2Component c, fmi2Real x_nominal[], size_t nx)
{
    size_t k;
    (void)c;
    for (k = 0; k < nx; k++)
        x_nominal[k] = 1;
    return fmi2OK;
}

/* --- co-simulation ---------------------------------------------------------------------------------------------------- */

FMI2_DEFINE(fmi2Status, fmi2SetRealInputDerivatives)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], const fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return nvr ? status_of(unit_tell(c, UNIT_ERROR, "inputs are held during a step")) : fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2GetRealOutputDerivatives)
(fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[])
{
    (void)vr, (void)order, (void)value;
    return nvr ? status_of(unit_tell(c, UNIT_ERROR, "derivatives of outputs are variables of their own")) : fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2DoStep)
(fmi2Component c, fmi2Real currentCommunicationPoint, fmi2Real communicationStepSize,
 fmi2Boolean noSetFMUStatePriorToCurrentPoint)
{
    Unit *unit = c;
    int status = unit_enter(unit, RUNNING, RUNNING);
    (void)noSetFMUStatePriorToCurrentPoint;
    if (status == UNIT_OK) {
        unit->now.time = currentCommunicationPoint;
        status = unit_advance(unit, currentCommunicationPoint + communicationStepSize);
    }
    return status_of(status);
}

FMI2_DEFINE(fmi2Status, fmi2CancelStep)(fmi2Component c)
{
    return status_of(unit_tell(c, UNIT_ERROR, "a step is over when the call returns: there is none to cancel"));
}

FMI2_DEFINE(fmi2Status, fmi2GetRealStatus)(fmi2Component c, const fmi2StatusKind s, fmi2Real *value)
{
    if (s != fmi2LastSuccessfulTime)
        return fmi2Discard;
    *value = ((Unit *)c)->now.time;
    return fmi2OK;
}

FMI2_DEFINE(fmi2Status, fmi2GetBooleanStatus)(fmi2Component c, const fmi2StatusKind s, fmi2Boolean *value)
{
    (void)c;
    if (s != fmi2Terminated)
        return fmi2Discard;
    *value = fmi2False;
    return fmi2OK;
}

#define NO_STATUS(Name, type)                                                                      \
    FMI2_DEFINE(fmi2Status, Name)(fmi2Component c, const fmi2StatusKind s, type *value)            \
    {                                                                                              \
        (void)c, (void)s, (void)value;                                                             \
        return fmi2Discard;                                                                        \
    }

NO_STATUS(fmi2GetStatus, fmi2Status)
NO_STATUS(fmi2GetIntegerStatus, fmi2Integer)
NO_STATUS(fmi2GetStringStatus, fmi2String)
