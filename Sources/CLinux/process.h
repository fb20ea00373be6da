#ifndef WORKPHOTOS_CLINUX_PROCESS_H
#define WORKPHOTOS_CLINUX_PROCESS_H

// Starts programs. posix_spawn(3) cannot ask for a signal at the parent's end (PR_SET_PDEATHSIG, prctl(2)), and Swift
// does not import vfork(2). memfd_create(2) is declared for _GNU_SOURCE only.

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// A file in memory without a name, closed when a program is executed. Returns a descriptor, or -1 with errno set.
static inline int workphotos_memory_file(const char *label) {
    return (int)syscall(SYS_memfd_create, label, 1u);
}

// Closes every descriptor from 3 on, of this process alone. Async-signal-safe.
static inline void workphotos_close_others(void) {
    // close_range(2), since Linux 5.9; before it, and in some sandboxes, one by one.
    if (syscall(436, 3u, ~0u, 0u) == 0) { return; }
    struct rlimit limit;
    int end = getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 1048576 ? (int)limit.rlim_cur : 1048576;
    for (int descriptor = 3; descriptor < end; descriptor++) { (void)close(descriptor); }
}

// Whether this process ignores a signal.
static inline int workphotos_ignores(int number) {
    struct sigaction now;
    return sigaction(number, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

// In the child: shares the parent's memory until it executes a program, so it calls the system and nothing else, and
// changes nothing but *error.
static inline void workphotos_become(
    pid_t parent, const char *path, char *const arguments[], char *const variables[], const int streams[3],
    int is_tied, volatile int *error
) {
    static const int taken[] = {SIGINT, SIGTERM, SIGPIPE, SIGHUP};
    struct sigaction standard, now;
    sigset_t none;
    int from[3];
    // A process group of its own: a Ctrl-C at the terminal is for us, and whoever has waited too long ends all of it.
    if (setpgid(0, 0) != 0) { goto failed; }
    if (is_tied && prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) { goto failed; }
    // Where the parent was gone before that, nobody sends the signal.
    if (is_tied && getppid() != parent) { _exit(127); }
    // Ignored signals stay ignored over execve(2); these we ignore, and not whoever started us. Whether SIGHUP is so,
    // as nohup(1) does it, is told by the flag that signal(3) sets and execve(2) clears.
    standard.sa_handler = SIG_DFL;
    standard.sa_flags = 0;
    sigemptyset(&standard.sa_mask);
    for (int i = 0; i < 4; i++) {
        if (sigaction(taken[i], NULL, &now) != 0) { goto failed; }
        if (taken[i] == SIGHUP && (now.sa_flags & SA_RESTART) == 0) { continue; }
        if (sigaction(taken[i], &standard, NULL) != 0) { goto failed; }
    }
    // Above 2 first (F_DUPFD), so that no stream is overwritten before it has its place.
    for (int i = 0; i < 3; i++) {
        if ((from[i] = (int)syscall(SYS_fcntl, streams[i], 0, 3)) < 0) { goto failed; }
    }
    for (int i = 0; i < 3; i++) {
        if (dup2(from[i], i) < 0) { goto failed; }
    }
    workphotos_close_others();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(path, arguments, variables);
failed:
    *error = errno;
    _exit(127);
}

// Starts a program that gets the streams as its standard ones and no other descriptor. A tied one is killed when the
// calling thread ends: whoever calls this waits for it on the same thread. Returns its id, or -1 with errno set.
static inline pid_t workphotos_spawn(
    const char *path, char *const arguments[], char *const variables[], const int streams[3], int is_tied
) {
    volatile int error = 0;
    pid_t parent = getpid();
    sigset_t all, before;
    // No handler of ours may run in the child.
    sigfillset(&all);
    if (pthread_sigmask(SIG_BLOCK, &all, &before) != 0) { return -1; }
    pid_t child = vfork();
    if (child == 0) { workphotos_become(parent, path, arguments, variables, streams, is_tied, &error); }
    int kept = errno;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (child > 0 && error != 0) {
        for (int again = 0; again < 1000 && waitpid(child, NULL, 0) < 0 && errno == EINTR; again++) {}
        kept = error;
        child = -1;
    }
    errno = kept;
    return child;
}

#endif
