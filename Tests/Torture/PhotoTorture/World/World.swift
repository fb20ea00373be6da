internal import Foundation
package import SystemPackage
package import WorkphotosTestSupport

/// A home directory, a library and a destination, for one run after another. Changes to home and destination can be
/// undone, and changes to the library if photos are removed from it. Otherwise a changed library requires a new world.
package final class World {
    /// The directory that contains everything.
    package let tree: TemporaryTree
    package let setting: Setting
    /// Where file systems may be mounted, if that is allowed.
    package let mounts: PrivateMounts?
    /// The program, with the world's home directory.
    package let program: Program
    /// The destination, if it is not a folder.
    let remote: RemoteShelf?
    /// The program in rclone's place, if the remote makes links to folders.
    let linking: LinkingProgram?
    /// The expected library.
    package var library: [String: FileState] = [:]
    /// The SHA-256 of files that may be at the destination.
    package var work: Set<String> = []
    /// The SHA-256 of files that must be there at the end.
    package var wanted: Set<String> = []
    /// Files of others at the destination: SHA-256 by relative path.
    package var foreign: [String: String] = [:]
    /// The result of an undisturbed run.
    package var undisturbed = Undisturbed()
    /// Whether someone else changed the library, so that the index is outdated.
    package var isEdited = false
    /// What an attack did to the library during a removal, and what must hold because of that.
    var disturbance = Disturbance()
    /// What the struck command has written to standard error.
    var notes = ""
    /// The arguments of the struck command.
    var command: [String] = []
    /// The run that is undone or whose trash is emptied; nil for other commands.
    var removal: String?
    /// The files of library and trash at ``save()``, as the index knows them; see ``restore()``.
    var known: [String: FileState] = [:]
    /// The inode numbers of the library's directories at ``save()``, which tickets contain.
    var knownDirectories: [String: UInt64] = [:]
    /// The SHA-256 of photos whose copy was found changed or missing, after the struck run and at ``save()``.
    var lost: Set<String> = []
    var savedLost: Set<String> = []
    /// The files at the destination at ``save()``.
    var savedCopies: [String: FileState] = [:]

    /// The settings of a world.
    package struct Setting: Sendable {
        /// The configuration's `[upload] parallel`.
        package var parallel = 1
        /// Whether photos are removed from the library or restored to it.
        package var isRemoving = false
        /// Whether the library is its own file system, which requires mounts.
        package var hasOwnDisk = false
        /// The kind of rclone remote; nil for a folder.
        package var remote: RemoteKind?
        /// Whether the remote makes links to folders.
        package var linksToFolders = false
    }

    /// The result of an undisturbed run.
    package struct Undisturbed {
        /// The files at the destination.
        package var destination: [String: FileState] = [:]
        /// The output of `list --json`.
        package var list = ""
    }

    /// Creates the directories, the photos, the fence and the configuration. Nothing is run yet.
    ///
    /// - Parameter mounts: where the destination can be mounted, like another disk.
    package init(program: String, setting: Setting, mounts: PrivateMounts?) throws {
        tree = try TemporaryTree(inMemory: true)
        self.setting = setting
        self.mounts = mounts
        self.program = Program(path: program, home: tree.path("home").string)
        remote = try setting.remote.map { [tree] in try RemoteShelf($0, in: tree) }
        for name in ["home", "photos", "backup", "elsewhere", "saved", "scratch", "disk"] {
            try tree.makeDirectory(FilePath(name))
        }
        linking = setting.linksToFolders ? try LinkingProgram(in: tree, at: "home/linking") : nil
        try setUpDisks()
        try writeLibrary()
        try tree.write("home/.config/workphotos/config.toml", Array(configuration.utf8))
        let (latitude, longitude) = LibraryPhotos.office
        try run("fence", "add", "Office", "--at", "\(latitude),\(longitude)", "--radius", "500m")
    }

    /// Mounts would keep the tree from being removed.
    deinit {
        for name in ["backup", "photos", "disk"] { _ = mounts?.unmount(path(FilePath(name)).string, isLazy: true) }
    }

    /// The absolute path of something in the world.
    package func path(_ relative: FilePath) -> FilePath { tree.path(relative) }

    /// Runs the program, which must succeed.
    package func run(_ arguments: String...) throws { try run(arguments) }

    /// Runs the program, which must succeed.
    func run(_ arguments: [String]) throws {
        let outcome = try program.start(arguments).wait()
        guard outcome.exit == 0 else {
            throw TortureError("\(arguments.joined(separator: " ")) ended with \(outcome.exit): \(outcome.notes)")
        }
    }

    var photos: [LibraryPhotos.File] { LibraryPhotos.files + (setting.isRemoving ? LibraryPhotos.kept : []) }

    private func writeLibrary() throws {
        for (number, file) in photos.enumerated() {
            let path = FilePath("photos/" + file.path)
            try tree.write(path, file.bytes)
            if setting.isRemoving {
                try tree.setPermissions(path, number.isMultiple(of: 2) ? [.ownerReadWrite] : .init(rawValue: 0o664))
            }
            try tree.setModified(path, seconds: 1_780_000_000 + file.bytes.count % 1_000, nanoseconds: 123_456_789)
        }
        work = Set(photos.filter { $0.verdict == .work && $0.isSent }.map { FileState.hash($0.bytes) })
        wanted = work
        library = FileState.tree(path("photos"))
    }

    private var configuration: String {
        var lines = ["[scan]", "roots = [\"\(path("photos").string)\"]"]
        lines += ["[upload]", "settle = \"0s\"", "parallel = \(setting.parallel)"]
        if setting.isRemoving {
            lines += ["[purge]", "keep = [\"\(path("photos").appending(LibraryPhotos.named).string)\"]"]
        }
        lines += (remote?.configuration ?? []) + (linking.map { ["program = \"\($0.path)\""] } ?? [])
        return lines.map { $0 + "\n" }.joined()
    }

    /// Makes the destination a directory on its own small mounted disk, if mounting is allowed, and likewise the
    /// library if the settings say so.
    private func setUpDisks() throws {
        guard let mounts else { return }
        guard mounts.mountTemporary(on: path("disk").string, kibibytes: Self.disk) else { throw Errno.notPermitted }
        try tree.makeDirectory("disk/backup")
        try mountDestination()
        guard setting.hasOwnDisk else { return }
        guard mounts.mountTemporary(on: path("photos").string, kibibytes: Self.disk) else { throw Errno.notPermitted }
    }

    /// The size of the destination's disk in KiB.
    static let disk = 65_536

    func mountDestination() throws {
        guard mounts?.bind(path("disk/backup").string, on: path("backup").string) != false else {
            throw Errno.notPermitted
        }
    }
}

/// Why the torture itself cannot continue.
package struct TortureError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
