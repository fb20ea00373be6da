internal import Dispatch
internal import Foundation
internal import Glibc
internal import SystemPackage

/// A run of the program that is under way; ended with the last use of the value.
package final class Running {
    private let process: Process
    private let files: [URL]
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ process: Process, input: FileHandle?, output: FileHandle?, notes: FileHandle?) throws {
        self.process = process
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("workphotos-\(UUID().uuidString)")
        files = [base.appendingPathExtension("out"), base.appendingPathExtension("err")]
        for file in files {
            guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw Errno.ioError }
        }
        let own = try files.map { try FileHandle(forWritingTo: $0) }
        // Foundation keeps a process that has ended, and with it what that wrote to.
        defer { for handle in own { try? handle.close() } }
        process.standardInput = input ?? FileHandle.nullDevice
        process.standardOutput = output ?? own[0]
        process.standardError = notes ?? own[1]
        process.terminationHandler = { [hasEnded] _ in hasEnded.signal() }
        try process.run()
    }

    deinit {
        if process.isRunning { send(SIGKILL) }
        for file in files { try? FileManager.default.removeItem(at: file) }
    }

    /// Whether it has not ended yet.
    package var isRunning: Bool { process.isRunning }

    /// What it has written to standard error so far.
    package var notes: String { (try? Data(contentsOf: files[1])).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Sends it a signal.
    package func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits for its end.
    package func wait() throws -> Outcome {
        hasEnded.wait()
        hasEnded.signal()
        let status = process.terminationStatus
        return Outcome(
            exit: process.terminationReason == .uncaughtSignal ? 128 + status : status,
            output: String(decoding: try Data(contentsOf: files[0]), as: UTF8.self), notes: notes)
    }

    /// Waits for its end, at most so long.
    ///
    /// - Returns: whether it has ended.
    package func ends(within seconds: Int) -> Bool {
        guard hasEnded.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
        hasEnded.signal()
        return true
    }
}

/// Looks again and again until a condition holds, for 20 seconds at most.
///
/// - Returns: whether it came to hold.
package func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<20_000 {
        if condition() { return true }
        usleep(1_000)
    }
    return false
}
