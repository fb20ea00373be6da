internal import Foundation
package import SystemPackage
package import WorkphotosTestSupport

/// A home, a library and a destination, for one run of the program after another. What runs did to home and destination
/// can be undone, and in worlds from which photos are removed what they did to the library; in others a library that
/// was touched takes a new world.
package final class World {
    /// The directory that holds all of it.
    package let tree: TemporaryTree
    /// What it is like.
    package let setting: Setting
    /// Where file systems may be mounted, if they may.
    package let mounts: PrivateMounts?
    /// The program, at home here.
    package let program: Program
    /// The destination where it is no folder.
    let remote: RemoteShelf?
    /// The library as it has to be.
    package var library: [String: FileState] = [:]
    /// The SHA-256 of what may be at the destination.
    package var work: Set<String> = []
    /// The SHA-256 of what must be there in the end.
    package var wanted: Set<String> = []
    /// Files of others at the destination, by their paths from its top, with their SHA-256.
    package var foreign: [String: String] = [:]
    /// What an undisturbed run left.
    package var undisturbed = Undisturbed()
    /// Whether somebody else changed the library, so that the index knows another.
    package var isEdited = false
    /// What an attack did to a library from which photos are removed, and what has to hold because of that.
    var disturbance = Disturbance()
    /// What the runs of the struck command have said on standard error.
    var notes = ""
    /// The arguments of the command that is struck.
    var command: [String] = []
    /// The run whose removals are undone or ended; nil where the command is about none.
    var removal: String?
    /// The files of library and trash at ``save()``, by which the index knows them; see ``restore()``.
    var known: [String: FileState] = [:]
    /// The library's directories at ``save()``, with their inodes, by which tickets know them.
    var knownDirectories: [String: UInt64] = [:]
    /// The SHA-256 of photos that may be at a remote without anybody knowing, once the struck run is over and at
    /// ``save()``.
    var begun: Set<String> = []
    var savedBegun: Set<String> = []
    /// What lay at the destination at ``save()``.
    var savedCopies: [String: FileState] = [:]

    /// What a world is like.
    package struct Setting: Sendable {
        /// The configuration's `[upload] parallel`.
        package var parallel = 1
        /// Whether photos are removed from it, or come back.
        package var isRemoving = false
        /// Whether the library is a file system of its own, which takes mounts.
        package var hasOwnDisk = false
        /// What kind of rclone's remotes photos are sent to; nil for a folder.
        package var remote: RemoteKind?
    }

    /// What an undisturbed run left.
    package struct Undisturbed {
        /// The files at the destination.
        package var destination: [String: FileState] = [:]
        /// What `list --json` prints.
        package var list = ""
    }

    /// Makes the directories, the photos, the fence and the configuration; nothing is run yet.
    ///
    /// - Parameters:
    ///   - program: the program's path.
    ///   - setting: what it is like.
    ///   - mounts: where the destination may be a mount of its own, as another disk is.
    /// - Throws: where a file cannot be made, or the program fails.
    package init(program: String, setting: Setting, mounts: PrivateMounts?) throws {
        tree = try TemporaryTree(inMemory: true)
        self.setting = setting
        self.mounts = mounts
        self.program = Program(path: program, home: tree.path("home").string)
        remote = try setting.remote.map { [tree] in try RemoteShelf($0, in: tree) }
        for name in ["home", "photos", "backup", "elsewhere", "saved", "scratch", "disk"] {
            try tree.makeDirectory(FilePath(name))
        }
        try setUpDisks()
        try writeLibrary()
        try tree.write("home/.config/workphotos/config.toml", Array(configuration.utf8))
        let (latitude, longitude) = LibraryPhotos.office
        try run("fence", "add", "Office", "--at", "\(latitude),\(longitude)", "--radius", "500m")
    }

    /// What is mounted would be in the way of removing it all.
    deinit {
        for name in ["backup", "photos", "disk"] { _ = mounts?.unmount(path(FilePath(name)).string, isLazy: true) }
    }

    /// The absolute path of something here.
    package func path(_ relative: FilePath) -> FilePath { tree.path(relative) }

    /// Runs the program to an end that has to be good.
    package func run(_ arguments: String...) throws { try run(arguments) }

    /// The same.
    func run(_ arguments: [String]) throws {
        let outcome = try program.start(arguments).wait()
        guard outcome.exit == 0 else {
            throw TortureError("\(arguments.joined(separator: " ")) ended with \(outcome.exit): \(outcome.notes)")
        }
    }

    /// The photos of such a world.
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
        lines += remote?.configuration ?? []
        return lines.map { $0 + "\n" }.joined()
    }

    /// The destination is a directory of a small disk of its own that is mounted, where mounting is allowed; the
    /// library is such a disk where the setting says so.
    private func setUpDisks() throws {
        guard let mounts else { return }
        guard mounts.mountTemporary(on: path("disk").string, kibibytes: Self.disk) else { throw Errno.notPermitted }
        try tree.makeDirectory("disk/backup")
        try mountDestination()
        guard setting.hasOwnDisk else { return }
        guard mounts.mountTemporary(on: path("photos").string, kibibytes: Self.disk) else { throw Errno.notPermitted }
    }

    /// How large the destination's disk is, KiB.
    static let disk = 65_536

    /// Brings the destination's disk to its place.
    func mountDestination() throws {
        guard mounts?.bind(path("disk/backup").string, on: path("backup").string) != false else {
            throw Errno.notPermitted
        }
    }
}

/// Why the torturing itself cannot go on.
package struct TortureError: Error, CustomStringConvertible {
    /// In a sentence.
    package let description: String

    init(_ description: String) { self.description = description }
}
