import Dispatch
import Glibc
import PhotoFiles
import PhotoModel
import Synchronization
import SystemPackage

/// A running rclone. It ends with this value at the latest, and with this process.
final class RcloneProcess: Sendable {
    private let watch: RcloneWatch
    /// rclone may run as long as this is open; nil once it is closed.
    private let leash: Mutex<FileDescriptor?>

    /// Starts rclone on a thread of its own, which lives as long as the process.
    ///
    /// - Parameters:
    ///   - command: name and arguments.
    ///   - input: its standard input, which it may read more than once.
    ///   - variables: its environment; it is searched for in its `PATH`.
    /// - Throws: where the system has no pipe left. Whether it starts, ``started()`` tells.
    init(_ command: [String], input: [UInt8], variables: [String: String]) throws(Errno) {
        let pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
        do {
            pipe = try FileDescriptor.pipe()
        } catch {
            throw error as? Errno ?? .ioError
        }
        let watch = RcloneWatch()
        self.watch = watch
        leash = Mutex(pipe.writeEnd)
        let thread = RcloneThread(
            command: command, input: input, variables: variables, watch: watch, leash: pipe.readEnd)
        DispatchQueue(label: "workphotos.rclone").async { thread.run() }
    }

    deinit { release() }

    /// Its current state.
    var state: RcloneWatch.State { watch.state }

    /// Waits until it answers or has ended.
    func started() async -> RcloneWatch.State { await watch.started() }

    /// Ends it and waits for that.
    func stop() async {
        release()
        await watch.ended()
    }

    /// Ends it, without waiting for that.
    func release() {
        leash.withLock { leash in
            try? leash?.close()
            leash = nil
        }
    }
}

/// The thread that starts rclone, reads its messages, and ends it.
private struct RcloneThread: Sendable {
    private static let startLimit = Duration.seconds(30)
    private static let grace = Duration.seconds(3)
    /// How often to check that it still runs: a process that inherited its standard error may keep that open.
    private static let interval: Int32 = 250

    let command: [String]
    let input: [UInt8]
    let variables: [String: String]
    let watch: RcloneWatch
    let leash: FileDescriptor

    func run() {
        defer { try? leash.close() }
        guard let path = programPath(command[0], variables: variables) else {
            return watch.note(.ended(.noProgram(command[0]), lastLine: nil))
        }
        do {
            let pipe = try FileDescriptor.pipe()
            defer { try? pipe.readEnd.close() }
            let program = try start(path, notes: pipe.writeEnd)
            supervise(program, notes: OutputTail(of: pipe.readEnd), from: pipe.readEnd)
        } catch Errno.noSuchFileOrDirectory {
            watch.note(.ended(.noProgram(command[0]), lastLine: nil))
        } catch {
            watch.note(.ended(.system((error as? Errno ?? .ioError).description), lastLine: nil))
        }
    }

    private func start(_ path: FilePath, notes: FileDescriptor) throws -> RunningProgram {
        defer { try? notes.close() }
        let nothing = try FileDescriptor.boundedOpen(FilePath("/dev/null"), .readWrite, options: .closeOnExec)
        return try nothing.closeAfter {
            let input = try memoryFile(of: input)
            return try input.closeAfter {
                try RunningProgram(
                    path, command: command, variables: variables,
                    streams: ProgramStreams(input: input, output: nothing, notes: notes))
            }
        }
    }

    private func supervise(_ program: RunningProgram, notes: OutputTail, from pipe: FileDescriptor) {
        var notes = notes
        let deadline = ContinuousClock.now + Self.startLimit
        while true {
            let isReleased = wait(for: notes.isOpen ? pipe : nil)
            while notes.take(waiting: 0) {}
            if case .starting = watch.state, let port = port(in: notes) { watch.note(.serving(port: port)) }
            if let end = program.end() { return conclude(Self.end(end), notes: &notes) }
            if isReleased {
                // If somebody else killed it just before, that is the reason, though its end was not visible yet.
                if case .signal(SIGKILL) = program.stop(within: Self.grace, notes: &notes) {
                    return conclude(.signal(SIGKILL), notes: &notes)
                }
                return conclude(.released, notes: &notes)
            }
            if case .starting = watch.state, ContinuousClock.now >= deadline {
                program.stop(within: Self.grace, notes: &notes)
                return conclude(.tooSlow(Self.startLimit), notes: &notes)
            }
        }
    }

    /// Waits for messages, for its release, or for the interval.
    ///
    /// - Returns: whether it is no longer needed.
    private func wait(for notes: FileDescriptor?) -> Bool {
        var waits = [
            pollfd(fd: leash.rawValue, events: Int16(POLLIN), revents: 0),
            pollfd(fd: notes?.rawValue ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        return unsafe poll(&waits, 2, Self.interval) > 0 && waits[0].revents != 0
    }

    private func conclude(_ end: RcloneTermination, notes: inout OutputTail) {
        for _ in 0..<16 where notes.take(waiting: 0) {}
        watch.note(.ended(end, lastLine: notes.text.map(terminalSafe)))
    }

    private static func end(_ end: RunningProgram.End) -> RcloneTermination {
        switch end {
        case .exit(let code): .exit(code)
        case .signal(let number): .signal(number)
        }
    }

    private func port(in notes: OutputTail) -> Int? {
        // The slash after the port shows that it is complete.
        let address = /Serving remote control on http:\/\/127\.0\.0\.1:([0-9]+)\//
        return notes.lines.lazy.compactMap { line in
            String(decoding: line, as: UTF8.self).firstMatch(of: address).flatMap { Int($0.output.1) }
        }.first
    }
}
