internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A run in progress. It is killed with all its descendants when the value is released.
package final class Running: Sendable {
    /// The timeout of a run that a test waits for, in seconds.
    private static let patience = 300

    /// A run that timed out.
    private struct NeverEnded: Error {
        let command: [String]
        let notes: String
    }

    private let command: [String]
    private let number: Int32
    private let thread: OwnThread
    private let status: Status
    private let files: [URL]

    /// The status of a process after its end.
    private final class Status: Sendable {
        let value = Mutex<Int32?>(nil)
        let isThere = DispatchSemaphore(value: 0)
    }

    init(
        _ command: [String], variables: [String: String], input: FileHandle?, output: FileHandle?, notes: FileHandle?
    ) throws {
        let base = FileManager.default.temporaryDirectory.appendingPathComponent("workphotos-\(UUID().uuidString)")
        let files = [base.appendingPathExtension("out"), base.appendingPathExtension("err")]
        for file in files {
            guard FileManager.default.createFile(atPath: file.path, contents: nil) else { throw Errno.ioError }
        }
        let own =
            [try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))]
            + (try files.map { try FileHandle(forWritingTo: $0) })
        defer { for handle in own { try? handle.close() } }
        let streams = [input ?? own[0], output ?? own[1], notes ?? own[2]].map(\.fileDescriptor)
        let (started, status) = (DispatchSemaphore(value: 0), Status())
        nonisolated(unsafe) var number: Result<Int32, any Error> = .failure(Errno.resourceTemporarilyUnavailable)
        let thread = OwnThread {
            do {
                let process = try ChildProcess(command, variables: variables, streams: streams)
                unsafe number = .success(process.number)
                started.signal()
                let end = process.wait()
                status.value.withLock { $0 = end }
                status.isThere.signal()
            } catch {
                unsafe number = .failure(error)
                started.signal()
            }
        }
        guard let thread else { throw Errno.resourceTemporarilyUnavailable }
        started.wait()
        do {
            self.number = try unsafe number.get()
        } catch {
            thread.join()
            throw error
        }
        (self.command, self.thread, self.status, self.files) = (command, thread, status, files)
    }

    deinit {
        if isRunning { killTree(number) }
        thread.join()
        for file in files { try? FileManager.default.removeItem(at: file) }
    }

    /// Whether it is still running.
    package var isRunning: Bool { status.value.withLock { $0 == nil } }

    /// The process ids of it and its descendants; none once it has ended.
    package var processes: [Int32] { isRunning ? processTree(number) : [] }

    /// What it has written to standard error so far.
    package var notes: String { (try? Data(contentsOf: files[1])).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// Sends it a signal.
    package func send(_ signal: Int32) {
        if isRunning { kill(number, signal) }
    }

    /// Waits for its end. Every JSON line in its output is checked against the schema of its type.
    ///
    /// - Throws: if it does not end within five minutes; it is killed.
    package func wait() throws -> Outcome {
        guard ends(within: Self.patience) else {
            killTree(number)
            throw NeverEnded(command: command, notes: notes)
        }
        let end = status.value.withLock { $0 } ?? 0
        let (output, notes) = (try Data(contentsOf: files[0]), notes)
        Contract.hold(output)
        Contract.hold(notes.utf8)
        // See waitpid(2): WIFEXITED and the like are macros.
        return Outcome(
            exit: end & 0x7F == 0 ? end >> 8 & 0xFF : 128 + end & 0x7F,
            output: String(decoding: output, as: UTF8.self), notes: notes)
    }

    /// Waits for its end with a timeout.
    package func ends(within seconds: Int) -> Bool {
        guard status.isThere.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
        status.isThere.signal()
        return true
    }
}

/// Repeats a check until it is true, for at most a minute: a busy machine may be slow.
///
/// - Returns: whether it became true.
package func eventually(_ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
        if condition() { return true }
        usleep(1_000)
    } while ContinuousClock.now < end
    return false
}

/// Does the same for what other tasks must do, and leaves them the thread meanwhile.
///
/// - Returns: whether it became true.
package func comesTrue(_ condition: () -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    repeat {
        if condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    } while ContinuousClock.now < end
    return false
}
