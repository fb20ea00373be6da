internal import CLinux
internal import Glibc
internal import SystemPackage

/// A child process with only its standard streams as descriptors, and its own process group. The kernel kills it with
/// the thread that started it, so one thread starts it, waits for it and kills it.
///
/// Foundation's `Process` is not used: it considers a program ended as soon as that closes a descriptor unknown to it,
/// and then waits for the real end on the one thread that handles the ends of all others.
struct ChildProcess {
    let number: Int32

    /// Starts a program.
    ///
    /// - Parameter command: its path, and its arguments.
    init(_ command: [String], variables: [String: String], streams: [Int32]) throws {
        var arguments = unsafe command.map { text in unsafe strdup(text) } + [nil]
        let texts: [String] = variables.map { "\($0.key)=\($0.value)" }
        var environment = unsafe texts.map { text in unsafe strdup(text) } + [nil]
        defer {
            unsafe arguments.forEach { unsafe free($0) }
            unsafe environment.forEach { unsafe free($0) }
        }
        number = unsafe workphotos_spawn(command[0], &arguments, &environment, streams, 1)
        guard number > 0 else { throw Errno(rawValue: errno) }
    }

    /// Waits until it has ended, and returns waitpid(2)'s status. Call it once.
    func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Kills a process and all its descendants.
func killTree(_ number: Int32) {
    // A stopped process starts no others.
    kill(number, SIGSTOP)
    for number in processTree(number) { kill(number, SIGKILL) }
}
