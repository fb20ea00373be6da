import PhotoFiles
package import PhotoModel
package import SystemPackage

/// A plan that was read from a file. It is a selection and authorises nothing.
package struct PlanFile: Sendable {
    /// The first line.
    package let header: PlanHeader
    /// The groups, in the file's order. Users may have removed lines.
    package let entries: [PlanEntry]

    /// Reads a whole plan before anything is done.
    ///
    /// - Parameters:
    ///   - path: the file, or a pipe to which somebody writes it.
    ///   - kind: the kind of action it must be for; nil for any.
    ///   - interruption: a signal ends the wait for a pipe.
    ///   - patience: how long to wait for a pipe to which nobody writes.
    /// - Throws: `PipelineError` with the line of the first thing that is not as ``PlanWriter`` writes it;
    ///   `interrupted`.
    package init(
        reading path: FilePath, kind: Action.Kind? = nil, interruption: any Interruption,
        patience: Duration = .seconds(10)
    ) throws(PipelineError) {
        do {
            let stream = try WaitingStream(path, interruption: interruption, patience: patience)
            self = try Self.read(LineReader(stream), kind: kind)
        } catch let error as PlanLineError {
            throw PipelineError(.unknown, error.message, path: path, line: error.line)
        } catch let error as PipelineError {
            throw error
        } catch {
            throw PipelineError(.unknown, "The plan cannot be read: \(error)", path: path)
        }
    }

    /// Reads a whole plan that came by standard input.
    ///
    /// - Parameter bytes: all of it.
    /// - Throws: `PipelineError` as for a file, which is named `-`.
    package init(parsing bytes: [UInt8]) throws(PipelineError) {
        do {
            self = try Self.read(LineReader(bytes), kind: nil)
        } catch let error as PlanLineError {
            throw PipelineError(.unknown, error.message, path: "-", line: error.line)
        } catch {
            throw PipelineError(.unknown, "The plan cannot be read: \(error)", path: "-")
        }
    }

    private static func read(_ lines: consuming LineReader, kind: Action.Kind?) throws -> PlanFile {
        var lines = lines
        guard let first = try lines.next() else { throw PlanLineError(line: 1, "The plan is empty") }
        let header = try PlanLine(first, line: 1).header(kind: kind)
        var entries: [PlanEntry] = []
        var isWhole = false
        while let bytes = try lines.next() {
            if isWhole { throw PlanLineError(line: lines.count, "Nothing follows a plan's summary") }
            let line = try PlanLine(bytes, line: lines.count)
            switch try line.type {
            case "action": entries.append(try line.entry(kind: header.kind))
            case "summary": isWhole = true
            case let type:
                throw PlanLineError(line: lines.count, "A plan has no lines of type \"\(terminalSafe(type))\"")
            }
        }
        guard isWhole else {
            throw PlanLineError(
                line: lines.count, "The plan was cut off: its last line is not a summary; create it again")
        }
        return PlanFile(header: header, entries: entries)
    }

    private init(header: PlanHeader, entries: [PlanEntry]) {
        self.header = header
        self.entries = entries
    }
}

/// Why a plan cannot be used, and in which line.
struct PlanLineError: Error {
    /// The number of the line, from 1.
    let line: Int
    /// One sentence without a full stop.
    let message: String

    init(line: Int, _ message: String) {
        self.line = line
        self.message = message
    }
}

/// Reads the lines of a file, or of bytes, without their ends.
private struct LineReader: ~Copyable {
    /// The file; nil where all bytes are known.
    private let file: WaitingStream?
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false
    /// How many lines were read.
    private(set) var count = 0
    private static let longest = 1 << 24

    init(_ file: consuming WaitingStream) { self.file = consume file }

    init(_ bytes: [UInt8]) {
        file = nil
        buffer = bytes
        isAtEnd = true
    }

    /// The next line; nil after the last.
    mutating func next() throws -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: 0x0A) {
                defer { start = end + 1 }
                count += 1
                return Array(buffer[start..<end])
            }
            searched = buffer.count
            if isAtEnd {
                if start < buffer.count {
                    throw PlanLineError(line: count + 1, "The line was cut off; create the plan again")
                }
                return nil
            }
            if buffer.count - start > Self.longest { throw PlanLineError(line: count + 1, "The line is too long") }
            searched -= start
            try fill()
        }
    }

    private mutating func fill() throws {
        buffer.removeFirst(start)
        start = 0
        var block = [UInt8](repeating: 0, count: 1 << 18)
        let read =
            switch file {
            case .some(let file): try unsafe block.withUnsafeMutableBytes { try unsafe file.read(into: $0) }
            case .none: 0
            }
        buffer += block[..<read]
        isAtEnd = read == 0
    }
}

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
