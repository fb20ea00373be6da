internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension World {
    /// Saves the current home and destination for ``restore()``, and the library if photos are removed from it.
    func save() throws {
        for name in parts {
            let saved = FilePath("saved/" + name)
            try tree.remove(saved)
            try tree.makeDirectory(saved)
            try copy(FilePath(name), to: saved)
        }
        try remote?.save(to: "saved/remote")
        savedCopies = try copies
        savedLost = try DestinationCheck.lost(self)
        if setting.isRemoving { (known, knownDirectories) = (removalFiles, directories) }
    }

    /// Restores home, destination, and the library if photos are removed from it, to the state at ``save()``. The
    /// directories themselves stay, with their mounts. Restored files and directories have new inode numbers, so these
    /// are written into the index as if they had always been there.
    func restore() throws {
        for name in parts + ["elsewhere"] {
            try empty(name)
            if name != "elsewhere" { try copy(FilePath("saved/" + name), to: FilePath(name)) }
        }
        try remote?.restore(from: "saved/remote")
        foreign = [:]
        notes = ""
        lost = savedLost
        disturbance = Disturbance()
        if setting.isRemoving {
            try correctIndex()
            try correctTickets()
        }
    }

    func restoreDestination() throws {
        if let remote { return try remote.restore(from: "saved/remote") }
        try empty("backup")
        try copy("saved/backup", to: "backup")
    }

    /// Whether the library is unchanged in everything that a scan knows files by, or can be restored to that.
    var isUnspoilt: Bool { setting.isRemoving || FileState.tree(path("photos")) == library && !isEdited }

    /// Copies everything to a directory for inspection.
    func keep(in directory: FilePath) throws {
        try? FileManager.default.removeItem(atPath: directory.string)
        try FileManager.default.copyItem(atPath: tree.path.string, toPath: directory.string)
    }

    private var parts: [String] { ["home", "backup"] + (setting.isRemoving ? ["photos"] : []) }

    private func empty(_ name: String) throws {
        for entry in try FileManager.default.contentsOfDirectory(atPath: path(FilePath(name)).string) {
            try tree.remove(FilePath("\(name)/\(entry)"))
        }
    }

    private func copy(_ source: FilePath, to target: FilePath) throws {
        try copyTree(path(source), to: path(target))
    }

    /// The files that may move between library and trash, by path.
    private var removalFiles: [String: FileState] {
        var files: [String: FileState] = [:]
        for name in ["photos", "home/.local/share/Trash"] {
            for (path, state) in FileState.tree(path(FilePath(name))) { files["\(name)/\(path)"] = state }
        }
        return files
    }

    private func correctIndex() throws {
        let now = removalFiles
        var moves: [String] = []
        for (path, old) in known {
            guard let new = now[path] else { throw TortureError("\(path) was not restored") }
            moves.append("(\(old.inode), \(old.changed), \(new.inode), \(new.changed))")
        }
        for path in library.keys { library[path] = now["photos/" + path] ?? library[path] }
        let index = SQLiteFile(path: path("home/.local/state/workphotos/index.sqlite"))
        try index.execute(
            """
            CREATE TEMP TABLE moved (
              oldInode INTEGER PRIMARY KEY, oldChanged INTEGER, newInode INTEGER, newChanged INTEGER);
            -- What is said of a trashed file may have two names. No row of the index is about such a file.
            INSERT OR IGNORE INTO moved VALUES \(moves.joined(separator: ", "));
            """
                + ["file", "actionMember"].map { table in
                    """
                    UPDATE \(table) SET
                      changed = coalesce(
                        (SELECT newChanged FROM moved WHERE oldInode = inode AND oldChanged = changed), changed),
                      inode = coalesce((SELECT newInode FROM moved WHERE oldInode = inode), inode);
                    """
                }.joined())
    }

    /// The inode numbers of the library's directories, by path.
    private var directories: [String: UInt64] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path("photos").string)) ?? []
        let states = names.map { ($0, FileState(path("photos").appending($0))) }
        return Dictionary(
            states.compactMap { name, state in state.flatMap { $0.isDirectory ? (name, $0.inode) : nil } },
            uniquingKeysWith: { $1 })
    }

    /// Updates tickets. The ticket of a permanent removal ends with the directory's inode number, so that another
    /// directory with the same name is not taken for it.
    private func correctTickets() throws {
        let now = directories
        let index = SQLiteFile(path: path("home/.local/state/workphotos/index.sqlite"))
        let tickets = try index.rows("SELECT DISTINCT ticket FROM actionMember WHERE ticket LIKE 'permanent %'")
        let new = tickets.compactMap { row -> String? in
            let parts = row[0].split(separator: " ")
            guard parts.count == 4, let name = knownDirectories.first(where: { "\($0.value)" == parts[3] })?.key,
                let inode = now[name]
            else { return nil }
            return "('\(row[0])', '\(parts[..<3].joined(separator: " ")) \(inode)')"
        }
        if new.isEmpty { return }
        try index.execute(
            """
            CREATE TEMP TABLE renumbered (old TEXT PRIMARY KEY, new TEXT);
            INSERT INTO renumbered VALUES \(new.joined(separator: ", "));
            UPDATE actionMember SET ticket = (SELECT new FROM renumbered WHERE old = ticket)
            WHERE ticket IN (SELECT old FROM renumbered);
            """)
    }
}
