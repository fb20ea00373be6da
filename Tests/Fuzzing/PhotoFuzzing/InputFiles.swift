internal import Glibc
package import SystemPackage

/// The regular files below given paths.
package enum InputFiles {
    /// The maximum size of a file that is read. Seeds and finds are small, but a corpus may be next to videos.
    private static let mostBytes = 64 * 1_048_576

    /// Calls `body` with path and content of each file at or below `path`, in a stable order. Unreadable files are
    /// skipped.
    package static func forEach(below path: FilePath, _ body: (FilePath, [UInt8]) throws -> Void) throws {
        for entry in try entries(of: path) {
            guard let bytes = content(of: entry) else { continue }
            try body(entry, bytes)
        }
    }

    /// The files below `path`, sorted.
    private static func entries(of path: FilePath) throws -> [FilePath] {
        guard let directory = unsafe path.withPlatformString({ unsafe opendir($0) }) else { return [path] }
        defer { unsafe closedir(directory) }
        var found: [FilePath] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != "..", let component = FilePath.Component(name) {
                found.append(path.appending(component))
            }
        }
        return try found.sorted { $0.string < $1.string }.flatMap(entries)
    }

    private static func content(of path: FilePath) -> [UInt8]? {
        guard let file = try? FileDescriptor.open(path, .readOnly, options: .nonBlocking) else { return nil }
        defer { try? file.close() }
        guard let size = try? file.seek(offset: 0, from: .end), size <= mostBytes else { return nil }
        return try? unsafe [UInt8](unsafeUninitializedCapacity: Int(size)) { buffer, count in
            count = unsafe try file.read(fromAbsoluteOffset: 0, into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
