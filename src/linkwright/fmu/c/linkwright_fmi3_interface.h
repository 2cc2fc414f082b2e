/* Types of the Functional Mock-up Interface 3.0, as its specification defines them. With -DLINKWRIGHT_FMI_HEADERS the standard's
 * own headers are used: then the compiler compares what we define with what they declare. */
#ifndef LINKWRIGHT_FMI3_INTERFACE_H
#define LINKWRIGHT_FMI3_INTERFACE_H

#ifdef LINKWRIGHT_FMI_HEADERS

#include "fmi3Functions.h"
#define FMI3_DEFINE(result, name) FMI3_Export result name

#else

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

#define fmi3True true
#define fmi3False false

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum {
    fmi3Independent,
    fmi3Constant,
    fmi3Fixed,
    fmi3Tunable,
    fmi3Discrete,
    fmi3Dependent
} fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                                               fmi3Boolean get_allowed, fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                               fmi3Boolean *early_return_requested, fmi3Float64 *early_return_time);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

#if defined _WIN32 || defined __CYGWIN__
#define FMI3_Export __declspec(dllexport)
#elif defined __GNUC__
#define FMI3_Export __attribute__((visibility("default")))
#else
#define FMI3_Export
#endif

/* -DFMI3_FUNCTION_PREFIX=arm_ : for several units in one program, linked statically */
#if defined FMI3_FUNCTION_PREFIX && !defined FMI3_OVERRIDE_FUNCTION_PREFIX
#define FMI3_PASTE(a, b) a##b
#define FMI3_PASTED(a, b) FMI3_PASTE(a, b)
#define FMI3_DEFINE(result, name) FMI3_Export result FMI3_PASTED(FMI3_FUNCTION_PREFIX, name)
#else
#define FMI3_DEFINE(result, name) FMI3_Export result name
#endif

#endif
#endif
