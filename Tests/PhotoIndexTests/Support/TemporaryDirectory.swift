import GRDB
import Glibc
import SystemPackage
import WorkphotosTestSupport

/// A temporary directory for an index, removed with its content when the value is released.
final class TemporaryDirectory {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree() }

    var path: FilePath { tree.path }

    /// The path of the test's index.
    var index: FilePath { path.appending("state").appending("index.sqlite") }

    /// Every file below, by name, with its bytes and permissions.
    func snapshot(except suffix: String? = nil) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in Self.names(path.appending("state")) where suffix.map(name.hasSuffix) != true {
            files[name] = try read(path.appending("state").appending(name))
        }
        return files
    }

    /// All bytes of a file.
    func read(_ file: FilePath) throws -> [UInt8] {
        let file = try FileDescriptor.open(file, .readOnly)
        return try file.closeAfter {
            let size = Int(try file.seek(offset: 0, from: .end))
            return try unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
                count = try unsafe file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
            }
        }
    }

    /// Writes a file, replacing an existing one.
    func write(_ bytes: [UInt8], to path: FilePath) throws {
        _ = unsafe path.removingLastComponent().withPlatformString { unsafe mkdir($0, 0o700) }
        let file = try FileDescriptor.open(
            path, .writeOnly, options: [.create, .truncate], permissions: [.ownerReadWrite])
        try file.closeAfter { _ = try file.writeAll(bytes) }
    }

    /// The permission bits of a file or directory.
    static func mode(_ path: FilePath) -> UInt32 {
        var status = stat()
        _ = unsafe path.withPlatformString { unsafe stat($0, &status) }
        return status.st_mode & 0o777
    }

    static func names(_ directory: FilePath) -> [String] {
        guard let stream = unsafe directory.withPlatformString({ unsafe opendir($0) }) else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}

/// Runs SQL on an index from outside, as another program would.
func execute(_ sql: String, in path: FilePath) throws {
    let queue = try DatabaseQueue(path: path.string)
    try queue.inDatabase { try $0.execute(sql: sql) }
    try queue.close()
}

/// The last column of every row.
func values(_ sql: String, in path: FilePath) throws -> [String] {
    let queue = try DatabaseQueue(path: path.string)
    return try queue.read { db in
        try Row.fetchAll(db, sql: sql).map { row in row[row.count - 1] }
    }
}
