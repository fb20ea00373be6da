import Dispatch
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The user's own crontab, which only `crontab -l` can read.
package struct UserCrontab: Sendable {
    private let variables: [String: String]
    private let limit: Duration

    /// - Parameter variables: the environment; the program is searched for in its `PATH`.
    package init(variables: [String: String], limit: Duration) {
        self.variables = variables
        self.limit = limit
    }

    /// Reads it.
    ///
    /// - Returns: the table; nil where there is none, there is no cron, or it does not answer.
    package func text() async -> String? {
        await withCheckedContinuation { continuation in
            // The thread has to live as long as the program, and no thread that tasks run on may wait for it.
            DispatchQueue(label: "workphotos.crontab").async { continuation.resume(returning: try? read()) }
        }
    }

    private func read() throws -> String? {
        guard let path = programPath("crontab", variables: variables) else { return nil }
        let output = try memoryFile(of: [])
        return try output.closeAfter {
            let input = try memoryFile(of: [])
            return try input.closeAfter { try read(path, input: input, output: output) }
        }
    }

    private func read(_ path: FilePath, input: FileDescriptor, output: FileDescriptor) throws -> String? {
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        let program: RunningProgram
        do {
            defer { try? pipe.writeEnd.close() }
            program = try RunningProgram(
                path, command: ["crontab", "-l"], variables: variables,
                streams: ProgramStreams(input: input, output: output, notes: pipe.writeEnd))
        }
        var notes = OutputTail(of: pipe.readEnd)
        guard let end = program.end(within: limit, notes: &notes) else {
            program.stop(within: .seconds(1), notes: &notes)
            return nil
        }
        guard end == .exit(0) else { return nil }
        try output.seek(offset: 0, from: .start)
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe output.boundedRead(into: $0) }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes += block[..<count]
        }
    }
}
