#ifndef WORKPHOTOS_CLINUX_MOUNTS_H
#define WORKPHOTOS_CLINUX_MOUNTS_H

// What Swift's Glibc module leaves out about mounts: statx(2) and syncfs(2) are declared for _GNU_SOURCE only, and
// <sys/xattr.h> is in no module.
// <fcntl.h> is that module's, and with it struct stat.

#include <errno.h>
#include <linux/stat.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef STATX_MNT_ID
#define STATX_MNT_ID 0x1000U
#endif

// Asks for the mount id of an open file. Returns 0, or -1 with errno set.
static inline int workphotos_statx_mount(int descriptor, struct statx *status) {
    memset(status, 0, sizeof *status);
    // AT_EMPTY_PATH
    return (int)syscall(SYS_statx, descriptor, "", 0x1000, STATX_MNT_ID, status);
}

// The id of the mount through which a file was opened (STATX_MNT_ID), see statx(2). Returns 1; 0 where this process is
// told none, of whatever file: by kernels before 5.8, or in a sandbox; -1 with errno set where the call fails for this
// file, or this once.
static inline int workphotos_mount_id(int descriptor, unsigned long long *identity) {
    struct statx status;
    if (workphotos_statx_mount(descriptor, &status) != 0) {
        if (errno == ENOSYS) { return 0; }
        if (errno != EPERM) { return -1; }
        // A sandbox that knows the call not yet says so before it looks at the file: of none at all too.
        if (workphotos_statx_mount(-1, &status) != 0 && errno == EPERM) { return 0; }
        errno = EPERM;
        return -1;
    }
    if ((status.stx_mask & STATX_MNT_ID) == 0) { return 0; }
    // stx_mnt_id, which headers before Linux 5.8 do not name.
    memcpy(identity, (const unsigned char *)&status + 0x90, sizeof *identity);
    return 1;
}

// When a file was made, and its inode, see statx(2); a link is not followed. Returns 0, or -1 where either is not told.
static inline int workphotos_birth(
    const char *path, unsigned long long *inode, long long *seconds, long *nanoseconds) {
    struct statx status;
    memset(&status, 0, sizeof status);
    const unsigned int wanted = STATX_INO | STATX_BTIME;
    // AT_FDCWD, AT_SYMLINK_NOFOLLOW
    if (syscall(SYS_statx, -100, path, 0x100, wanted, &status) != 0) { return -1; }
    if ((status.stx_mask & wanted) != wanted) { return -1; }
    *inode = status.stx_ino;
    *seconds = status.stx_btime.tv_sec;
    *nanoseconds = status.stx_btime.tv_nsec;
    return 0;
}

// The value of an extended attribute of a file, see getxattr(2). Returns its length, or -1 with errno set.
static inline ssize_t workphotos_attribute(const char *path, const char *name, void *value, size_t size) {
    return getxattr(path, name, value, size);
}

// Waits until all of the file system that holds an open file is on the disk. Returns 0, or -1 with errno set.
static inline int workphotos_syncfs(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}

#endif
