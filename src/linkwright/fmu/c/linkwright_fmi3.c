/* The Functional Mock-up Interface 3.0 of a unit: model exchange and co-simulation. */
#include <stdlib.h>
#include <string.h>

#include "linkwright_fmi3_interface.h"
#include "linkwright_unit.h"

/* A function pointer has no place in a void pointer by the letter of C: it is kept in a structure of its own. */
typedef struct {
    fmi3LogMessageCallback log;
} Logger;

static fmi3Status status_of(int status) { return (fmi3Status)status; }

static void tell(Unit *unit, int status, const char *message)
{
    const Logger *logger = unit->logger;
    if (logger && logger->log)
        logger->log(unit->environment, (fmi3Status)status,
                    status == UNIT_DISCARD ? "logStatusDiscard" : "logStatusError", message);
}

static fmi3Status refuse(Unit *unit, const char *what) { return status_of(unit_tell(unit, UNIT_ERROR, "%s", what)); }

/* --- life ------------------------------------------------------------------------------------------------------------- */

FMI3_DEFINE(const char *, fmi3GetVersion)(void) { return "3.0"; }

FMI3_DEFINE(fmi3Status, fmi3SetDebugLogging)
(fmi3Instance instance, fmi3Boolean loggingOn, size_t nCategories, const fmi3String categories[])
{
    (void)nCategories, (void)categories;
    ((Unit *)instance)->logging = loggingOn;
    return fmi3OK;
}

FMI3_DEFINE(void, fmi3FreeInstance)(fmi3Instance instance)
{
    if (instance)
        free(((Unit *)instance)->logger);
    unit_free(instance);
}

static Unit *instantiate(fmi3String name, fmi3String token, int cosimulation, fmi3Boolean loggingOn,
                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback log)
{
    Unit *unit = unit_new(name, cosimulation);
    Logger *logger = calloc(1, sizeof *logger);
    if (!unit || !logger) {
        free(logger);
        unit_free(unit);
        return NULL;
    }
    logger->log = log;
    unit->logger = logger;
    unit->tell = tell;
    unit->environment = environment;
    unit->logging = loggingOn;
    if (!token || strcmp(token, UNIT_TOKEN) != 0) {
        refuse(unit, "the token is not that of this unit: modelDescription.xml and binary do not belong together");
        free(logger);
        unit_free(unit);
        return NULL;
    }
    return unit;
}

FMI3_DEFINE(fmi3Instance, fmi3InstantiateModelExchange)
(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
 fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage)
{
    (void)resourcePath, (void)visible;
    return instantiate(instanceName, instantiationToken, 0, loggingOn, instanceEnvironment, logMessage);
}

FMI3_DEFINE(fmi3Instance, fmi3InstantiateCoSimulation)
(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
 fmi3Boolean eventModeUsed, fmi3Boolean earlyReturnAllowed, const fmi3ValueReference requiredIntermediateVariables[],
 size_t nRequiredIntermediateVariables, fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage,
 fmi3IntermediateUpdateCallback intermediateUpdate)
{
    (void)resourcePath, (void)visible, (void)eventModeUsed, (void)earlyReturnAllowed, (void)requiredIntermediateVariables;
    (void)nRequiredIntermediateVariables, (void)intermediateUpdate;
    return instantiate(instanceName, instantiationToken, 1, loggingOn, instanceEnvironment, logMessage);
}

FMI3_DEFINE(fmi3Instance, fmi3InstantiateScheduledExecution)
(fmi3String instanceName, fmi3String instantiationToken, fmi3String resourcePath, fmi3Boolean visible, fmi3Boolean loggingOn,
 fmi3InstanceEnvironment instanceEnvironment, fmi3LogMessageCallback logMessage, fmi3ClockUpdateCallback clockUpdate,
 fmi3LockPreemptionCallback lockPreemption, fmi3UnlockPreemptionCallback unlockPreemption)
{
    (void)instanceName, (void)instantiationToken, (void)resourcePath, (void)visible, (void)loggingOn, (void)clockUpdate;
    (void)lockPreemption, (void)unlockPreemption;
    if (logMessage)
        logMessage(instanceEnvironment, fmi3Error, "logStatusError", "there is no scheduled execution of this unit");
    return NULL;
}

FMI3_DEFINE(fmi3Status, fmi3EnterInitializationMode)
(fmi3Instance instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance, fmi3Float64 startTime, fmi3Boolean stopTimeDefined,
 fmi3Float64 stopTime)
{
    Unit *unit = instance;
    (void)stopTimeDefined, (void)stopTime;
    if (toleranceDefined && tolerance > 0)
        unit->now.tolerance = tolerance;
    unit->now.time = startTime;
    return status_of(unit_enter(unit, INSTANTIATED, INITIALIZING));
}

FMI3_DEFINE(fmi3Status, fmi3ExitInitializationMode)(fmi3Instance instance)
{
    int status = unit_enter(instance, INITIALIZING, RUNNING);
    if (status == UNIT_OK && (status = unit_evaluate(instance)) == UNIT_OK)
        unit_accept(instance);
    return status_of(status);
}

FMI3_DEFINE(fmi3Status, fmi3Terminate)(fmi3Instance instance)
{
    return status_of(unit_enter(instance, RUNNING, TERMINATED));
}

FMI3_DEFINE(fmi3Status, fmi3Reset)(fmi3Instance instance)
{
    unit_reset(instance);
    return fmi3OK;
}

/* Nothing is discrete here: these modes are one. */
#define SAME_MODE(name)                                         \
    FMI3_DEFINE(fmi3Status, name)(fmi3Instance instance)        \
    {                                                           \
        return status_of(unit_enter(instance, RUNNING, RUNNING)); \
    }

SAME_MODE(fmi3EnterEventMode)
SAME_MODE(fmi3EnterContinuousTimeMode)
SAME_MODE(fmi3EnterStepMode)
SAME_MODE(fmi3EvaluateDiscreteStates)

FMI3_DEFINE(fmi3Status, fmi3EnterConfigurationMode)(fmi3Instance instance)
{
    return refuse(instance, "there are no structural parameters to configure");
}

FMI3_DEFINE(fmi3Status, fmi3ExitConfigurationMode)(fmi3Instance instance)
{
    return refuse(instance, "there are no structural parameters to configure");
}

FMI3_DEFINE(fmi3Status, fmi3UpdateDiscreteStates)
(fmi3Instance instance, fmi3Boolean *discreteStatesNeedUpdate, fmi3Boolean *terminateSimulation,
 fmi3Boolean *nominalsOfContinuousStatesChanged, fmi3Boolean *valuesOfContinuousStatesChanged,
 fmi3Boolean *nextEventTimeDefined, fmi3Float64 *nextEventTime)
{
    (void)instance;
    *discreteStatesNeedUpdate = *terminateSimulation = *nominalsOfContinuousStatesChanged = fmi3False;
    *valuesOfContinuousStatesChanged = *nextEventTimeDefined = fmi3False;
    *nextEventTime = 0;
    return fmi3OK;
}

/* --- values ----------------------------------------------------------------------------------------------------------- */

static int other_count(Unit *unit, size_t given, size_t own)
{
    return given == own ? UNIT_OK : unit_tell(unit, UNIT_ERROR, "%u values for %u", (unsigned)given, (unsigned)own);
}

FMI3_DEFINE(fmi3Status, fmi3GetFloat64)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 values[],
 size_t nValues)
{
    int status = other_count(instance, nValues, nValueReferences);
    return status_of(status ? status : unit_get(instance, valueReferences, nValueReferences, values));
}

FMI3_DEFINE(fmi3Status, fmi3SetFloat64)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Float64 values[],
 size_t nValues)
{
    int status = other_count(instance, nValues, nValueReferences);
    return status_of(status ? status : unit_set(instance, valueReferences, nValueReferences, values));
}

/* All variables are real: of the other types there are none. */
#define NONE(Type)                                                                                                     \
    FMI3_DEFINE(fmi3Status, fmi3Get##Type)                                                                             \
    (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3##Type values[],  \
     size_t nValues)                                                                                                   \
    {                                                                                                                  \
        (void)valueReferences, (void)values, (void)nValues;                                                            \
        return nValueReferences ? refuse(instance, "there are no variables of this type") : fmi3OK;                    \
    }                                                                                                                  \
    FMI3_DEFINE(fmi3Status, fmi3Set##Type)                                                                             \
    (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,                       \
     const fmi3##Type values[], size_t nValues)                                                                        \
    {                                                                                                                  \
        (void)valueReferences, (void)values, (void)nValues;                                                            \
        return nValueReferences ? refuse(instance, "there are no variables of this type") : fmi3OK;                    \
    }

NONE(Float32)
NONE(Int8)
NONE(UInt8)
NONE(Int16)
NONE(UInt16)
NONE(Int32)
NONE(UInt32)
NONE(Int64)
NONE(UInt64)
NONE(Boolean)
NONE(String)

FMI3_DEFINE(fmi3Status, fmi3GetBinary)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, size_t valueSizes[],
 fmi3Binary values[], size_t nValues)
{
    (void)valueReferences, (void)valueSizes, (void)values, (void)nValues;
    return nValueReferences ? refuse(instance, "there are no variables of this type") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SetBinary)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const size_t valueSizes[],
 const fmi3Binary values[], size_t nValues)
{
    (void)valueReferences, (void)valueSizes, (void)values, (void)nValues;
    return nValueReferences ? refuse(instance, "there are no variables of this type") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetClock)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Clock values[])
{
    (void)valueReferences, (void)values;
    return nValueReferences ? refuse(instance, "there are no clocks") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SetClock)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Clock values[])
{
    (void)valueReferences, (void)values;
    return nValueReferences ? refuse(instance, "there are no clocks") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetNumberOfVariableDependencies)
(fmi3Instance instance, fmi3ValueReference valueReference, size_t *nDependencies)
{
    (void)valueReference, (void)nDependencies;
    return refuse(instance, "dependencies are in modelDescription.xml");
}

FMI3_DEFINE(fmi3Status, fmi3GetVariableDependencies)
(fmi3Instance instance, fmi3ValueReference dependent, size_t elementIndicesOfDependent[], fmi3ValueReference independents[],
 size_t elementIndicesOfIndependents[], fmi3DependencyKind dependencyKinds[], size_t nDependencies)
{
    (void)dependent, (void)elementIndicesOfDependent, (void)independents, (void)elementIndicesOfIndependents;
    (void)dependencyKinds, (void)nDependencies;
    return refuse(instance, "dependencies are in modelDescription.xml");
}

FMI3_DEFINE(fmi3Status, fmi3GetDirectionalDerivative)
(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[],
 size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    if (other_count(instance, nSeed, nKnowns) || other_count(instance, nSensitivity, nUnknowns))
        return fmi3Error;
    return status_of(unit_directional(instance, unknowns, nUnknowns, knowns, nKnowns, seed, sensitivity));
}

FMI3_DEFINE(fmi3Status, fmi3GetAdjointDerivative)
(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t nUnknowns, const fmi3ValueReference knowns[],
 size_t nKnowns, const fmi3Float64 seed[], size_t nSeed, fmi3Float64 sensitivity[], size_t nSensitivity)
{
    (void)unknowns, (void)nUnknowns, (void)knowns, (void)nKnowns, (void)seed, (void)nSeed, (void)sensitivity;
    (void)nSensitivity;
    return refuse(instance, "this unit has no adjoint derivatives");
}

/* --- states that are kept --------------------------------------------------------------------------------------------- */

FMI3_DEFINE(fmi3Status, fmi3GetFMUState)(fmi3Instance instance, fmi3FMUState *FMUState)
{
    if (!*FMUState)
        *FMUState = malloc(sizeof(Numbers));
    if (!*FMUState)
        return refuse(instance, "there is no memory for a state");
    memcpy(*FMUState, &((Unit *)instance)->now, sizeof(Numbers));
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SetFMUState)(fmi3Instance instance, fmi3FMUState FMUState)
{
    if (!FMUState)
        return refuse(instance, "there is no state to go back to");
    memcpy(&((Unit *)instance)->now, FMUState, sizeof(Numbers));
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3FreeFMUState)(fmi3Instance instance, fmi3FMUState *FMUState)
{
    (void)instance;
    if (FMUState) {
        free(*FMUState);
        *FMUState = NULL;
    }
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SerializedFMUStateSize)(fmi3Instance instance, fmi3FMUState FMUState, size_t *size)
{
    (void)instance, (void)FMUState;
    *size = sizeof(Numbers);
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SerializeFMUState)
(fmi3Instance instance, fmi3FMUState FMUState, fmi3Byte serializedState[], size_t size)
{
    if (!FMUState || size < sizeof(Numbers))
        return refuse(instance, "a state does not fit into so few bytes");
    memcpy(serializedState, FMUState, sizeof(Numbers));
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3DeserializeFMUState)
(fmi3Instance instance, const fmi3Byte serializedState[], size_t size, fmi3FMUState *FMUState)
{
    if (size != sizeof(Numbers))
        return refuse(instance, "these bytes are no state of this unit");
    if (!*FMUState)
        *FMUState = malloc(sizeof(Numbers));
    if (!*FMUState)
        return refuse(instance, "there is no memory for a state");
    memcpy(*FMUState, serializedState, sizeof(Numbers));
    return fmi3OK;
}

/* --- model exchange --------------------------------------------------------------------------------------------------- */

FMI3_DEFINE(fmi3Status, fmi3CompletedIntegratorStep)
(fmi3Instance instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *enterEventMode,
 fmi3Boolean *terminateSimulation)
{
    (void)noSetFMUStatePriorToCurrentPoint;
    unit_accept(instance);
    *enterEventMode = *terminateSimulation = fmi3False;
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SetTime)(fmi3Instance instance, fmi3Float64 time)
{
    ((Unit *)instance)->now.time = time;
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3SetContinuousStates)
(fmi3Instance instance, const fmi3Float64 continuousStates[], size_t nContinuousStates)
{
    Unit *unit = instance;
    if (other_count(unit, nContinuousStates, NX))
        return fmi3Error;
    memcpy(unit->now.x, continuousStates, NX * sizeof *continuousStates);
    unit->now.known = 0;
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetContinuousStateDerivatives)
(fmi3Instance instance, fmi3Float64 derivatives[], size_t nContinuousStates)
{
    Unit *unit = instance;
    int status = other_count(unit, nContinuousStates, NX);
    if (status == UNIT_OK && (status = unit_evaluate(unit)) == UNIT_OK)
        memcpy(derivatives, unit->now.rates, NX * sizeof *derivatives);
    return status_of(status);
}

FMI3_DEFINE(fmi3Status, fmi3GetEventIndicators)
(fmi3Instance instance, fmi3Float64 eventIndicators[], size_t nEventIndicators)
{
    (void)eventIndicators;
    return status_of(other_count(instance, nEventIndicators, 0));
}

FMI3_DEFINE(fmi3Status, fmi3GetContinuousStates)
(fmi3Instance instance, fmi3Float64 continuousStates[], size_t nContinuousStates)
{
    Unit *unit = instance;
    if (other_count(unit, nContinuousStates, NX))
        return fmi3Error;
    memcpy(continuousStates, unit->now.x, NX * sizeof *continuousStates);
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetNominalsOfContinuousStates)
(fmi3Instance instance, fmi3Float64 nominals[], size_t nContinuousStates)
{
    size_t k;
    (void)instance;
    for (k = 0; k < nContinuousStates; k++)
        nominals[k] = 1;
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetNumberOfEventIndicators)(fmi3Instance instance, size_t *nEventIndicators)
{
    (void)instance;
    *nEventIndicators = 0;
    return fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetNumberOfContinuousStates)(fmi3Instance instance, size_t *nContinuousStates)
{
    (void)instance;
    *nContinuousStates = NX;
    return fmi3OK;
}

/* --- co-simulation ---------------------------------------------------------------------------------------------------- */

FMI3_DEFINE(fmi3Status, fmi3GetOutputDerivatives)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, const fmi3Int32 orders[],
 fmi3Float64 values[], size_t nValues)
{
    (void)valueReferences, (void)orders, (void)values, (void)nValues;
    return nValueReferences ? refuse(instance, "derivatives of outputs are variables of their own") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3DoStep)
(fmi3Instance instance, fmi3Float64 currentCommunicationPoint, fmi3Float64 communicationStepSize,
 fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean *eventHandlingNeeded, fmi3Boolean *terminateSimulation,
 fmi3Boolean *earlyReturn, fmi3Float64 *lastSuccessfulTime)
{
    Unit *unit = instance;
    int status = unit_enter(unit, RUNNING, RUNNING);
    (void)noSetFMUStatePriorToCurrentPoint;
    *eventHandlingNeeded = *terminateSimulation = *earlyReturn = fmi3False;
    if (status == UNIT_OK) {
        unit->now.time = currentCommunicationPoint;
        status = unit_advance(unit, currentCommunicationPoint + communicationStepSize);
    }
    *lastSuccessfulTime = unit->now.time;
    return status_of(status);
}

/* --- clocks, of which there are none ------------------------------------------------------------------------------------ */

static fmi3Status no_clocks(fmi3Instance instance, size_t count)
{
    return count ? refuse(instance, "there are no clocks") : fmi3OK;
}

FMI3_DEFINE(fmi3Status, fmi3GetIntervalDecimal)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3Float64 intervals[],
 fmi3IntervalQualifier qualifiers[])
{
    (void)valueReferences, (void)intervals, (void)qualifiers;
    return no_clocks(instance, nValueReferences);
}

FMI3_DEFINE(fmi3Status, fmi3GetIntervalFraction)
(fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences, fmi3UInt64 counters[],
 fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[])
{
    (void)valueReferences, (void)counters, (void)resolutions, (void)qualifiers;
    return no_clocks(instance, nValueReferences);
}

#define ONE_OF_CLOCKS(name, constness)                                                                               \
    FMI3_DEFINE(fmi3Status, name)                                                                                    \
    (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,                     \
     constness fmi3Float64 values[])                                                                                 \
    {                                                                                                                \
        (void)valueReferences, (void)values;                                                                         \
        return no_clocks(instance, nValueReferences);                                                                \
    }
#define TWO_OF_CLOCKS(name, constness)                                                                               \
    FMI3_DEFINE(fmi3Status, name)                                                                                    \
    (fmi3Instance instance, const fmi3ValueReference valueReferences[], size_t nValueReferences,                     \
     constness fmi3UInt64 counters[], constness fmi3UInt64 resolutions[])                                            \
    {                                                                                                                \
        (void)valueReferences, (void)counters, (void)resolutions;                                                    \
        return no_clocks(instance, nValueReferences);                                                                \
    }
#define CHANGED

ONE_OF_CLOCKS(fmi3GetShiftDecimal, CHANGED)
ONE_OF_CLOCKS(fmi3SetIntervalDecimal, const)
ONE_OF_CLOCKS(fmi3SetShiftDecimal, const)
TWO_OF_CLOCKS(fmi3GetShiftFraction, CHANGED)
TWO_OF_CLOCKS(fmi3SetIntervalFraction, const)
TWO_OF_CLOCKS(fmi3SetShiftFraction, const)

FMI3_DEFINE(fmi3Status, fmi3ActivateModelPartition)
(fmi3Instance instance, fmi3ValueReference clockReference, fmi3Float64 activationTime)
{
    (void)clockReference, (void)activationTime;
    return refuse(instance, "there is no scheduled execution of this unit");
}
