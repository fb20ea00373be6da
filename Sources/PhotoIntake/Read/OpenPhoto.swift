internal import Glibc
internal import PhotoFiles
internal import PhotoModel
internal import SystemPackage

/// A regular file that is open for reading, with what it was like when it was opened.
struct OpenPhoto {
    private let file: OpenFile
    /// The file as it was when it was opened.
    let fingerprint: Fingerprint

    /// Takes what is open; what is not a regular file is refused.
    init(_ file: OpenFile) throws(ReadFailure) {
        self.file = file
        fingerprint = try Self.fingerprint(of: file)
    }

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
        case .success(let number): return try OpenPhoto(OpenFile(number))
        case .failure(let error): throw ReadFailure(opening: error.rawValue, absent: absent)
        }
    }

    /// The size in bytes when the file was opened.
    var size: Int { Int(fingerprint.size) }

    /// Reads into `buffer` from `start` on until `count` bytes are there or the file ends, and gives how many are.
    func read(into buffer: inout [UInt8], at start: Int, from offset: Int, count: Int) throws(ReadFailure) -> Int {
        do throws(Errno) {
            return try unsafe buffer.withUnsafeMutableBufferPointer { bytes throws(Errno) in
                let room = unsafe UnsafeMutableBufferPointer(rebasing: bytes[start..<start + count])
                return try unsafe file.fill(UnsafeMutableRawBufferPointer(room), at: Int64(offset))
            }
        } catch {
            throw ReadFailure(reading: error.rawValue)
        }
    }

    /// Whether the file is still as it was when it was opened.
    func isUnchanged() throws(ReadFailure) -> Bool {
        try Self.fingerprint(of: file) == fingerprint
    }

    private static func fingerprint(of file: OpenFile) throws(ReadFailure) -> Fingerprint {
        let status: FileStatus
        do throws(Errno) {
            status = try file.status()
        } catch {
            throw ReadFailure(reading: error.rawValue)
        }
        if status.isRegular { return status.fingerprint }
        throw ReadFailure(.unreadable, status.isDirectory ? "is a directory" : "is no regular file")
    }
}
