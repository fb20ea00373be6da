#ifndef WORKPHOTOS_CBUILD_H
#define WORKPHOTOS_CBUILD_H

/// The commit that the program was built from; empty where the build was not told, as in one from a tarball.
const char *workphotos_commit(void);

/// The version of libexif that it was built with, which libexif itself does not say; empty likewise.
const char *workphotos_libexif(void);

#endif
