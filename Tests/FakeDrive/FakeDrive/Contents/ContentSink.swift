internal import NIOCore
internal import Synchronization
internal import SystemPackage

/// Takes the bytes of an upload as they arrive. The stored content grows by whole blocks of 256 KiB. Bytes after the
/// last whole block count once the upload is complete, and are dropped if the connection ends before that.
final class ContentSink: Sendable {
    /// The quantum of resumable uploads in bytes (developers.google.com/workspace/drive/api/guides/manage-uploads).
    static let quantum = 256 * 1024
    /// The maximum that is kept in memory, in bytes.
    private static let memoryLimit = 1024 * 1024

    private struct State {
        /// The number of bytes that count.
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

    /// - Parameter keeps: whether to keep the bytes, or only their checksums.
    init(keeps: Bool, kinds: Set<Checksums.Kind>) { (self.keeps, self.kinds) = (keeps, kinds) }

    deinit {
        state.withLock { state in
            if let file = state.file { try? file.close() }
        }
    }

    /// The number of bytes that count so far.
    var held: Int { state.withLock { $0.held } }

    /// The number of bytes received, including those that do not count yet.
    var received: Int { state.withLock { $0.held + $0.tail.readableBytes } }

    /// Stores the next byte wrongly.
    func spoil() { state.withLock { $0.spoilsNext = true } }

    /// Accepts only the bytes of this request from now on, because an earlier request may hang forever.
    func begin(_ request: Int) {
        state.withLock { state in
            state.writer = request
            state.tail.clear()
        }
    }

    /// Whether no later request has taken over.
    func isWriter(_ request: Int) -> Bool { state.withLock { $0.writer == request } }

    /// Adds bytes of a request. Bytes of a request that was taken over are dropped.
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

    /// Drops the bytes after the last whole block.
    func forgetTail() { state.withLock { $0.tail.clear() } }

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
