#include "CBuild.h"

const char *workphotos_commit(void) { return WORKPHOTOS_COMMIT; }

const char *workphotos_libexif(void) { return WORKPHOTOS_LIBEXIF; }
