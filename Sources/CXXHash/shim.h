#ifndef WORKPHOTOS_CXXHASH_SHIM_H
#define WORKPHOTOS_CXXHASH_SHIM_H

#include <xxhash.h>

// Where the library was built to choose the widest vectors that the processor has, the header below is installed and
// turns the plain name into the choosing one.
#if defined(__x86_64__) && __has_include(<xxh_x86dispatch.h>)
#include <xxh_x86dispatch.h>
#endif

static inline uint64_t workphotos_xxh3(const void *bytes, size_t count) { return XXH3_64bits(bytes, count); }

#endif
