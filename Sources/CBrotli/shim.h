#ifndef WORKPHOTOS_CBROTLI_SHIM_H
#define WORKPHOTOS_CBROTLI_SHIM_H

#include <brotli/decode.h>

#endif
