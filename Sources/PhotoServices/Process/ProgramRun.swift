import CLinux
import Dispatch
import Glibc
import PhotoModel
import SystemPackage

/// A command that is run to its end, or ended where that takes too long. Its results go nowhere.
struct ProgramRun: Sendable {
    /// Name and arguments; not empty.
    let command: [String]
    /// Its environment, in whose `PATH` it is looked for.
    let variables: [String: String]
    /// How long it may take.
    let limit: Duration
    /// How long it has for ending itself after SIGTERM.
    let grace: Duration

    /// What came of it.
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
    /// - Parameter text: what it reads on its standard input.
    /// - Returns: what came of it.
    func outcome(reading text: String) async -> Outcome {
        await withCheckedContinuation { continuation in
            // The thread has to live as long as the program, and none of those that tasks run on may wait for it.
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
        return wait(for: program, notes: LastLine(of: pipe.readEnd))
    }

    private func wait(for program: RunningProgram, notes: LastLine) -> Outcome {
        var notes = notes
        if let end = program.end(within: limit, notes: &notes) {
            // What it wrote last may still be in the pipe, which holds 64 KiB; others that have it may write for ever.
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
