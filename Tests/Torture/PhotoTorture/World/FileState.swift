internal import Crypto
package import Foundation
internal import Glibc
package import SystemPackage

/// The state of a file on disk, as far as reading does not change it.
package struct FileState: Hashable, Sendable {
    /// SHA-256 of its bytes in hexadecimal; of no bytes if it is not a regular file.
    package var sha256: String
    /// Its size in bytes.
    package var size: Int
    /// Kind and permissions.
    package var mode: UInt32
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// The ctime, which cannot be set back.
    package var changed: Int64
    package var inode: UInt64

    /// The file at this path; nil if there is none.
    init?(_ path: FilePath) {
        var status = stat()
        guard unsafe path.withPlatformString({ unsafe lstat($0, &status) }) == 0 else { return nil }
        let isFile = status.st_mode & S_IFMT == S_IFREG
        let bytes = isFile ? (try? Data(contentsOf: URL(fileURLWithPath: path.string))) ?? Data() : Data()
        sha256 = Self.hash(bytes)
        size = bytes.count
        mode = status.st_mode
        modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
        inode = UInt64(status.st_ino)
    }

    /// A file that exists and cannot be read, such as the beginning of an encrypted one.
    static let unreadable = FileState()

    private init() {
        (sha256, size, mode, modified, changed, inode) = ("", -1, UInt32(S_IFREG), 0, 0, 0)
    }

    /// SHA-256 in hexadecimal.
    package static func hash(_ bytes: some DataProtocol) -> String {
        SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

    /// Whether bytes, permissions and mtime are equal.
    func looksLike(_ other: FileState) -> Bool {
        sha256 == other.sha256 && mode == other.mode && modified == other.modified
    }

    /// Every file below a directory, without directories, by relative path.
    package static func tree(_ directory: FilePath) -> [String: FileState] {
        var files: [String: FileState] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: directory.string)) ?? [] {
            guard let state = FileState(directory.appending(name)), !state.isDirectory else { continue }
            files[name] = state
        }
        return files
    }
}
