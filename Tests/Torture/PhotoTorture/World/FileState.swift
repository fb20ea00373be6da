internal import Crypto
package import Foundation
internal import Glibc
package import SystemPackage

/// A file as it is on disk: what a program that only reads it leaves as it was.
package struct FileState: Hashable, Sendable {
    /// SHA-256 of its bytes, in hexadecimal digits; of none for what is no regular file.
    package var sha256: String
    /// How many bytes it has.
    package var size: Int
    /// Kind and permissions.
    package var mode: UInt32
    /// Nanoseconds since 1970-01-01T00:00:00Z.
    package var modified: Int64
    /// When anything of it was changed last. Nobody can set it back.
    package var changed: Int64
    /// The number that tells it from other files.
    package var inode: UInt64

    /// The file that has this path now; nil where none has it.
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

    /// A file that is there and cannot be read, such as the beginning of one that is encrypted.
    static let unreadable = FileState()

    private init() {
        (sha256, size, mode, modified, changed, inode) = ("", -1, UInt32(S_IFREG), 0, 0, 0)
    }

    /// SHA-256 of bytes, in hexadecimal digits.
    package static func hash(_ bytes: some DataProtocol) -> String {
        SHA256.hash(data: bytes).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }

    /// Whether it is a directory.
    var isDirectory: Bool { mode & S_IFMT == S_IFDIR }

    /// Whether bytes, permissions and mtime are another's.
    func looksLike(_ other: FileState) -> Bool {
        sha256 == other.sha256 && mode == other.mode && modified == other.modified
    }

    /// Every file below a directory but directories themselves, by its path from there.
    package static func tree(_ directory: FilePath) -> [String: FileState] {
        var files: [String: FileState] = [:]
        for name in (try? FileManager.default.subpathsOfDirectory(atPath: directory.string)) ?? [] {
            guard let state = FileState(directory.appending(name)), !state.isDirectory else { continue }
            files[name] = state
        }
        return files
    }
}
