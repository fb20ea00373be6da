internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension Attack {
    /// What replaces a renamed directory.
    private enum Substitute {
        case nothing, directory, link
    }

    /// Renames a directory of the library with its current contents. Depending on the name, another directory or a link
    /// replaces it, or it is moved out of the library.
    static let renamings = [
        renaming("renamed", to: "photos/moved", .nothing), renaming("remade", to: "photos/moved", .directory),
        renaming("relinked", to: "photos/moved", .link), renaming("carried", to: "scratch/carried", .nothing),
    ]

    /// Renames the trash; in `trash-remade`, another program creates it again.
    static let trashRenamings = [
        trashRenaming("trash-renamed", isMadeAgain: false), trashRenaming("trash-remade", isMadeAgain: true),
    ]

    private static func renaming(_ name: String, to place: FilePath, _ substitute: Substitute) -> Attack {
        Attack(
            name: name,
            // Only the library has its own disk, and nothing can be renamed across disks.
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
            // Files that were created in the new directory got another ctime when they were moved back.
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
    /// Gives a directory its name again, and moves what was created at its old path meanwhile into it: an undo also
    /// restores from a destination what left the library with the directory.
    ///
    /// - Returns: files created there that differ from those of the same name in the directory.
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
