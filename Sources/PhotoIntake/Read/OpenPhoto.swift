internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// A regular file that is open for reading, and closed when the value goes.
struct OpenPhoto: ~Copyable {
    private let descriptor: Int32
    /// The file as it was when it was opened.
    let fingerprint: Fingerprint

    private init(descriptor: Int32, fingerprint: Fingerprint) {
        self.descriptor = descriptor
        self.fingerprint = fingerprint
    }

    deinit { close(descriptor) }

    /// Opens `path`, which ends with a NUL, beneath `directory`; what is not a regular file is refused.
    ///
    /// O_NONBLOCK keeps a FIFO from holding up the scan until somebody writes to it; regular files do not heed it.
    /// `absent` is the failure's kind where nothing has that name.
    static func open(
        _ path: [UInt8], in directory: Int32, followingLinks: Bool, absent: Finding.Kind
    ) throws(ReadFailure) -> OpenPhoto {
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followingLinks ? 0 : O_NOFOLLOW)
        let opened = unsafe path.withUnsafeBytes { bytes in
            let name = unsafe bytes.assumingMemoryBound(to: CChar.self).baseAddress
            return Result { () throws(Errno) in
                try repeated { unsafe name.map { unsafe openat(directory, $0, flags) } ?? -1 }
            }
        }
        switch opened {
        case .success(let descriptor): return try OpenPhoto(owning: descriptor)
        case .failure(let error): throw ReadFailure(opening: error.rawValue, absent: absent)
        }
    }

    /// Takes over what somebody else has opened, and closes it also where it is refused, being no regular file.
    init(owning descriptor: Int32) throws(ReadFailure) {
        do throws(ReadFailure) {
            self.init(descriptor: descriptor, fingerprint: try Self.fingerprint(of: descriptor))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The size in bytes when the file was opened.
    var size: Int { Int(fingerprint.size) }

    /// Reads into `buffer` from `start` on until `count` bytes are there or the file ends, and gives how many are.
    func read(into buffer: inout [UInt8], at start: Int, from offset: Int, count: Int) throws(ReadFailure) -> Int {
        let room = start..<start + count
        var filled = 0
        while filled < count {
            let got = unsafe buffer.withUnsafeMutableBytes { bytes in
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[room].dropFirst(filled))
                return Result { () throws(Errno) in
                    try repeated { unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + filled)) }
                }
            }
            switch got {
            case .success(0): return filled
            case .success(let count): filled += count
            case .failure(let error): throw ReadFailure(reading: error.rawValue)
            }
        }
        return filled
    }

    /// Whether the file is still as it was when it was opened.
    func isUnchanged() throws(ReadFailure) -> Bool {
        try Self.fingerprint(of: descriptor) == fingerprint
    }

    private static func fingerprint(of descriptor: Int32) throws(ReadFailure) -> Fingerprint {
        let status: FileStatus
        do throws(Errno) {
            status = try FileStatus(of: FileDescriptor(rawValue: descriptor))
        } catch {
            throw ReadFailure(reading: error.rawValue)
        }
        if status.isRegular { return status.fingerprint }
        throw ReadFailure(.unreadable, status.isDirectory ? "is a directory" : "is no regular file")
    }
}
