import CLinux
import Dispatch
import Glibc
import PhotoFiles
import PhotoModel
import SystemPackage

/// A command that is run to its end, or ended if it takes too long. Its standard output is discarded.
struct ProgramRun: Sendable {
    /// Name and arguments; not empty.
    let command: [String]
    /// Its environment; it is searched for in its `PATH`.
    let variables: [String: String]
    let limit: Duration
    /// How long it has to end itself after SIGTERM.
    let grace: Duration

    enum Outcome: Sendable {
        /// It could not be started.
        case failure(ProgramError)
        /// It ended, with the last line it wrote to standard error.
        case end(RunningProgram.End, lastLine: [UInt8]?)
        /// It took too long and was ended.
        case timeOut
    }

    /// Runs it on a thread of its own.
    ///
    /// - Parameter text: its standard input.
    func outcome(reading text: String) async -> Outcome {
        await withCheckedContinuation { continuation in
            // The thread has to live as long as the program, and no thread that tasks run on may wait for it.
            DispatchQueue(label: "workphotos.program").async {
                do throws(ProgramError) {
                    continuation.resume(returning: try run(reading: text))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
    }

    private func run(reading text: String) throws(ProgramError) -> Outcome {
        guard let path = programPath(command[0], variables: variables) else { throw .notFound }
        do {
            let input = try memoryFile(of: Array(text.utf8))
            return try input.closeAfter { try run(path, reading: input) }
        } catch {
            throw .system(error as? Errno ?? .ioError)
        }
    }

    private func run(_ path: FilePath, reading input: FileDescriptor) throws -> Outcome {
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        let program: RunningProgram
        do {
            defer { try? pipe.writeEnd.close() }
            let output = try FileDescriptor.boundedOpen(FilePath("/dev/null"), .writeOnly, options: .closeOnExec)
            program = try output.closeAfter {
                try RunningProgram(
                    path, command: command, variables: variables,
                    streams: ProgramStreams(input: input, output: output, notes: pipe.writeEnd))
            }
        }
        return wait(for: program, notes: OutputTail(of: pipe.readEnd))
    }

    private func wait(for program: RunningProgram, notes: OutputTail) -> Outcome {
        var notes = notes
        if let end = program.end(within: limit, notes: &notes) {
            // Its last output may still be in the pipe, which holds 64 KiB; other processes with the pipe may write for
            // ever.
            for _ in 0..<16 where notes.take(waiting: 0) {}
            return .end(end, lastLine: notes.text)
        }
        program.stop(within: grace, notes: &notes)
        return .timeOut
    }
}

/// Why a program did not start.
enum ProgramError: Error {
    /// No directory of `PATH` has it.
    case notFound
    /// The system's reason.
    case system(Errno)
}

/// The standard streams of a program. Whoever opened them closes them.
struct ProgramStreams {
    /// What it reads.
    let input: FileDescriptor
    /// Where its results go.
    let output: FileDescriptor
    /// Where its notes go.
    let notes: FileDescriptor
}

/// Searches for a program as execvp(3) does.
///
/// - Parameters:
///   - name: its name; one with a slash is the path itself.
///   - variables: the environment, with `PATH`.
/// - Returns: the path; nil where no directory has an executable file of that name.
func programPath(_ name: String, variables: [String: String]) -> FilePath? {
    if name.contains("/") { return FilePath(name) }
    let directories = variables["PATH", default: "/usr/local/bin:/usr/bin:/bin"]
    return directories.split(separator: ":", omittingEmptySubsequences: false).lazy
        .map { FilePath($0.isEmpty ? "." : String($0)).appending(name) }
        .first { isProgram($0) }
}

/// Whether a path leads to a file that this user may execute.
private func isProgram(_ path: FilePath) -> Bool {
    guard let status = try? FileStatus(at: path, followingLinks: true), status.isRegular else { return false }
    return unsafe path.withPlatformString { unsafe access($0, X_OK) } == 0
}

/// A file in memory, to be read from its first byte. Unlike a pipe it can be left unread, and no thread has to write to
/// it.
func memoryFile(of bytes: [UInt8]) throws -> FileDescriptor {
    let number = unsafe workphotos_memory_file("workphotos")
    guard number >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: number)
    do {
        try file.boundedWriteAll(bytes)
        try file.seek(offset: 0, from: .start)
        return file
    } catch {
        try? file.close()
        throw error
    }
}

/// Reads what a program writes to a pipe, however much, and keeps the end of it.
struct OutputTail {
    private static let kept = 4_096
    private let pipe: FileDescriptor
    private var tail: [UInt8] = []
    /// Whether anybody can still write to it.
    private(set) var isOpen = true

    /// - Parameter pipe: the end that is read.
    init(of pipe: FileDescriptor) {
        self.pipe = pipe
    }

    /// Waits for data, for a limited time, and reads it.
    ///
    /// - Parameter milliseconds: how long; if nobody writes any more, waits the full time.
    /// - Returns: whether there was data.
    @discardableResult
    mutating func take(waiting milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: isOpen ? pipe.rawValue : -1, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, milliseconds) > 0 else { return false }
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(pipe.rawValue, &block, block.count)
        if count > 0 {
            tail = (tail + block[..<count]).suffix(Self.kept)
        } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
            isOpen = false
        }
        return count > 0
    }

    /// The lines at the end; the first and the last may be incomplete.
    var lines: [ArraySlice<UInt8>] {
        tail.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }

    /// The last line that is not blank; nil if there is none.
    var text: [UInt8]? {
        lines.last { $0.contains { $0 > UInt8(ascii: " ") } }.map(Array.init)
    }
}
