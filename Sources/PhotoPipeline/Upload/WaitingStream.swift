import PhotoFiles
import PhotoModel
package import SystemPackage

/// Reads a file from its start, or a pipe, waiting for data. A signal ends the wait, and so does a timeout if nobody
/// opens the pipe for writing.
struct WaitingStream: ~Copyable {
    /// How long to wait before checking for a signal, in milliseconds.
    private static let slice = 100

    private let path: FilePath
    private let file: FileDescriptor
    private let interruption: any Interruption
    private let patience: Duration

    /// - Parameters:
    ///   - path: the file; links are followed.
    ///   - interruption: reports signals.
    ///   - patience: how long to wait for a pipe that nobody has opened for writing.
    /// - Throws: what open(2) fails with.
    init(_ path: FilePath, interruption: any Interruption, patience: Duration) throws {
        self.path = path
        self.interruption = interruption
        self.patience = patience
        file = try FileDescriptor.boundedOpen(path, .readOnly, options: [.closeOnExec, .nonBlocking])
    }

    deinit { try? file.close() }

    /// Reads the next bytes, waiting until there are some.
    ///
    /// - Parameter buffer: receives the bytes.
    /// - Returns: the number of bytes; 0 at the end.
    /// - Throws: `PipelineError`: `interrupted`, `unknown` where nobody writes; what read(2) fails with.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var waits = 0
        while true {
            if interruption.signal != nil { throw PipelineError.stopped }
            let isReady = try file.hasInput(within: Self.slice)
            do {
                let count = try unsafe file.boundedRead(into: buffer)
                // A pipe that has never had a writer reports its end without being ready.
                if count > 0 || isReady { return count }
                waits += 1
            } catch Errno.resourceTemporarilyUnavailable {
                waits = 0
            }
            if .milliseconds(waits * Self.slice) >= patience {
                throw PipelineError(.unknown, "This is a pipe, but no program writes to it", path: path)
            }
        }
    }
}

/// All bytes of a file that the user named. It may be a pipe, as of a shell's `<(…)`, that is still being written.
///
/// - Parameters:
///   - path: the file; links are followed.
///   - interruption: reports signals.
///   - patience: how long to wait for a pipe that nobody has opened for writing.
/// - Returns: the bytes.
/// - Throws: `PipelineError`: `interrupted`, `unknown` where nobody writes; what open(2) and read(2) fail with.
package func contents(
    of path: FilePath, interruption: any Interruption, patience: Duration = .seconds(10)
) throws -> [UInt8] {
    let stream = try WaitingStream(path, interruption: interruption, patience: patience)
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = try unsafe block.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
        if count == 0 { return all }
        all.append(contentsOf: block[..<count])
    }
}
