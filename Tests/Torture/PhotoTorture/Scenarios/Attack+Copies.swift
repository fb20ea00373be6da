internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// Attacks on a destination that removals rely on. A photo that still has its own name must stay, because its copy
    /// is checked again when it is parked.
    ///
    /// - Parameter remote: the remote with the copies; nil for a folder.
    static func copies(with remote: RemoteKind?) -> [Attack] {
        remote == nil ? copies(inTrash: false) : remoteCopies
    }

    private static let remoteCopies = [
        copies("copies-gone") { world, copies in
            try world.remote?.remove(copies.keys.sorted())
            return true
        },
        copies("copies-flipped") { world, copies in
            try world.remote?.change(copies.keys.sorted()) { [~$0[0]] + $0.dropFirst() }
            return true
        },
        copies("copies-cut") { world, copies in
            try world.remote?.change(copies.keys.sorted()) { $0.dropLast() }
            return true
        },
    ]

    /// Attacks on copies in a folder.
    ///
    /// - Parameter inTrash: whether the originals are in the trash. A copy that is the same file is then the trashed
    ///   file.
    static func copies(inTrash: Bool) -> [Attack] {
        [
            copies("copies-gone") { world, copies in
                for copy in copies.keys { try world.tree.remove(FilePath("backup/" + copy)) }
                return true
            },
            copies("copies-flipped") { world, copies in
                for copy in copies.keys { try flip(FilePath("backup/" + copy), in: world) }
                return true
            },
            copies("copies-cut") { world, copies in
                for (copy, state) in copies {
                    guard unsafe truncate(world.path(FilePath("backup/" + copy)).string, state.size - 1) == 0 else {
                        throw Errno(rawValue: errno)
                    }
                }
                return true
            },
            originals("symlinked", inTrash) { world, copy, original in
                try world.tree.remove(copy)
                try world.tree.link(copy, to: original)
            },
            hardlinked(inTrash), bound(inTrash),
            lasting(linked), lasting(gone, isStrict: false), lasting(replaced, isStrict: false),
            lasting(unmounted, isStrict: false),
        ] + (Road.isPossible ? [lasting(road(inTrash), isStrict: false)] : [])
    }

    /// The destination is the library through another mount, with other device and inode numbers. Only a photo that was
    /// already renamed reveals that its copy is the photo itself. Photos that are gone by then have a copy.
    private static func road(_ inTrash: Bool) -> Attack {
        Attack(
            name: "road", takesMount: true,
            run: { world in
                let photos = world.originals(inTrash: inTrash)
                try world.tree.remove("scratch/view")
                for (copy, state) in FileState.tree(world.path("backup")) {
                    let original = photos[state.sha256] ?? world.path("saved/backup/").appending(copy)
                    try world.tree.makeDirectory(FilePath("scratch/view/" + copy).removingLastComponent())
                    try world.tree.link(FilePath("scratch/view/" + copy), to: original)
                }
                return try Road.lay(from: world.path("scratch/view"), to: world.path("backup"), in: world)
            },
            undo: { world in
                _ = world.mounts?.unmount(world.path("backup").string, isLazy: true)
                return []
            })
    }

    /// Each copy is a hard link to the photo. That changes the photo's ctime, so the next scan reads it, and it is
    /// uploaded again.
    private static func hardlinked(_ inTrash: Bool) -> Attack {
        var attack = originals("hardlinked", inTrash) { world, copy, original in
            try world.tree.remove(copy)
            guard unsafe Glibc.link(original.string, world.path(copy).string) == 0 else {
                throw Errno(rawValue: errno)
            }
        }
        if !inTrash { attack.repair = [["scan"], ["upload"]] }
        return attack
    }

    /// The destination is the library, through a bind mount: each copy is the photo itself.
    private static func bound(_ inTrash: Bool) -> Attack {
        var attack = originals("bound", inTrash) { world, copy, original in
            guard world.mounts?.bind(original.string, on: world.path(copy).string) == true else {
                throw Errno.notPermitted
            }
        }
        attack.takesMount = true
        attack.undo = { world in
            for copy in FileState.tree(world.path("backup")).keys {
                _ = world.mounts?.unmount(world.path(FilePath("backup/" + copy)).string, isLazy: true)
            }
            try world.restoreDestination()
            return []
        }
        return attack
    }

    /// Replaces every copy by another path to the photo, if the photo still has its own name or is in the trash.
    private static func originals(
        _ name: String, _ inTrash: Bool, _ body: @escaping @Sendable (World, FilePath, FilePath) throws -> Void
    ) -> Attack {
        copies(name) { world, copies in
            let photos = world.originals(inTrash: inTrash)
            var isDone = false
            for (copy, state) in copies {
                guard let original = photos[state.sha256] else { continue }
                do {
                    try body(world, FilePath("backup/" + copy), original)
                    isDone = true
                } catch Errno.improperLink {
                    return false
                }
            }
            return isDone
        }
    }

    private static func copies(
        _ name: String, _ body: @escaping @Sendable (World, [String: FileState]) throws -> Bool
    ) -> Attack {
        Attack(
            name: name,
            run: { world in
                let copies = try world.copies.filter { DestinationCheck.isNamed($0.key) }
                world.demandThatAllStay()
                return try body(world, copies)
            },
            undo: { world in
                try world.restoreDestination()
                return []
            }, repair: [["upload"]], isPutRight: true)
    }

    /// An attack on the whole destination. A run that has the directory open may continue with it if only its path
    /// changes.
    private static func lasting(_ attack: Attack, isStrict: Bool = true) -> Attack {
        var new = attack
        new.run = { world in
            let isDone = try attack.run(world)
            if isDone { isStrict ? world.demandThatAllStay() : world.excuseAll() }
            // Its copy is in another directory than the fence's.
            if attack.name == linked.name { world.disturbance.staying.remove(LibraryPhotos.marked) }
            return isDone
        }
        new.repair = [["upload"]]
        new.isPutRight = true
        return new
    }

    /// Inverts a byte of a file, given by its path in the world, and keeps size and mtime.
    static func flip(_ path: FilePath, in world: World) throws {
        guard let state = FileState(world.path(path)) else { return }
        let file = try FileDescriptor.open(world.path(path), .readWrite)
        defer { try? file.close() }
        var byte: UInt8 = 0
        _ = try unsafe withUnsafeMutableBytes(of: &byte) { try unsafe file.read(fromAbsoluteOffset: 0, into: $0) }
        _ = try file.writeAll(toAbsoluteOffset: 0, [~byte])
        try world.tree.setModified(
            path, seconds: Int(state.modified / 1_000_000_000), nanoseconds: Int(state.modified % 1_000_000_000))
    }
}

extension World {
    /// The current paths of the photos that may be removed, by hash.
    ///
    /// - Parameter inTrash: whether to look in the trash; otherwise at those that still have their own names.
    fileprivate func originals(inTrash: Bool) -> [String: FilePath] {
        if inTrash {
            let files = path(FilePath(Remains.trash(of: self)).appending("files"))
            let found = FileState.tree(files).map { ($1.sha256, files.appending($0)) }
            return Dictionary(found, uniquingKeysWith: { $1 })
        }
        let found = removableAtHome.compactMap { name in
            library[name].map { ($0.sha256, path("photos").appending(name)) }
        }
        return Dictionary(found, uniquingKeysWith: { $1 })
    }
}
