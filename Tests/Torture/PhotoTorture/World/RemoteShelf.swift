internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// A destination that is reached through rclone. Tests read, restore and damage its contents without the program:
/// directly in its directory if there is one, else with rclone.
struct RemoteShelf {
    let remote: TestRemote
    /// The world's tree, which stores fetched files.
    private let tree: TemporaryTree

    /// Starts its server behind a proxy that can cut connections.
    init(_ kind: RemoteKind, in tree: TemporaryTree) throws {
        remote = try TestRemote(kind, server: .behindProxy)
        self.tree = tree
    }

    /// Its spec on the command line.
    var spec: String { "rclone:\(remote.spec)" }

    /// Its part of the program's configuration, with short timeouts for a server that is gone.
    var configuration: [String] {
        let flags = ["--low-level-retries=1", "--contimeout=3s", "--timeout=5s"].map { "\"\($0)\"" }
        return [
            "[rclone]", "config = \"\(remote.configurationFile.string)\"", "flags = [\(flags.joined(separator: ", "))]",
        ]
    }

    /// Its contents, under the program's names.
    func copies() throws -> [String: FileState] {
        if let place = remote.place, remote.kind != .crypt { return FileState.tree(place) }
        let copies = try fetched()
        var files = FileState.tree(tree.path(Self.fetched))
        if copies.exit == 0 { return files }
        for name in try rclone("lsf", "-R", "--files-only", remote.spec).output.split(separator: "\n") {
            files[String(name), default: .unreadable] = files[String(name)] ?? .unreadable
        }
        return files
    }

    /// The bytes of one of the program's own files; nil if there is none.
    func bytes(of name: String) throws -> [UInt8] {
        if let place = remote.place, remote.kind != .crypt {
            return Array(try Data(contentsOf: URL(fileURLWithPath: place.appending(name).string)))
        }
        return try tree.read(Self.fetched.appending(name))
    }

    /// Saves its contents to a directory of the tree.
    func save(to directory: FilePath) throws {
        try tree.remove(directory)
        try tree.makeDirectory(directory)
        guard let place = remote.place else {
            let saved = try rclone("sync", remote.spec, tree.path(directory).string)
            // Before the first upload the directory does not exist.
            if saved.exit != 0, saved.exit != 3 { throw TortureError("rclone sync: \(saved.notes)") }
            return
        }
        try copyTree(place, to: tree.path(directory))
    }

    /// Restores the contents of ``save(to:)``.
    func restore(from directory: FilePath) throws {
        guard let place = remote.place else {
            let restored = try rclone("sync", "--checksum", tree.path(directory).string, remote.spec)
            if restored.exit != 0 { throw TortureError("rclone sync: \(restored.notes)") }
            return
        }
        for name in try place.entries { try FileManager.default.removeItem(atPath: place.appending(name).string) }
        try copyTree(tree.path(directory), to: place)
    }

    /// Removes files, as someone else could.
    func remove(_ names: [String]) throws {
        for name in names { _ = try rclone("deletefile", remote.spec(of: name)) }
    }

    /// Changes the bytes of files, as someone else could.
    func change(_ names: [String], _ change: ([UInt8]) -> [UInt8]) throws {
        _ = try fetched()
        for name in FileState.tree(tree.path(Self.fetched)).keys where !names.contains(name) {
            try tree.remove(Self.fetched.appending(name))
        }
        for name in names {
            try tree.write(Self.fetched.appending(name), change(try tree.read(Self.fetched.appending(name))))
        }
        let changed = try rclone("copy", "--ignore-times", tree.path(Self.fetched).string, remote.spec)
        if changed.exit != 0 { throw TortureError("rclone copy: \(changed.notes)") }
    }

    private static let fetched: FilePath = "scratch/fetched"

    private func fetched() throws -> Outcome {
        try tree.remove(Self.fetched)
        try tree.makeDirectory(Self.fetched)
        return try rclone("copy", remote.spec, tree.path(Self.fetched).string)
    }

    private func rclone(_ arguments: String...) throws -> Outcome {
        try remote.rclone(["--retries=1", "--low-level-retries=1"] + arguments)
    }
}

/// Copies the contents of a directory, with times and permissions.
func copyTree(_ source: FilePath, to target: FilePath) throws {
    let copy = try Program(path: "/bin/cp", home: "/").run("-a", source.string + "/.", target.string)
    guard copy.exit == 0 else { throw TortureError("\(source) cannot be copied: \(copy.notes)") }
}
