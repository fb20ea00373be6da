internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

/// A destination that rclone reaches. What it holds is looked at, put back and damaged behind the program's back: in
/// the directory that has it where there is one, else with rclone.
struct RemoteShelf {
    let remote: TestRemote
    /// The world's tree, which keeps what is fetched.
    private let tree: TemporaryTree

    /// Starts its server, behind what can cut connections.
    init(_ kind: RemoteKind, in tree: TemporaryTree) throws {
        remote = try TestRemote(kind, server: .behindProxy)
        self.tree = tree
    }

    /// What people type for it.
    var spec: String { "rclone:\(remote.spec)" }

    /// What the program's configuration has for it. Nobody waits long for a server that is gone.
    var configuration: [String] {
        let flags = ["--low-level-retries=1", "--contimeout=3s", "--timeout=5s"].map { "\"\($0)\"" }
        return [
            "[rclone]", "config = \"\(remote.configurationFile.string)\"", "flags = [\(flags.joined(separator: ", "))]",
        ]
    }

    /// What it holds, under the names that the program gives.
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

    /// The bytes of a file of the program's own; nil where there is none.
    func bytes(of name: String) throws -> [UInt8] {
        if let place = remote.place, remote.kind != .crypt {
            return Array(try Data(contentsOf: URL(fileURLWithPath: place.appending(name).string)))
        }
        return try tree.read(Self.fetched.appending(name))
    }

    /// Keeps all of it in a directory of the tree.
    func save(to directory: FilePath) throws {
        try tree.remove(directory)
        try tree.makeDirectory(directory)
        guard let place = remote.place else {
            let saved = try rclone("sync", remote.spec, tree.path(directory).string)
            // Where nothing was sent yet there is no directory.
            if saved.exit != 0, saved.exit != 3 { throw TortureError("rclone sync: \(saved.notes)") }
            return
        }
        try copyTree(place, to: tree.path(directory))
    }

    /// Makes it what it was at ``save(to:)``.
    func restore(from directory: FilePath) throws {
        guard let place = remote.place else {
            let restored = try rclone("sync", "--checksum", tree.path(directory).string, remote.spec)
            if restored.exit != 0 { throw TortureError("rclone sync: \(restored.notes)") }
            return
        }
        for name in try place.entries { try FileManager.default.removeItem(atPath: place.appending(name).string) }
        try copyTree(tree.path(directory), to: place)
    }

    /// Takes files away, as somebody else does.
    func remove(_ names: [String]) throws {
        for name in names { _ = try rclone("deletefile", remote.spec(of: name)) }
    }

    /// Gives files other bytes, as somebody else does.
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

/// Copies what is in a directory, with times and permissions.
func copyTree(_ source: FilePath, to target: FilePath) throws {
    let copy = try Program(path: "/bin/cp", home: "/").run("-a", source.string + "/.", target.string)
    guard copy.exit == 0 else { throw TortureError("\(source) cannot be copied: \(copy.notes)") }
}
