internal import CLinux
internal import Glibc
package import SystemPackage

/// One entry as getdents64(2) writes it: inode number (8 bytes), offset (8), length of the record (2), type (1), then
/// the name up to a NUL.
package struct DirectoryRecord {
    /// What an entry is.
    package enum Kind {
        /// A regular file.
        case file
        /// A directory.
        case directory
        /// A symbolic link.
        case link
        /// A device, a socket, a pipe.
        case other
        /// The file system does not say in its directories.
        case unknown

        /// The kind in `d_type`.
        init(type: UInt8) {
            switch Int(type) {
            case Int(DT_REG): self = .file
            case Int(DT_DIR): self = .directory
            case Int(DT_LNK): self = .link
            case Int(DT_UNKNOWN): self = .unknown
            default: self = .other
            }
        }

        /// The kind in `st_mode`.
        package init(mode: CInterop.Mode) {
            switch mode & S_IFMT {
            case S_IFREG: self = .file
            case S_IFDIR: self = .directory
            case S_IFLNK: self = .link
            default: self = .other
            }
        }
    }

    /// The inode number.
    package let inode: UInt64
    /// What it is, as far as the directory tells.
    package let type: Kind
    /// Where the name's bytes are in the buffer.
    private let name: Range<Int>
    /// Where the next record begins.
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

    /// Reads the entries of a directory that was opened for reading, of which nothing was read yet, to its end.
    ///
    /// - Parameters:
    ///   - directory: the directory.
    ///   - buffer: what is read into: some KiB.
    ///   - body: called with each entry and its name, behind which a NUL comes.
    /// - Throws: what the reading fails with, and what `body` throws.
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

    /// Reads the next entries into the buffer; returns how many bytes they take, or nil at the end.
    private static func fill(_ buffer: inout [UInt8], from directory: FileDescriptor) throws(Errno) -> Int? {
        do throws(Errno) {
            let count = try repeated {
                unsafe buffer.withUnsafeMutableBytes { bytes in
                    unsafe workphotos_getdents64(directory.rawValue, bytes.baseAddress, bytes.count)
                }
            }
            return count > 0 ? count : nil
        } catch .noSuchFileOrDirectory {
            // A directory that was removed while it was open is empty.
            return nil
        }
    }
}
