internal import Glibc
internal import NIOCore
internal import SystemPackage

/// A file's content with its checksums. It is immutable; a new content is a new value.
final class StoredContent: Sendable {
    enum Place: Sendable {
        case memory([UInt8])
        /// An unlinked file that is closed with the value.
        case file(SystemPackage.FileDescriptor)
        /// The bytes were not kept.
        case nowhere
    }

    let size: Int
    let checksums: Checksums
    private let place: Place

    init(size: Int, checksums: Checksums, place: Place) {
        (self.size, self.checksums, self.place) = (size, checksums, place)
    }

    /// A content in memory.
    convenience init(_ bytes: [UInt8], _ kinds: Set<Checksums.Kind>) {
        self.init(size: bytes.count, checksums: Checksums(of: bytes, kinds), place: .memory(bytes))
    }

    deinit {
        if case .file(let descriptor) = place { try? descriptor.close() }
    }

    /// Whether the bytes are available.
    var isKept: Bool {
        if case .nowhere = place { false } else { true }
    }

    /// A part of the bytes.
    ///
    /// - Parameter range: the part, within the size.
    /// - Returns: nil if the bytes were not kept or cannot be read.
    func bytes(_ range: Range<Int>) -> [UInt8]? {
        switch place {
        case .nowhere: return nil
        case .memory(let bytes): return Array(bytes[range])
        case .file(let descriptor):
            var isWhole = true
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                isWhole = unsafe Self.read(range, of: descriptor, into: UnsafeMutableRawBufferPointer(buffer))
                count = isWhole ? range.count : 0
            }
            return isWhole ? bytes : nil
        }
    }

    /// A part of the bytes, for a connection.
    ///
    /// - Parameter range: the part, within the size.
    /// - Returns: nil if the bytes were not kept or cannot be read.
    func buffer(_ range: Range<Int>) -> ByteBuffer? {
        guard case .file(let descriptor) = place else { return bytes(range).map { ByteBuffer(bytes: $0) } }
        var buffer = ByteBuffer()
        var isWhole = false
        unsafe buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: range.count) { room in
            let part = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<range.count])
            isWhole = unsafe Self.read(range, of: descriptor, into: part)
            return isWhole ? range.count : 0
        }
        return isWhole ? buffer : nil
    }

    private static func read(
        _ range: Range<Int>, of descriptor: SystemPackage.FileDescriptor, into room: UnsafeMutableRawBufferPointer
    ) -> Bool {
        var count = 0
        while count < range.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...])
            let read = unsafe try? descriptor.read(fromAbsoluteOffset: Int64(range.lowerBound + count), into: rest)
            guard let read, read > 0 else { return false }
            count += read
        }
        return true
    }

    /// A new unlinked file in the directory for temporary files.
    static func namelessFile() throws(Errno) -> SystemPackage.FileDescriptor {
        let directory = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(directory)/fakedrive-XXXXXX".utf8CString)
        let number = unsafe template.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return Int32(-1) }
            let number = unsafe mkstemp(base)
            if number >= 0 { _ = unsafe unlink(base) }
            return number
        }
        guard number >= 0 else { throw Errno(rawValue: errno) }
        return SystemPackage.FileDescriptor(rawValue: number)
    }
}
