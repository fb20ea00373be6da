import Glibc
package import PhotoPipeline
import SystemPackage

extension FolderService {
    package func addReceipts(_ lines: [UInt8]) async throws(UploadError) {
        if lines.isEmpty { return }
        try await onThread { () throws(UploadError) in
            let top = try open()
            try attempt("cannot add to \(Self.receiptsName)") { () throws(Errno) in
                let flags = O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK
                let file = try top.directory.open(Self.receiptsName, flags: flags, mode: 0o666)
                try Self.lock(file)
                let status = try file.status()
                guard status.isRegular else { throw .invalidArgument }
                try Self.append(lines, to: file, size: status.size)
                try file.sync()
                if status.size == 0 { try top.directory.file.sync() }
            }
        }
    }

    package func receipts(from offset: Int64) async throws(UploadError) -> [UInt8] {
        try await onThread { () throws(UploadError) in
            let top = try open()
            return try attempt("cannot read \(Self.receiptsName)") { () throws(Errno) in
                let file: OpenFile
                do throws(Errno) {
                    file = try top.directory.open(Self.receiptsName, flags: OpenFlags.reading)
                } catch .noSuchFileOrDirectory {
                    return []
                }
                guard try file.status().isRegular else { throw .invalidArgument }
                return try read(file, from: offset)
            }
        }
    }

    /// Waits until no other program adds lines. Some shares have no locks; there, adding is one write at the end.
    private static func lock(_ file: OpenFile) throws(Errno) {
        do throws(Errno) {
            try repeated { flock(file.number, LOCK_EX) }
        } catch .noLocks, .noFunction, .notSupported, .invalidArgument {}
    }

    /// Adds lines in one write, on a line of their own where the last one was cut. Takes them back where not all fit.
    private static func append(_ lines: [UInt8], to file: OpenFile, size: Int64) throws(Errno) {
        var bytes = lines
        if size > 0, try lastByte(of: file, size: size) != 0x0A { bytes.insert(0x0A, at: 0) }
        do throws(Errno) {
            // O_APPEND: the offset does not count.
            try file.write(bytes)
        } catch {
            if let now = try? file.status().size, now > size, now - size <= bytes.count { try? file.cut(to: size) }
            throw error
        }
    }

    private static func lastByte(of file: OpenFile, size: Int64) throws(Errno) -> UInt8? {
        var byte: UInt8 = 0
        let count = try repeated { unsafe pread(file.number, &byte, 1, off_t(size - 1)) }
        return count == 1 ? byte : nil
    }

    private func read(_ file: OpenFile, from offset: Int64) throws(Errno) -> [UInt8] {
        try buffers.with { block throws(Errno) in
            var all: [UInt8] = []
            while true {
                let count = try unsafe file.read(into: block.bytes, at: offset + Int64(all.count))
                if count == 0 { return all }
                unsafe all.append(contentsOf: block.bytes[..<count])
            }
        }
    }
}
