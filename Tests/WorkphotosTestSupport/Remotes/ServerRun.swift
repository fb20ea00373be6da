internal import Dispatch
internal import Foundation
internal import Glibc
internal import SystemPackage

enum ServerSign: Sendable {
    /// Words in its output.
    case words(String)
    /// A file that it creates.
    case file(FilePath)
}

/// A server did not start.
struct ServerTrouble: Error {
    /// Its output.
    let notes: String
}

/// A run of a server. The kernel kills the program with the thread that started it, so a thread waits for each.
final class ServerRun: Sendable {
    /// The process id.
    let number: Int32
    private let thread: OwnThread
    private let isOver: DispatchSemaphore

    /// Starts a program and waits until it accepts connections, for at most 20 seconds.
    ///
    /// - Parameters:
    ///   - command: its path, and its arguments.
    ///   - home: its home directory; its output is in `notes` there.
    /// - Throws: its output if it ended early or took too long.
    init(_ command: [String], home: FilePath, until sign: ServerSign) throws {
        let (started, isOver) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        nonisolated(unsafe) var result: Result<Int32, any Error> = .failure(Errno.resourceTemporarilyUnavailable)
        let thread = OwnThread {
            do {
                let process = try ServerProcess(command, home: home)
                defer { process.end() }
                try process.wait(for: sign)
                unsafe result = .success(process.number)
                started.signal()
                isOver.wait()
            } catch {
                unsafe result = .failure(error)
                started.signal()
            }
        }
        guard let thread else { throw Errno.resourceTemporarilyUnavailable }
        started.wait()
        do {
            number = try unsafe result.get()
        } catch {
            thread.join()
            throw error
        }
        (self.thread, self.isOver) = (thread, isOver)
    }

    deinit {
        isOver.signal()
        thread.join()
    }

    /// Sends a signal to the program and all its descendants.
    func send(_ signal: Int32) {
        for number in processTree(number) { kill(number, signal) }
    }
}

private struct ServerProcess {
    private let process: ChildProcess
    private let notes: FilePath

    init(_ command: [String], home: FilePath) throws {
        notes = home.appending("notes")
        let streams = [
            try FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: .closeOnExec),
            try FileDescriptor.open(
                notes, .writeOnly, options: [.create, .truncate, .append, .closeOnExec],
                permissions: FilePermissions(rawValue: 0o666)),
        ]
        defer { for stream in streams { try? stream.close() } }
        let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
        process = try ChildProcess(
            command, variables: ["PATH": path, "HOME": home.string],
            streams: [streams[0].rawValue, streams[1].rawValue, streams[1].rawValue])
    }

    var number: Int32 { process.number }

    /// Waits until it accepts connections.
    func wait(for sign: ServerSign) throws {
        let isReady = eventually {
            if hasEnded(number) { return true }
            return switch sign {
            case .words(let words): written.contains(words)
            case .file(let file): unsafe access(file.string, F_OK) == 0
            }
        }
        guard isReady, !hasEnded(number) else { throw ServerTrouble(notes: written) }
    }

    /// Kills it with its descendants: an SSH server has a process for each connection.
    func end() {
        killTree(number)
        _ = process.wait()
    }

    private var written: String {
        String(decoding: FileManager.default.contents(atPath: notes.string) ?? Data(), as: UTF8.self)
    }
}
