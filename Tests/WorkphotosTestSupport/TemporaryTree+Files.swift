internal import Foundation
package import SystemPackage

extension TemporaryTree {
    /// All bytes of a file.
    package func read(_ relative: FilePath) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: path(relative).string)))
    }

    /// Whether a file or directory exists at this path.
    package func exists(_ relative: FilePath) -> Bool {
        FileManager.default.fileExists(atPath: path(relative).string)
    }

    /// Moves a file or directory.
    package func rename(_ old: FilePath, to new: FilePath) throws {
        try FileManager.default.moveItem(atPath: path(old).string, toPath: path(new).string)
    }

    /// Locks a file, as another process would, until the descriptor is closed.
    package func lock(_ relative: FilePath) throws -> FileDescriptor {
        let file = try FileDescriptor.open(
            path(relative), .readWrite, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw Errno(rawValue: errno) }
        return file
    }

    /// Every file below the directory with its bytes, by path, except for names with the given endings.
    package func snapshot(leavingOut endings: [String] = ["-shm"]) throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: path.string) {
            var isDirectory: ObjCBool = false
            let full = path.appending(name).string
            guard unsafe FileManager.default.fileExists(atPath: full, isDirectory: &isDirectory),
                !isDirectory.boolValue,
                !endings.contains(where: name.hasSuffix)
            else { continue }
            files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: full)))
        }
        return files
    }
}

extension TemporaryTree {
    /// Whether the path itself is a symbolic link.
    package func isLink(_ relative: FilePath) throws -> Bool {
        try attributes(relative)[.type] as? FileAttributeType == .typeSymbolicLink
    }

    package func permissions(_ relative: FilePath) throws -> FilePermissions {
        let mode = try attributes(relative)[.posixPermissions] as? NSNumber
        return FilePermissions(rawValue: mode?.uint32Value ?? 0)
    }

    private func attributes(_ relative: FilePath) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: path(relative).string)
    }
}
