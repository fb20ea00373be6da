internal import CLinux
internal import Glibc
package import SystemPackage

/// One entry in the format of getdents64(2): inode number (8 bytes), offset (8), length of the record (2), type (1),
/// then the name, terminated by NUL.
package struct DirectoryRecord {
    /// The type of an entry.
    package enum Kind {
        /// A regular file.
        case file
        case directory
        /// A symbolic link.
        case link
        /// A device, a socket, a pipe.
        case other
        /// The file system does not record types in its directories.
        case unknown

        /// The type in `d_type`.
        init(type: UInt8) {
            switch Int(type) {
            case Int(DT_REG): self = .file
            case Int(DT_DIR): self = .directory
            case Int(DT_LNK): self = .link
            case Int(DT_UNKNOWN): self = .unknown
            default: self = .other
            }
        }

        /// The type in `st_mode`.
        package init(mode: CInterop.Mode) {
            switch mode & S_IFMT {
            case S_IFREG: self = .file
            case S_IFDIR: self = .directory
            case S_IFLNK: self = .link
            default: self = .other
            }
        }
    }

    package let inode: UInt64
    /// The type, as far as the directory records it.
    package let type: Kind
    /// The range of the name in the buffer.
    private let name: Range<Int>
    /// The offset of the next record.
    private let end: Int
    /// Whether this is the directory itself or its parent.
    package let isDot: Bool

    /// Reads the record at an offset of a buffer that getdents64 filled.
    private init(in buffer: Span<UInt8>, at offset: Int) {
        let nameOffset = 19
        inode = unsafe buffer.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
        end = offset + Int(unsafe buffer.bytes.unsafeLoadUnaligned(fromByteOffset: offset + 16, as: UInt16.self))
        type = Kind(type: buffer[offset + 18])
        let start = offset + nameOffset
        var last = start
        while last < end, buffer[last] != 0 { last += 1 }
        name = start..<last
        let dot = UInt8(ascii: ".")
        isDot = name.count <= 2 && buffer[start] == dot && (name.count == 1 || buffer[start + 1] == dot)
    }

    /// Reads all entries of a directory that was opened for reading and not read yet.
    ///
    /// - Parameters:
    ///   - buffer: the buffer to read into: some KiB.
    ///   - body: called with each entry and its name, which a NUL follows.
    package static func forEach(
        in directory: FileDescriptor, _ buffer: inout [UInt8],
        _ body: (DirectoryRecord, Span<UInt8>) throws(Errno) -> Void
    ) throws(Errno) {
        while let count = try fill(&buffer, from: directory) {
            var offset = 0
            while offset < count {
                let record = DirectoryRecord(in: buffer.span, at: offset)
                try body(record, buffer.span.extracting(record.name))
                offset = record.end
            }
        }
    }

    /// Reads the next entries into the buffer; returns their total length in bytes, or nil at the end.
    private static func fill(_ buffer: inout [UInt8], from directory: FileDescriptor) throws(Errno) -> Int? {
        do throws(Errno) {
            let count = try repeated {
                unsafe buffer.withUnsafeMutableBytes { bytes in
                    unsafe workphotos_getdents64(directory.rawValue, bytes.baseAddress, bytes.count)
                }
            }
            return count > 0 ? count : nil
        } catch .noSuchFileOrDirectory {
            // A directory that was removed while open is empty.
            return nil
        }
    }
}
