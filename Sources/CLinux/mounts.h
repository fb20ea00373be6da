#ifndef WORKPHOTOS_CLINUX_MOUNTS_H
#define WORKPHOTOS_CLINUX_MOUNTS_H

// What Swift's Glibc module leaves out about mounts: statx(2) and syncfs(2) are declared for _GNU_SOURCE only.
// <fcntl.h> is that module's, and with it struct stat.

#include <linux/stat.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000U
#endif

// The id of the mount through which a file was opened (STATX_MNT_ID), see statx(2). Returns 1; 0 where the kernel does
// not tell: before 5.8, or in a sandbox.
static inline int workphotos_mount_id(int descriptor, unsigned long long *identity) {
    struct statx status;
    memset(&status, 0, sizeof status);
    // AT_EMPTY_PATH
    if (syscall(SYS_statx, descriptor, "", 0x1000, STATX_MNT_ID, &status) != 0) { return 0; }
    if ((status.stx_mask & STATX_MNT_ID) == 0) { return 0; }
    // stx_mnt_id, which headers before Linux 5.8 do not name.
    memcpy(identity, (const unsigned char *)&status + 0x90, sizeof *identity);
    return 1;
}

// Waits until all of the file system that holds an open file is on the disk. Returns 0, or -1 with errno set.
static inline int workphotos_syncfs(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}

#endif
