#ifndef WORKPHOTOS_CFUZZER_SHIM_H
#define WORKPHOTOS_CFUZZER_SHIM_H

// libFuzzer's driver, if it is linked. The weak reference is null in an ordinary build, so the program builds and runs
// without the fuzzer.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int (*workphotos_fuzz_one)(const uint8_t *bytes, size_t count);

extern int LLVMFuzzerRunDriver(int *count, char ***arguments, workphotos_fuzz_one one) __attribute__((weak));

// Whether the driver is linked.
static inline bool workphotos_fuzzer_is_linked(void) { return LLVMFuzzerRunDriver != NULL; }

// Runs the driver, which calls `one` with its inputs as the flags among the arguments say. Returns -1 if the driver is
// not linked.
static inline int workphotos_run_fuzzer(int count, char **arguments, workphotos_fuzz_one one) {
    return LLVMFuzzerRunDriver ? LLVMFuzzerRunDriver(&count, &arguments, one) : -1;
}

#endif
