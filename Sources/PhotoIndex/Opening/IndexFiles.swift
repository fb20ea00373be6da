import Glibc
import PhotoModel
import SystemPackage

/// The files that SQLite writes to for an index: its own, and beside it the write-ahead log (`-wal`), the memory that
/// processes share (`-shm`) and a rollback journal (`-journal`), which it takes back and removes.
///
/// It opens whatever has these names. So they are looked at before it does.
struct IndexFiles {
    /// The index, which is no link.
    let path: FilePath

    /// Makes sure that what has the names of the files beside an index is what SQLite made.
    ///
    /// - Parameter path: the index; a symbolic link at its end is followed.
    /// - Throws: `foreignFile`; `inaccessible` where one cannot be looked at.
    init(_ path: FilePath) throws(IndexError) {
        self.path = try Self.followingLink(path)
        for side in Side.allCases { try refuseForeign(side) }
    }

    /// Where an index lies, which is where the files beside it do, and not beside a link that leads there. Nothing has to
    /// be there yet.
    static func followingLink(_ path: FilePath) throws(IndexError) -> FilePath {
        var end = path
        for _ in 0..<40 {
            guard let target = target(of: end) else { return end }
            end = end.removingLastComponent().pushing(target)
        }
        throw .inaccessible(path, Errno.tooManySymbolicLinkLevels.description)
    }

    /// Where a symbolic link leads; nil for anything else.
    private static func target(of path: FilePath) -> FilePath? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = unsafe path.withPlatformString { unsafe readlink($0, &bytes, bytes.count - 1) }
        return count <= 0 ? nil : FilePath(bytes: bytes[..<count].map { UInt8(bitPattern: $0) })
    }

    /// A file beside the index.
    enum Side: String, CaseIterable {
        case log = "-wal"
        case memory = "-shm"
        case journal = "-journal"

        func path(beside index: FilePath) -> FilePath { index.appendingToName(rawValue) }
    }

    func path(of side: Side) -> FilePath { side.path(beside: path) }

    private func refuseForeign(_ side: Side) throws(IndexError) {
        let file = path(of: side)
        do {
            try side == .memory ? Self.checkMemory(file) : Self.checkBeginning(file, side)
        } catch OwnFile.Failure.foreign(let why) {
            throw .foreignFile(file, why)
        } catch OwnFile.Failure.system(.noSuchFileOrDirectory) {
            // There is none.
        } catch OwnFile.Failure.system(let error) {
            throw IndexError(system: error, at: path)
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// https://www.sqlite.org/fileformat2.html sections 3 and 4.1. A file that was cut, or zeroed, has no content.
    private static func checkBeginning(_ path: FilePath, _ side: Side) throws {
        let own = try OwnFile(path, writing: false)
        defer { try? own.file.close() }
        let magic: [[UInt8]] =
            side == .journal
            ? [[0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]]
            : [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]
        let bytes = try own.beginning(magic[0].count)
        let isOurs = bytes.allSatisfy { $0 == 0 } || magic.contains { $0.starts(with: bytes) }
        if !isOurs { throw OwnFile.Failure.foreign(.otherContent) }
    }

    /// It is not opened: the process may hold locks on it, and to close a file gives them up. SQLite makes it 3 bytes
    /// long, and then regions of 32 KiB (https://www.sqlite.org/walformat.html section 2.2), which it lays out in steps of
    /// 4 KiB; one that was killed there left a part of a region.
    private static func checkMemory(_ path: FilePath) throws {
        guard let status = try Self.status(of: path) else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw OwnFile.Failure.foreign(.link)
        default: throw OwnFile.Failure.foreign(.notRegular)
        }
        if status.st_size > 3, status.st_size % 4_096 != 0 { throw OwnFile.Failure.foreign(.otherContent) }
    }

    /// What has a path, itself a link; nil where nothing does.
    static func status(of path: FilePath) throws(Errno) -> stat? {
        var status = stat()
        if unsafe path.withPlatformString({ unsafe lstat($0, &status) }) == 0 { return status }
        let error = Errno(rawValue: errno)
        if error == .noSuchFileOrDirectory { return nil }
        throw error
    }
}
