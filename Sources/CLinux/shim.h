#ifndef WORKPHOTOS_CLINUX_SHIM_H
#define WORKPHOTOS_CLINUX_SHIM_H

// System calls that Swift's Glibc module leaves out: getdents64 is declared for _GNU_SOURCE only and syscall() is
// variadic; <sys/statfs.h> is in no module.

#include <stddef.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Reads directory entries into a buffer: struct linux_dirent64, see getdents(2). Returns the bytes filled, 0 at the
// end, or -1 with errno set.
static inline ssize_t workphotos_getdents64(int descriptor, void *buffer, size_t size) {
    return syscall(SYS_getdents64, descriptor, buffer, size);
}

// The type and the id of the file system that holds an open file, see fstatfs(2). Returns 0, or -1 with errno set.
static inline int workphotos_fstatfs(int descriptor, unsigned long *type, unsigned long long *identity) {
    struct statfs status;
    if (fstatfs(descriptor, &status) != 0) { return -1; }
    const unsigned int *words = (const unsigned int *)&status.f_fsid;
    *type = (unsigned int)status.f_type;
    *identity = (unsigned long long)words[1] << 32 | words[0];
    return 0;
}

#endif
