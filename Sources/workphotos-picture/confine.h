#ifndef WORKPHOTOS_CONFINE_H
#define WORKPHOTOS_CONFINE_H

// Gives up everything that decoding a picture does not need, for good, before the first byte of it is decoded: files,
// network, other programs, and more than some memory and time. What is open stays so: it reads descriptor 0 and
// writes descriptor 1, and every other call of the system ends it.

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define CONFINE_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define CONFINE_MACHINE AUDIT_ARCH_AARCH64
#endif

enum {
    CONFINE_MEMORY = 1 << 30,
    // What glibc's pthread_create asks for: memory, files and signals in common, no namespace.
    CONFINE_THREAD = 0x3d0f00,
};

// Nothing may be opened, made, removed or executed below any directory; no port be bound or connected to (since
// Landlock 4); no socket or signal reach another process (6). Returns 0, or -1 where the kernel has no Landlock.
static int confine_files(void) {
    struct { uint64_t files, network, scopes; } rights = {0, 3, 3};
    // landlock_create_ruleset and landlock_restrict_self, which older headers do not name.
    enum { CREATE = 444, RESTRICT = 446, ASK_VERSION = 1 };
    const long version = syscall(CREATE, NULL, (size_t)0, ASK_VERSION);
    if (version < 1) { return -1; }
    // The rights that a version knows: 13; renaming to another directory (2), truncating (3), devices (5).
    rights.files = (UINT64_C(1) << (13 + (version >= 2) + (version >= 3) + (version >= 5))) - 1;
    const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    const int set = (int)syscall(CREATE, &rights, size, 0);
    if (set < 0 || syscall(RESTRICT, set, 0) != 0) { return -1; }
    return close(set);
}

static int confine_resource(int resource, rlim_t most) {
    // At the end of its time SIGXCPU says so; SIGKILL, which says nothing, comes a second later.
    const struct rlimit limit = {most, resource == RLIMIT_CPU ? most + 1 : most};
    return setrlimit(resource, &limit);
}

#ifdef CONFINE_MACHINE

// The value of an argument; all that are looked at have 32 bits that count, the lower ones on these machines.
#define CONFINE_ARGUMENT(number) offsetof(struct seccomp_data, args[number])
#define CONFINE_LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (offset))
#define CONFINE_RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
#define CONFINE_KILL SECCOMP_RET_KILL_PROCESS
// A call that is allowed whatever its arguments are.
#define CONFINE_ALLOW(name) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), CONFINE_RETURN(SECCOMP_RET_ALLOW)
// A call that is allowed if the argument, of which the bits in the mask count, is a value.
#define CONFINE_ALLOW_IF(name, number, mask, value) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 5), CONFINE_LOAD(CONFINE_ARGUMENT(number)), \
        BPF_STMT(BPF_ALU | BPF_AND | BPF_K, (mask)), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1), \
        CONFINE_RETURN(SECCOMP_RET_ALLOW), CONFINE_RETURN(CONFINE_KILL)

// What is not in the list ends the process. Returns 0, or -1 where the kernel has no such filters.
static int confine_calls(void) {
    static struct sock_filter list[] = {
        CONFINE_LOAD(offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, CONFINE_MACHINE, 1, 0),
        CONFINE_RETURN(CONFINE_KILL),
        CONFINE_LOAD(offsetof(struct seccomp_data, nr)),
        CONFINE_ALLOW_IF(read, 0, ~0u, 0),
        CONFINE_ALLOW_IF(write, 0, ~0u, 1),
        // Memory that can never be executed, and is no file.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 0, 7),
        CONFINE_LOAD(CONFINE_ARGUMENT(2)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 4, 0),
        CONFINE_LOAD(CONFINE_ARGUMENT(3)),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 2, 0),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 0, 1),
        CONFINE_RETURN(SECCOMP_RET_ALLOW),
        CONFINE_RETURN(CONFINE_KILL),
        CONFINE_ALLOW_IF(mprotect, 2, PROT_EXEC, 0),
        CONFINE_ALLOW(munmap),
        CONFINE_ALLOW(mremap),
        CONFINE_ALLOW(madvise),
        CONFINE_ALLOW(brk),
        // Threads, which the decoders of HEIF start.
        CONFINE_ALLOW_IF(clone, 0, ~0u, CONFINE_THREAD),
        // glibc then takes clone, whose flags are no pointer.
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
        CONFINE_RETURN(SECCOMP_RET_ERRNO | 38),
        CONFINE_ALLOW_IF(prctl, 0, ~0u, PR_SET_NAME),
        CONFINE_ALLOW(futex),
        CONFINE_ALLOW(set_robust_list),
        CONFINE_ALLOW(rseq),
        // glibc's own signal, of which it takes charge with the first thread.
        CONFINE_ALLOW_IF(rt_sigaction, 0, ~0u, 33),
        CONFINE_ALLOW(rt_sigprocmask),
        CONFINE_ALLOW(rt_sigreturn),
        CONFINE_ALLOW(sched_getaffinity),
        CONFINE_ALLOW(sched_yield),
        CONFINE_ALLOW(clock_gettime),
        CONFINE_ALLOW(getrandom),
        CONFINE_ALLOW(gettid),
        CONFINE_ALLOW(exit),
        CONFINE_ALLOW(exit_group),
        CONFINE_RETURN(CONFINE_KILL),
    };
    struct sock_fprog program = {sizeof list / sizeof *list, list};
    return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

#else

static int confine_calls(void) { return -1; }

#endif

// Does all of it. Returns 0, or -1 where something cannot be given up: then nothing may be decoded.
static int confine(unsigned int seconds) {
    // Threads would each reserve 64 MiB of the limit.
    (void)mallopt(M_ARENA_MAX, 1);
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) { return -1; }
    if (confine_files() != 0) { return -1; }
    if (confine_resource(RLIMIT_AS, CONFINE_MEMORY) != 0 || confine_resource(RLIMIT_CPU, seconds) != 0
        || confine_resource(RLIMIT_FSIZE, 0) != 0 || confine_resource(RLIMIT_NOFILE, 0) != 0
        || confine_resource(RLIMIT_CORE, 0) != 0) {
        return -1;
    }
    return confine_calls();
}

#endif
