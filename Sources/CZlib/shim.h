#ifndef WORKPHOTOS_CZLIB_SHIM_H
#define WORKPHOTOS_CZLIB_SHIM_H

#include <zlib.h>

#endif
