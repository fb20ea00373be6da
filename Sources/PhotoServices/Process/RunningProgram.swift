import CLinux
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// Another program running as a child process, in a process group of its own.
///
/// It gets the three streams and no other descriptor, so it holds none of our locks. Unless it is meant to outlive us,
/// it is killed when this process ends, however that happens: the system kills it when the thread that started it ends.
/// So a program is started, waited for and ended on one thread, which does nothing else meanwhile. What it starts
/// itself is not tracked.
///
/// swift-subprocess (1.0.2) cannot ask for that signal (PR_SET_PDEATHSIG): a killed run would leave its programs
/// running.
struct RunningProgram {
    private let number: pid_t

    enum End: Equatable {
        case exit(Int32)
        case signal(Int32)
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: its name and arguments.
    ///   - endsWithUs: whether it is killed when this thread ends; a program that the user continues to use is not.
    init(
        _ path: FilePath, command: [String], variables: [String: String], streams: ProgramStreams,
        endsWithUs: Bool = true
    ) throws(Errno) {
        let arguments = CStrings(command)
        let environment = CStrings(variables.map { "\($0.key)=\($0.value)" })
        let descriptors = [streams.input.rawValue, streams.output.rawValue, streams.notes.rawValue]
        number = unsafe path.withPlatformString { path in
            unsafe workphotos_spawn(
                path, arguments.pointers, environment.pointers, descriptors, endsWithUs ? 1 : 0)
        }
        let failure = errno
        withExtendedLifetime((arguments, environment)) {}
        if number < 0 { throw Errno(rawValue: failure) }
    }

    /// Checks without waiting whether it has ended. Must not be called again once it has.
    func end() -> End? {
        var status: Int32 = 0
        return unsafe waitpid(number, &status, WNOHANG) == number ? Self.end(status) : nil
    }

    /// Waits until it has ended, for a limited time, and reads its messages meanwhile.
    ///
    /// - Returns: nil where it still runs.
    func end(within limit: Duration, notes: inout OutputTail) -> End? {
        let deadline = ContinuousClock.now + limit
        while true {
            if let end = end() { return end }
            if ContinuousClock.now >= deadline { return nil }
            notes.take(waiting: 10)
        }
    }

    /// Ends it and all processes in its group: with SIGTERM, then with SIGKILL if that takes too long.
    ///
    /// - Returns: how it ended, by itself or after SIGTERM; nil where it had to be killed.
    @discardableResult
    func stop(within grace: Duration, notes: inout OutputTail) -> End? {
        Glibc.kill(-number, SIGTERM)
        if let end = end(within: grace, notes: &notes) { return end }
        kill()
        return nil
    }

    /// Ends it and all processes in its group with SIGKILL, and waits until it has ended.
    ///
    /// - Returns: how it ended: by itself where it had already begun to.
    @discardableResult
    func kill() -> End {
        Glibc.kill(-number, SIGKILL)
        var status: Int32 = 0
        _ = try? repeated { unsafe waitpid(number, &status, 0) }
        return Self.end(status)
    }

    /// See waitpid(2): WIFEXITED and the like are macros.
    private static func end(_ status: Int32) -> End {
        status & 0x7F == 0 ? .exit(status >> 8 & 0xFF) : .signal(status & 0x7F)
    }
}

/// Texts in C's form: an array of pointers that ends with null.
@safe private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ texts: [String]) {
        count = texts.count
        unsafe pointers = .allocate(capacity: count + 1)
        for (index, text) in texts.enumerated() { unsafe (pointers + index).initialize(to: strdup(text)) }
        unsafe (pointers + count).initialize(to: nil)
    }

    deinit {
        for place in 0..<count { unsafe free(pointers[place]) }
        unsafe pointers.deallocate()
    }
}
