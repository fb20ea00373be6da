#ifndef WORKPHOTOS_CEXPAT_SHIM_H
#define WORKPHOTOS_CEXPAT_SHIM_H

#include <expat.h>
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

// A parser that takes no more memory than it was given. What hostile input costs expat in time it costs in memory too:
// names by the hundred thousand, a namespace of a megabyte that is copied for each attribute. expat's allocators know
// no parser, so the rest of the budget is the thread's: one parser at a time, made, used and freed on the same thread,
// by one source file (each that includes this has a budget of its own).

static inline size_t *workphotos_expat_budget(void) {
    static _Thread_local size_t budget;
    return &budget;
}

static inline void workphotos_expat_pay(size_t taken) {
    size_t *budget = workphotos_expat_budget();
    *budget -= taken < *budget ? taken : *budget;
}

static inline void *workphotos_expat_malloc(size_t size) {
    void *memory = size <= *workphotos_expat_budget() ? malloc(size) : NULL;
    if (memory) { workphotos_expat_pay(malloc_usable_size(memory)); }
    return memory;
}

static inline void workphotos_expat_free(void *memory) {
    if (memory) { *workphotos_expat_budget() += malloc_usable_size(memory); }
    free(memory);
}

static inline void *workphotos_expat_realloc(void *memory, size_t size) {
    size_t held = memory ? malloc_usable_size(memory) : 0;
    if (size > held && size - held > *workphotos_expat_budget()) { return NULL; }
    void *moved = realloc(memory, size);
    if (moved) {
        *workphotos_expat_budget() += held;
        workphotos_expat_pay(malloc_usable_size(moved));
    }
    return moved;
}

// A parser that joins namespace and name with `separator` and takes at most `budget` bytes of memory. `encoding` beats
// what the text says of its own; NULL leaves it to the text. Returns NULL where the budget or memory is too small.
static inline XML_Parser workphotos_expat_create(const char *encoding, char separator, size_t budget) {
    const XML_Memory_Handling_Suite suite = {
        workphotos_expat_malloc, workphotos_expat_realloc, workphotos_expat_free};
    const char separators[2] = {separator, 0};
    *workphotos_expat_budget() = budget;
    return XML_ParserCreate_MM(encoding, &suite, separators);
}

#endif
