internal import NIOCore
internal import Synchronization
internal import SystemPackage

/// Takes the bytes of an upload as they come. What it holds grows by whole blocks of 256 KiB; what is behind the last
/// whole block counts once the upload is complete, and is forgotten where a connection ends before (DRIVE.md, "Odds and
/// ends").
final class ContentSink: Sendable {
    /// The quantum of resumable uploads in bytes (developers.google.com/workspace/drive/api/guides/manage-uploads).
    static let quantum = 256 * 1024
    /// What is kept in memory at most.
    private static let memoryLimit = 1024 * 1024

    private struct State {
        /// Bytes that count.
        var held = 0
        var tail = ByteBuffer()
        var memory: [UInt8] = []
        var file: SystemPackage.FileDescriptor?
        var checksums: RunningChecksums?
        var spoilsNext = false
        var writer = 0
    }
    private let state = Mutex(State())
    private let keeps: Bool
    private let kinds: Set<Checksums.Kind>

    /// - Parameters:
    ///   - keeps: whether the bytes are kept, or their checksums only.
    ///   - kinds: which checksums are computed.
    init(keeps: Bool, kinds: Set<Checksums.Kind>) { (self.keeps, self.kinds) = (keeps, kinds) }

    deinit {
        state.withLock { state in
            if let file = state.file { try? file.close() }
        }
    }

    /// How many bytes count by now.
    var held: Int { state.withLock { $0.held } }

    /// How many bytes have come, those that do not count yet among them.
    var received: Int { state.withLock { $0.held + $0.tail.readableBytes } }

    /// Has the next byte stored differ from the one that comes.
    func spoil() { state.withLock { $0.spoilsNext = true } }

    /// Has only the bytes of one request count from now on: an earlier one may hang for ever.
    func begin(_ request: Int) {
        state.withLock { state in
            state.writer = request
            state.tail.clear()
        }
    }

    /// Whether no later request took over.
    func isWriter(_ request: Int) -> Bool { state.withLock { $0.writer == request } }

    /// Takes bytes of a request; those of one that was taken over are forgotten.
    ///
    /// - Throws: where they cannot be written to the disk.
    func append(_ bytes: ByteBuffer, from request: Int) throws {
        try state.withLock { state in
            guard state.writer == request else { return }
            var bytes = bytes
            if state.spoilsNext, let first = bytes.getInteger(at: bytes.readerIndex, as: UInt8.self) {
                bytes.setInteger(first ^ 1, at: bytes.readerIndex)
                state.spoilsNext = false
            }
            state.tail.writeBuffer(&bytes)
            let whole = state.tail.readableBytes / Self.quantum * Self.quantum
            try commit(whole, &state)
        }
    }

    /// Forgets what is behind the last whole block.
    func forgetTail() { state.withLock { $0.tail.clear() } }

    /// Ends the upload.
    ///
    /// - Returns: the content, of all bytes that came.
    /// - Throws: where they cannot be written to the disk.
    func finish() throws -> StoredContent {
        try state.withLock { state in
            if state.checksums == nil {
                let bytes = Array(state.tail.readableBytesView)
                state.held = bytes.count
                state.tail.clear()
                return StoredContent(
                    size: bytes.count, checksums: Checksums(of: bytes, kinds), place: keeps ? .memory(bytes) : .nowhere)
            }
            try commit(state.tail.readableBytes, &state)
            let checksums = state.checksums?.finish() ?? Checksums(of: [], kinds)
            var place = StoredContent.Place.nowhere
            if let file = state.file { place = .file(file) } else if keeps { place = .memory(state.memory) }
            state.file = nil
            return StoredContent(size: state.held, checksums: checksums, place: place)
        }
    }

    private func commit(_ count: Int, _ state: inout State) throws {
        guard count > 0, let block = state.tail.readSlice(length: count) else { return }
        state.tail.discardReadBytes()
        let checksums = state.checksums ?? RunningChecksums(kinds)
        state.checksums = checksums
        checksums.add(block)
        state.held += count
        guard keeps else { return }
        if state.file == nil, state.memory.count + count <= Self.memoryLimit {
            state.memory.append(contentsOf: block.readableBytesView)
            return
        }
        let file: SystemPackage.FileDescriptor
        if let open = state.file {
            file = open
        } else {
            file = try StoredContent.namelessFile()
            state.file = file
            try file.writeAll(state.memory)
            state.memory = []
        }
        _ = try unsafe block.withUnsafeReadableBytes { try unsafe file.writeAll($0) }
    }
}
