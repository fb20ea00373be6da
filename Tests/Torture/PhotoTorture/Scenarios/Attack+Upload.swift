internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// Attacks on destination and library during uploads.
    ///
    /// - Parameters:
    ///   - remote: the kind of remote; nil for a directory.
    ///   - isSending: whether the command sends what is edited. A check of the copies does not.
    static func uploads(to remote: RemoteKind?, isSending: Bool) -> [Attack] {
        let library = (isSending ? [edited] : []) + [said, wandered, signal]
        if let remote { return library + connections(of: remote) }
        return [flip, gone, replaced, unmounted, full, taken, linked] + library
    }

    /// Changes a byte of every unfinished copy, like a disk that stores wrong bytes.
    private static let flip = Attack(name: "flip") { world in
        let backup = world.path("backup")
        let unfinished = FileState.tree(backup).filter { path, state in
            !DestinationCheck.isNamed(path) && !DestinationCheck.isOwn(path) && state.size > 0
        }
        for path in unfinished.keys {
            let file = try FileDescriptor.open(backup.appending(path), .readWrite)
            defer { try? file.close() }
            var byte: UInt8 = 0
            _ = try unsafe withUnsafeMutableBytes(of: &byte) { try unsafe file.read(fromAbsoluteOffset: 0, into: $0) }
            _ = try file.writeAll(toAbsoluteOffset: 0, [~byte])
        }
        return !unfinished.isEmpty
    }

    /// Moves the destination's directory away.
    static let gone = Attack(
        name: "gone", takesNoMount: true,
        run: { world in
            try world.tree.rename("backup", to: "away")
            return true
        },
        undo: { world in
            try world.tree.rename("away", to: "backup")
            return []
        })

    /// Replaces the destination by an empty directory.
    static let replaced = Attack(
        name: "replaced", takesNoMount: true,
        run: { world in
            try world.tree.rename("backup", to: "away")
            try world.tree.makeDirectory("backup")
            return true
        },
        undo: { world in
            let found = FileState.tree(world.path("backup")).keys.sorted()
            try world.tree.remove("backup")
            try world.tree.rename("away", to: "backup")
            return found.map { "written to a directory that is not the destination: \($0)" }
        })

    /// Unmounts the destination's disk, which leaves the empty mount point.
    static let unmounted = Attack(
        name: "unmounted", takesMount: true,
        run: { $0.mounts?.unmount($0.path("backup").string, isLazy: true) ?? false },
        undo: { world in
            let found = FileState.tree(world.path("backup")).keys.sorted()
            for path in found { try world.tree.remove(FilePath("backup/" + path)) }
            try world.mountDestination()
            return found.map { "written below the place where the destination is mounted: \($0)" }
        })

    /// Fills the destination's disk.
    private static let full = Attack(
        name: "full", takesMount: true,
        run: { world in
            let used = FileState.tree(world.path("backup")).values.reduce(64) { $0 + $1.size / 1_024 + 4 }
            return world.mounts?.resizeTemporary(on: world.path("disk").string, kibibytes: used) ?? false
        },
        undo: { world in
            _ = world.mounts?.resizeTemporary(on: world.path("disk").string, kibibytes: World.disk)
            return []
        })

    /// Puts a file of another program at each name that is not uploaded yet.
    private static let taken = Attack(name: "taken") { world in
        let wanted = world.undisturbed.destination.keys.filter(DestinationCheck.isNamed)
        for name in wanted where !world.tree.exists(FilePath("backup/" + name)) {
            let bytes = Array("another's \(name)".utf8)
            try world.tree.write(FilePath("backup/" + name), bytes)
            world.foreign[name] = FileState.hash(bytes)
        }
        return !world.foreign.isEmpty
    }

    /// Replaces a directory of the destination by a link.
    static let linked = Attack(
        name: "linked",
        run: { world in
            guard world.tree.exists("backup/Office") else { return false }
            try world.tree.rename("backup/Office", to: "backup/.workphotos-moved")
            try world.tree.link("backup/Office", to: world.path("elsewhere"))
            return true
        },
        undo: { world in
            let found = FileState.tree(world.path("elsewhere")).keys.sorted()
            try world.tree.remove("backup/Office")
            try world.tree.rename("backup/.workphotos-moved", to: "backup/Office")
            return found.map { "written past the destination: \($0)" }
        })

    /// Marks photos personal. Those that are not announced yet are not sent.
    private static let said = Attack(
        name: "said",
        run: { world in
            let photos = ["a/IMG_0003.JPG", "b/IMG_0005.JPG"]
            guard
                try world.program.start(
                    ["mark", "personal"] + photos.map { world.path("photos").appending($0).string }
                )
                .wait().exit == 0
            else { return false }
            world.isEdited = true
            let begun = try IndexCopy(of: world)?.rows(
                """
                SELECT CAST(path AS TEXT) FROM actionMember JOIN action ON action.id = action
                WHERE kind = 'upload' AND (state = 'running' OR state = 'done')
                """)
            let sent = Set(try world.copies.values.map(\.sha256))
            for photo in photos {
                let mayGo = begun?.contains([world.path("photos").appending(photo).string]) != false
                for path in world.mates(of: photo).union([photo]) {
                    guard let hash = world.library[path]?.sha256 else { continue }
                    world.wanted.remove(hash)
                    if !mayGo, !sent.contains(hash) { world.work.remove(hash) }
                }
            }
            return true
        })

    /// Moves a directory of the library away and leaves a link to it: nothing is sent through the link.
    private static let wandered = Attack(
        name: "wandered-early", isEarly: true,
        run: { world in
            try world.tree.rename("photos/a", to: "scratch/wandered")
            try world.tree.link("photos/a", to: world.path("scratch/wandered"))
            return true
        },
        undo: { world in
            let before = Set(world.savedCopies.values.map(\.sha256))
            let sent = try world.copies.filter { !before.contains($0.value.sha256) }
            let hidden = Set(FileState.tree(world.path("scratch/wandered")).values.map(\.sha256))
            let others = Set(FileState.tree(world.path("photos/b")).values.map(\.sha256))
            try world.tree.remove("photos/a")
            try world.tree.rename("scratch/wandered", to: "photos/a")
            return sent.filter { hidden.contains($0.value.sha256) && !others.contains($0.value.sha256) }.keys.sorted()
                .map {
                    "sent through a link: \($0)"
                }
        }, isPutRight: true)

    /// Presses Ctrl-C.
    static let signal = Attack(name: "signal") { world in
        let processes = Leftovers.processes(home: world.path("home")).filter { process in
            FilePath("/proc/\(process)/comm").text.hasPrefix("workphotos")
        }
        for process in processes { kill(process, SIGINT) }
        return !processes.isEmpty
    }

    /// Edits photos in place.
    private static let edited = Attack(
        name: "edited",
        run: { world in
            world.isEdited = true
            for path in ["a/IMG_0003.JPG", "b/IMG_0005.JPG"] {
                let relative = FilePath("photos/" + path)
                let before = try world.tree.read(relative)
                let bytes = before + Array("edited".utf8)
                try world.tree.write(relative, bytes)
                world.library[path] = FileState(world.path(relative))
                world.work.insert(FileState.hash(bytes))
                world.wanted.remove(FileState.hash(before))
                world.wanted.insert(FileState.hash(bytes))
            }
            return true
        },
        // Refused: the staged action is for the files as they were.
        repair: [["scan"]], exit: 4)
}
