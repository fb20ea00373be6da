#ifndef WORKPHOTOS_CXXHASH_SHIM_H
#define WORKPHOTOS_CXXHASH_SHIM_H

#include <xxhash.h>

#endif
