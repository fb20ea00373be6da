internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// Gives other files the names of photos to restore.
    static let namesTaken =
        Attack(
            name: "taken",
            run: { world in
                let photos = FileState.tree(world.path("photos"))
                let missing = world.removable.filter { photos[$0] == nil }
                for path in missing {
                    try world.tree.write(FilePath("photos/" + path), Array("another's \(path)".utf8))
                    world.disturbance.intruders[path] = FileState(world.path("photos").appending(path))
                }
                return !missing.isEmpty
            },
            undo: { world in
                let found = FileState.tree(world.path("photos"))
                let changed = world.disturbance.intruders.filter { found[$0.key]?.looksLike($0.value) != true }.keys
                for path in world.disturbance.intruders.keys where !changed.contains(path) {
                    try world.tree.remove(FilePath("photos/" + path))
                }
                world.disturbance.intruders = [:]
                return changed.sorted().map { "another's file was overwritten: \($0)" }
            })

    /// Empties the trash, as another program does; its contents are at the destination.
    static let trashEmptied = Attack(name: "trash-emptied") { world in
        let trash = FilePath(Remains.trash(of: world))
        let names = Remains(of: world).trash.filter { $0.key != World.oldTrash && $0.value.file != nil }.keys
        for name in names {
            try world.tree.remove(trash.appending("files").appending(name))
            try world.tree.remove(trash.appending("info").appending(name + ".trashinfo"))
        }
        world.disturbance.isTrashOther = true
        return !names.isEmpty
    }

    /// Changes the files in the trash.
    static let trashFlipped = Attack(name: "trash-flipped") { world in
        let trash = FilePath(Remains.trash(of: world)).appending("files")
        let names = Remains(of: world).trash.filter { $0.key != World.oldTrash && $0.value.file != nil }.keys
        for name in names {
            try flip(trash.appending(name), in: world)
            world.disturbance.flipped[name] = FileState(world.path(trash).appending(name))
        }
        world.disturbance.isTrashOther = true
        return !names.isEmpty
    }
}
