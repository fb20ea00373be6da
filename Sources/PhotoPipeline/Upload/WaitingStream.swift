import Glibc
import PhotoModel
import SystemPackage

/// A file that is read from its start, or a pipe, for which it waits: never deaf to the wish to stop, and not for ever
/// where nobody writes to it.
struct WaitingStream: ~Copyable {
    /// How long it waits at a time before it asks for the wish to stop, in milliseconds.
    private static let slice: Int32 = 100

    private let path: FilePath
    private let file: FileDescriptor
    private let interruption: any Interruption
    private let patience: Duration

    /// - Parameters:
    ///   - path: the file; links are followed.
    ///   - interruption: the wish to stop.
    ///   - patience: how long a pipe may be there that nobody has opened for writing.
    /// - Throws: what open(2) fails with.
    init(_ path: FilePath, interruption: any Interruption, patience: Duration) throws {
        self.path = path
        self.interruption = interruption
        self.patience = patience
        file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }

    deinit { try? file.close() }

    /// Reads what comes next, and waits until there is something.
    ///
    /// - Parameter buffer: gets the bytes.
    /// - Returns: how many came; 0 at the end.
    /// - Throws: `PipelineError`: `interrupted`, `unknown` where nobody writes; what read(2) fails with.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var waits: Int64 = 0
        while true {
            if interruption.signal != nil { throw PipelineError(.interrupted, "Stopped; nothing was done") }
            let isReady = try hasSomething()
            do {
                let count = try unsafe file.boundedRead(into: buffer)
                // A pipe that nobody writes to, and nobody has yet, is at its end without being ready for it.
                if count > 0 || isReady { return count }
                waits += 1
            } catch Errno.resourceTemporarilyUnavailable {
                waits = 0
            }
            if .milliseconds(waits * Int64(Self.slice)) >= patience {
                throw PipelineError(.unknown, "This is a pipe, but no program writes to it", path: path)
            }
        }
    }

    /// Waits for bytes, or the end, for a while.
    private func hasSomething() throws(Errno) -> Bool {
        var wanted = pollfd(fd: file.rawValue, events: Int16(POLLIN), revents: 0)
        return try repeated { unsafe poll(&wanted, 1, Self.slice) } > 0
    }
}
