internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// What comes in the place of a directory that is renamed.
    private enum Substitute {
        case nothing, directory, link
    }

    /// Somebody renames a directory of the library, with all that is in it for now; where a name says so, another comes
    /// in its place, or a link to it, or it goes out of the library.
    static let renamings = [
        renaming("renamed", to: "photos/moved", .nothing), renaming("remade", to: "photos/moved", .directory),
        renaming("relinked", to: "photos/moved", .link), renaming("carried", to: "scratch/carried", .nothing),
    ]

    /// Somebody renames the trash; where the name says so, another program makes one anew.
    static let trashRenamings = [
        trashRenaming("trash-renamed", isMadeAgain: false), trashRenaming("trash-remade", isMadeAgain: true),
    ]

    private static func renaming(_ name: String, to place: FilePath, _ substitute: Substitute) -> Attack {
        Attack(
            name: name,
            // The library alone is on a disk of its own, and nothing is renamed from one disk to another.
            takesOneDisk: !place.starts(with: "photos"),
            run: { world in
                guard !world.tree.exists(place) else { return false }
                try world.tree.rename("photos/a", to: place)
                switch substitute {
                case .nothing: break
                case .directory: try world.tree.makeDirectory("photos/a")
                case .link: try world.tree.link("photos/a", to: world.path(place))
                }
                return true
            },
            undo: { world in
                let hidden = try world.path(place).entries.filter { $0.hasPrefix(".workphotos-") }
                let open = try IndexCopy(of: world)?.rows("SELECT id FROM action WHERE state = 'running'") ?? []
                if substitute == .link { try world.tree.remove("photos/a") }
                let others = try world.bringBack(place, to: "photos/a", parts: [FilePath()])
                if hidden.isEmpty || !open.isEmpty { return others }
                return others + ["left under other names, and concluded: \(hidden)"]
            },
            // What was given its name in the new directory got another time of change of attributes on its way back.
            repair: [["scan"], ["upload"]], isPutRight: true)
    }

    private static func trashRenaming(_ name: String, isMadeAgain: Bool) -> Attack {
        Attack(
            name: name,
            run: { world in
                let trash = FilePath(Remains.trash(of: world))
                let saved = FilePath(trash.string + "-saved")
                guard world.tree.exists(trash), !world.tree.exists(saved) else { return false }
                try world.tree.rename(trash, to: saved)
                if isMadeAgain { for part in trashParts { try world.tree.makeDirectory(trash.pushing(part)) } }
                return true
            },
            undo: { world in
                let trash = FilePath(Remains.trash(of: world))
                return try world.bringBack(FilePath(trash.string + "-saved"), to: trash, parts: trashParts)
            }, repair: [["scan"], ["upload"]], isPutRight: true)
    }

    private static let trashParts: [FilePath] = ["files", "info"]
}

extension World {
    /// Gives a directory its name again. What came to its old place meanwhile is in it then: an undo brings back from a
    /// destination, too, what had left the library with the directory.
    ///
    /// - Returns: what came there and is another than the directory has under the name.
    fileprivate func bringBack(_ place: FilePath, to own: FilePath, parts: [FilePath]) throws -> [String] {
        var others: [String] = []
        for part in parts where tree.exists(own.pushing(part)) {
            for name in try path(own.pushing(part)).entries {
                let (new, old) = (own.pushing(part).appending(name), place.pushing(part).appending(name))
                guard let there = FileState(path(old)) else {
                    try tree.rename(new, to: old)
                    continue
                }
                if FileState(path(new))?.sha256 == there.sha256 { continue }
                others.append("came besides, and is another: \(new)")
            }
        }
        if tree.exists(own) { try tree.remove(own) }
        try tree.rename(place, to: own)
        return others
    }
}
