#ifndef WORKPHOTOS_CLINUX_LEASES_H
#define WORKPHOTOS_CLINUX_LEASES_H

// Read leases, see fcntl(2), "Leases". F_SETLEASE, F_GETLEASE and F_SETSIG are declared for _GNU_SOURCE only.
// <fcntl.h> is Swift's Glibc module's.

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    WORKPHOTOS_F_SETSIG = 10, WORKPHOTOS_F_SETLEASE = 1024, WORKPHOTOS_F_GETLEASE = 1025,
    WORKPHOTOS_F_RDLCK = 0, WORKPHOTOS_F_UNLCK = 2,
};

// The descriptors whose leases are kept for a moment although somebody waits to write.
enum { WORKPHOTOS_KEPT_LEASES = 65536 };
static inline volatile unsigned char *workphotos_kept_lease(int descriptor) {
    static volatile unsigned char kept[WORKPHOTOS_KEPT_LEASES];
    return descriptor >= 0 && descriptor < WORKPHOTOS_KEPT_LEASES ? &kept[descriptor] : NULL;
}

// Lets go of a lease as soon as somebody wants to write to its file, who waits until then, unless it is kept.
// Async-signal-safe. Nothing is noted: the lease itself says that it is gone, or is about to be. Where the kernel has no
// room to say which file it is, the writer waits for /proc/sys/fs/lease-break-time.
static void workphotos_let_lease_go(int number, siginfo_t *information, void *context) {
    int kept = errno;
    (void)context;
    volatile unsigned char *kept_lease = workphotos_kept_lease(information->si_fd);
    if (number != SIGIO && information->si_code == POLL_MSG && (kept_lease == NULL || !*kept_lease)) {
        (void)syscall(SYS_fcntl, information->si_fd, WORKPHOTOS_F_SETLEASE, WORKPHOTOS_F_UNLCK);
    }
    errno = kept;
}

// Has a signal answered by the function above, unless it is. Returns 0, or -1 with errno set.
static inline int workphotos_answer_lease_signal(int number) {
    struct sigaction action, before;
    if (sigaction(number, NULL, &before) != 0) { return -1; }
    if ((before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction == workphotos_let_lease_go) { return 0; }
    action.sa_sigaction = workphotos_let_lease_go;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&action.sa_mask);
    return sigaction(number, &action, NULL);
}

// Takes a read lease on an open file, which whoever opens the file for writing, or cuts it, breaks; so does this process.
// Returns 0, or -1 with errno set: somebody has it open for writing, or there can be none.
static inline int workphotos_take_read_lease(int descriptor) {
    // A real-time signal is queued for each file. Where the queue is full SIGIO comes, whose default is our end.
    int number = SIGRTMIN + 6;
    if (workphotos_answer_lease_signal(number) != 0 || workphotos_answer_lease_signal(SIGIO) != 0) { return -1; }
    if (syscall(SYS_fcntl, descriptor, WORKPHOTOS_F_SETSIG, number) != 0) { return -1; }
    return (int)syscall(SYS_fcntl, descriptor, WORKPHOTOS_F_SETLEASE, WORKPHOTOS_F_RDLCK);
}

// Whether an open file has its read lease still, and nobody waits to write to it. Returns 1 or 0.
static inline int workphotos_has_read_lease(int descriptor) {
    return syscall(SYS_fcntl, descriptor, WORKPHOTOS_F_GETLEASE, 0) == WORKPHOTOS_F_RDLCK;
}

// Keeps a file's lease from now on, also while somebody waits to write.
static inline void workphotos_keep_lease(int descriptor) {
    volatile unsigned char *kept = workphotos_kept_lease(descriptor);
    if (kept != NULL) { *kept = 1; }
}

// Ends that, and lets go of the lease if somebody waits.
static inline void workphotos_end_keeping_lease(int descriptor) {
    volatile unsigned char *kept = workphotos_kept_lease(descriptor);
    if (kept == NULL) { return; }
    *kept = 0;
    if (!workphotos_has_read_lease(descriptor)) {
        (void)syscall(SYS_fcntl, descriptor, WORKPHOTOS_F_SETLEASE, WORKPHOTOS_F_UNLCK);
    }
}

#endif
