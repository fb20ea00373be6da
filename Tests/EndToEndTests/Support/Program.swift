import Foundation
import SystemPackage

/// The built program, run as a user runs it.
struct Program {
    /// What a run came to.
    struct Outcome {
        var exit: Int32
        var output: String
        var notes: String

        /// The JSON objects of the output, one a line.
        var lines: [[String: Any]] {
            output.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any]
            }
        }
    }

    /// Where the test run's own binary is, the program is too.
    static let path = FilePath(CommandLine.arguments[0]).removingLastComponent().appending("workphotos").string

    /// The home directory of the runs; nothing of the user's own is touched.
    let home: String

    /// Runs the program to its end.
    func run(_ arguments: String..., under wrapper: [String] = [], directory: String? = nil) throws -> Outcome {
        let process = try start(arguments, under: wrapper, directory: directory)
        return try process.wait()
    }

    /// Starts the program and lets it run.
    func start(_ arguments: [String], under wrapper: [String] = [], directory: String? = nil) throws -> Running {
        let command = wrapper + [Self.path] + arguments
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.environment = ["HOME": home, "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        process.currentDirectoryURL = URL(fileURLWithPath: directory ?? home)
        return try Running(process)
    }

    /// A run that is under way.
    final class Running {
        private let process: Process
        private let files: (output: URL, notes: URL)

        init(_ process: Process) throws {
            self.process = process
            let base = FileManager.default.temporaryDirectory.appendingPathComponent("workphotos-\(UUID().uuidString)")
            files = (base.appendingPathExtension("out"), base.appendingPathExtension("err"))
            for file in [files.output, files.notes] {
                guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw Errno.ioError }
            }
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try FileHandle(forWritingTo: files.output)
            process.standardError = try FileHandle(forWritingTo: files.notes)
            try process.run()
        }

        /// The number to send signals to.
        var id: Int32 { process.processIdentifier }

        /// Whether it has not ended yet.
        var isRunning: Bool { process.isRunning }

        /// Waits for its end. A run that a signal ended has the exit 128 and the signal's number.
        func wait() throws -> Outcome {
            process.waitUntilExit()
            defer {
                try? FileManager.default.removeItem(at: files.output)
                try? FileManager.default.removeItem(at: files.notes)
            }
            let status = process.terminationStatus
            return Outcome(
                exit: process.terminationReason == .uncaughtSignal ? 128 + status : status,
                output: String(decoding: try Data(contentsOf: files.output), as: UTF8.self),
                notes: String(decoding: try Data(contentsOf: files.notes), as: UTF8.self))
        }
    }
}
