/* Types of the Functional Mock-up Interface 2.0, as its specification defines them. With -DLINKWRIGHT_FMI_HEADERS the standard's
 * own headers are used: then the compiler compares what we define with what they declare. */
#ifndef LINKWRIGHT_FMI2_INTERFACE_H
#define LINKWRIGHT_FMI2_INTERFACE_H

#ifdef LINKWRIGHT_FMI_HEADERS

#include "fmi2Functions.h"
#define FMI2_DEFINE(result, name) FMI2_Export result name

#else

#include <stddef.h>

typedef void *fmi2Component;
typedef void *fmi2ComponentEnvironment;
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

#define fmi2True 1
#define fmi2False 0

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                                   fmi2String category, fmi2String message, ...);
typedef void *(*fmi2CallbackAllocateMemory)(size_t count, size_t size);
typedef void (*fmi2CallbackFreeMemory)(void *memory);
typedef void (*fmi2StepFinished)(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
    fmi2CallbackLogger logger;
    fmi2CallbackAllocateMemory allocateMemory;
    fmi2CallbackFreeMemory freeMemory;
    fmi2StepFinished stepFinished;
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
    fmi2Boolean newDiscreteStatesNeeded;
    fmi2Boolean terminateSimulation;
    fmi2Boolean nominalsOfContinuousStatesChanged;
    fmi2Boolean valuesOfContinuousStatesChanged;
    fmi2Boolean nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

#if defined _WIN32 || defined __CYGWIN__
#define FMI2_Export __declspec(dllexport)
#elif defined __GNUC__
#define FMI2_Export __attribute__((visibility("default")))
#else
#define FMI2_Export
#endif

/* -DFMI2_FUNCTION_PREFIX=arm_ : for several units in one program, linked statically */
#if defined FMI2_FUNCTION_PREFIX && !defined FMI2_OVERRIDE_FUNCTION_PREFIX
#define FMI2_PASTE(a, b) a##b
#define FMI2_PASTED(a, b) FMI2_PASTE(a, b)
#define FMI2_DEFINE(result, name) FMI2_Export result FMI2_PASTED(FMI2_FUNCTION_PREFIX, name)
#else
#define FMI2_DEFINE(result, name) FMI2_Export result name
#endif

#endif
#endif
