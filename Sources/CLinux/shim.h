#ifndef WORKPHOTOS_CLINUX_SHIM_H
#define WORKPHOTOS_CLINUX_SHIM_H

// System calls and flags that Swift's Glibc module leaves out: they are declared for _GNU_SOURCE only, and syscall() is
// variadic; <sys/statfs.h> and <malloc.h> are in no module.

#include <errno.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// Gives the system back what was freed, see malloc_trim(3).
static inline void workphotos_give_back_freed_memory(void) { (void)malloc_trim(0); }

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

// Opens a path below a directory; whatever would lead out of it, or through a symbolic link, is an error: EXDEV, ELOOP.
// See openat2(2). Returns a descriptor, or -1 with errno set.
static inline int workphotos_openat2(int directory, const char *path, int flags, unsigned int mode) {
    struct open_how how = {0};
    how.flags = (unsigned int)flags;
    how.mode = mode;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV;
    return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
}

// Opens a path; a symbolic link anywhere in it is an error: ELOOP. With O_PATH and O_NOFOLLOW the last name may be one,
// which is opened itself. See openat2(2). Returns a descriptor, or -1 with errno set.
static inline int workphotos_open_without_links(const char *path, int flags) {
    struct open_how how = {0};
    how.flags = (unsigned int)flags;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    // AT_FDCWD
    return (int)syscall(SYS_openat2, -100, path, &how, sizeof how);
}

// Renames unless something has the new name (RENAME_NOREPLACE), see renameat2(2). Returns 0, or -1 with errno set.
static inline int workphotos_rename_noreplace(int old_directory, const char *old_name, int directory, const char *name) {
    return (int)syscall(SYS_renameat2, old_directory, old_name, directory, name, 1u);
}

// Has the kernel begin to write a file's changed pages out, without waiting for them, see sync_file_range(2).
static inline void workphotos_start_writing(int descriptor, long long offset, long long count) {
#if __SIZEOF_LONG__ == 8 && defined(SYS_sync_file_range)
    int kept = errno;
    (void)syscall(SYS_sync_file_range, descriptor, offset, count, 2u);
    errno = kept;
#else
    (void)descriptor, (void)offset, (void)count;
#endif
}

// Makes a file share all bytes of another on the disk (FICLONE of <linux/fs.h>, which defines names that <sys/mount.h>
// defines too), see ioctl_ficlone(2). Returns 0, or -1 with errno set.
static inline int workphotos_clone(int copy, int file) {
    return ioctl(copy, _IOW(0x94, 9, int), file);
}

// memmem(3), which is declared for _GNU_SOURCE only.
extern void *memmem(const void *bytes, size_t count, const void *wanted, size_t wanted_count);

static inline const void *workphotos_find(const void *bytes, size_t count, const void *wanted, size_t wanted_count) {
    return memmem(bytes, count, wanted, wanted_count);
}

// O_PATH, O_DIRECT and O_TMPFILE of open(2), and UTIME_OMIT of utimensat(2). <fcntl.h> is Swift's Glibc module's.
enum { WORKPHOTOS_O_PATH = 010000000, WORKPHOTOS_UTIME_OMIT = (1 << 30) - 2 };
#if defined(__aarch64__) || defined(__arm__)
enum { WORKPHOTOS_O_DIRECT = 0200000, WORKPHOTOS_O_TMPFILE = 020040000 };
#elif defined(__powerpc__)
enum { WORKPHOTOS_O_DIRECT = 0400000, WORKPHOTOS_O_TMPFILE = 020040000 };
#else
enum { WORKPHOTOS_O_DIRECT = 040000, WORKPHOTOS_O_TMPFILE = 020200000 };
#endif

#endif
