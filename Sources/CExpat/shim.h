#ifndef WORKPHOTOS_CEXPAT_SHIM_H
#define WORKPHOTOS_CEXPAT_SHIM_H

#include <expat.h>

#endif
