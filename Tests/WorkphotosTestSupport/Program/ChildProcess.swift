internal import CLinux
internal import Glibc
internal import SystemPackage

/// A program that a test started, which gets no descriptor but its streams, and a process group of its own. The kernel
/// kills it with the thread that started it, so it is started, waited for and ended on one thread.
///
/// Foundation's `Process` is not used: it takes a program for one that has ended as soon as that closes a descriptor
/// which it does not know of, and then waits for its real end on the one thread that hears of the ends of all others.
struct ChildProcess {
    let number: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: its path, and its arguments.
    ///   - variables: its environment.
    ///   - streams: its standard streams.
    /// - Throws: where it cannot be started.
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

    /// Waits until it has ended, and gives what waitpid(2) says of that. To be called once.
    func wait() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(number, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// Kills a process and what it started, as they are now.
func killTree(_ number: Int32) {
    // One that stands still starts no others meanwhile.
    kill(number, SIGSTOP)
    for number in processTree(number) { kill(number, SIGKILL) }
}
