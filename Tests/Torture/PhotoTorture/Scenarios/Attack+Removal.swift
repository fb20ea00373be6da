internal import Foundation
internal import Glibc
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// Attacks during removals, with copies in a folder or at a remote.
    static func removals(with remote: RemoteKind?) -> [Attack] {
        let copies = copies(with: remote)
        return copies + copies.map { $0.early } + library + library.map { $0.early } + renamings
            + renamings.map { $0.early } + trashRenamings + [marked, fenced, fenced.early, twice, signal]
            + (remote.map(connections) ?? [])
    }
    /// Attacks while photos are restored.
    static func undos(with remote: RemoteKind?) -> [Attack] {
        [namesTaken, trashEmptied, twice, signal] + renamings + trashRenamings
            + [namesTaken, trashEmptied, trashFlipped].map { $0.early }
            + copies(with: remote).map { $0.early.withoutRepair } + (remote.map(connections) ?? [])
    }
    /// Attacks while the trash is emptied.
    static let emptyings: [Attack] =
        [twice, signal, trashFlipped.early] + trashRenamings
        + copies(inTrash: true).filter { $0.name != linked.name }.map { $0.early.withoutRepair.keepingTrash }

    private static let library = [edited(), swapped, pointed, folder, joined]

    /// Edits photos in place.
    private static func edited() -> Attack {
        instead("edited", of: ["a/IMG_0003.JPG", "b/IMG_0005.JPG", "a/DSC_0006.NEF"]) { world, path in
            let bytes = try world.tree.read(path)
            try world.tree.write(path, bytes + Array("edited".utf8))
        }
    }

    /// Replaces photos by other photos.
    private static let swapped = instead("swapped", of: ["a/IMG_0002.JPG", "a/IMG_0004.MOV"]) { world, path in
        let bytes = try world.tree.read("photos/a/IMG_0009.JPG")
        try world.tree.write("photos/new", bytes + Array(path.string.utf8))
        let new = world.path("photos/new").string
        guard unsafe rename(new, world.path(path).string) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Replaces photos by links to their new places.
    private static let pointed = instead("pointed", of: ["a/IMG_0001.JPG", "b/DSC_0007.NEF"]) { world, path in
        let away = FilePath("scratch/away-\(path.lastComponent?.string ?? "")")
        try world.tree.remove(away)
        try world.tree.rename(path, to: away)
        try world.tree.link(path, to: world.path(away))
    }

    /// Replaces photos by directories.
    private static let folder = Attack(
        name: "folder",
        run: { world in
            var isDone = false
            for path in ["b/IMG_0001.JPG", "b/IMG_0005.MOV"] where world.removableAtHome.contains(path) {
                let place = FilePath("photos/" + path)
                try world.tree.remove(place)
                try world.tree.write(place.appending("inside.txt"), Array("not a photo".utf8))
                let inside = FileState(world.path(place).appending("inside.txt"))
                world.noteIntruder(path + "/inside.txt", state: inside)
                world.displace(path)
                isDone = true
            }
            return isDone
        },
        // Refused: the staged action is for the photos as they were.
        exit: 4)

    /// Adds files to complete groups. A group in progress may already be gone.
    private static let joined = Attack(name: "joined") { world in
        for (photo, new, like) in [
            ("a/IMG_0002.JPG", "a/IMG_0002.xmp", "a/DSC_0006.xmp"),
            ("b/IMG_0001.JPG", "b/IMG_0001.NEF", "b/DSC_0007.NEF"),
        ] {
            let bytes = world.photos.first { $0.path == like }?.bytes ?? []
            try world.tree.write(FilePath("photos/" + new), bytes + (new.hasSuffix("NEF") ? Array(new.utf8) : []))
            world.noteIntruder(new, state: FileState(world.path("photos").appending(new)))
            world.disturbance.excused.formUnion(world.mates(of: photo).union([photo]))
        }
        return true
    }

    /// Marks photos personal. Those that are not announced yet stay. A photo without its own name is still found if it
    /// is parked.
    private static let marked = Attack(name: "marked") { world in
        let photos = ["a/IMG_0002.JPG", "b/DSC_0007.JPG"].filter { photo in
            let parked = Remains(of: world).parked.values.map(\.sha256)
            return world.removableAtHome.contains(photo)
                || world.library[photo].map { parked.contains($0.sha256) } == true
        }
        let paths = photos.map { world.path("photos").appending($0).string }
        if paths.isEmpty { return false }
        let outcome = try world.program.start(["mark", "personal"] + paths).wait()
        if outcome.notes.contains("does not exist") {
            world.disturbance.complaints.append("a parked photo was not found: \(outcome.notes)")
        }
        guard outcome.exit == 0 else { return false }
        let announced = try IndexCopy(of: world)?.rows(
            """
            SELECT CAST(path AS TEXT) FROM actionMember JOIN action ON action.id = action
            WHERE kind = 'purge' AND state = 'running'
            """)
        for (photo, path) in zip(photos, paths) {
            let group = world.mates(of: photo).union([photo])
            if announced?.contains([path]) == true {
                world.disturbance.excused.formUnion(group)
            } else {
                world.disturbance.staying.formUnion(group)
            }
        }
        return true
    }

    /// Moves the fence by hand, which applies to photos that are not announced yet. A marked photo is work wherever it
    /// was taken.
    private static let fenced = Attack(
        name: "fenced",
        run: { world in
            let fences = FilePath("home/.config/workphotos/fences.geojson")
            let text = String(decoding: try world.tree.read(fences), as: UTF8.self)
            let moved = text.replacing("13.405", with: "14.405")
            guard moved != text else { throw TortureError("the fence is not where it was") }
            try world.tree.write(fences, Array(moved.utf8))
            world.disturbance.excused = world.removable.subtracting([LibraryPhotos.marked])
            return true
        },
        undo: { world in
            let fences = FilePath("home/.config/workphotos/fences.geojson")
            try world.tree.write(fences, try world.tree.read(FilePath("saved").appending(fences.components)))
            return []
        }, isPutRight: true)

    /// Starts the same command again. It gives up, also if the index is being written at that moment for longer than it
    /// waits.
    static let twice = Attack(
        name: "twice",
        run: { world in
            let outcome = try world.program.start(world.command).wait()
            let isWrittenTo = outcome.exit == 1 && outcome.notes.contains("another program is writing to the index")
            if ![0, 11].contains(outcome.exit), !isWrittenTo {
                world.disturbance.complaints.append("a second run ended with \(outcome.exit): \(outcome.notes)")
            }
            return true
        })

    /// Replaces photos that are still in the library by what `body` makes of them.
    private static func instead(
        _ name: String, of photos: [String], _ body: @escaping @Sendable (World, FilePath) throws -> Void
    ) -> Attack {
        Attack(
            name: name,
            run: { world in
                let present = photos.filter(world.removableAtHome.contains)
                for path in present {
                    try body(world, FilePath("photos/" + path))
                    world.noteIntruder(path, state: FileState(world.path("photos").appending(path)))
                    world.displace(path)
                }
                return !present.isEmpty
            },
            // Refused: the staged action is for the photos as they were.
            exit: 4)
    }

    /// The attack before the run. Nothing was in progress that could excuse a missing photo.
    var early: Attack {
        var attack = self
        attack.name += "-early"
        attack.isEarly = true
        attack.run = { [run] world in
            let present = world.removableAtHome
            let isDone = try run(world)
            world.disturbance.staying.formUnion(world.disturbance.excused.intersection(present))
            world.disturbance.excused = []
            return isDone
        }
        return attack
    }

    /// The attack; afterwards nothing may leave the trash.
    private var keepingTrash: Attack {
        var attack = self
        attack.run = { [run] world in
            world.disturbance.trashed = Set(Remains(of: world).trash.keys)
            return try run(world)
        }
        return attack
    }

    /// The attack; afterwards nothing needs to be uploaded again.
    private var withoutRepair: Attack {
        var attack = self
        attack.repair = []
        return attack
    }
}
