import PhotoIntake
import PhotoModel
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A walk that reaches a trash by another road does not find removed files again.
struct WalkTrashRoadTests {
    static let trashes: [FilePath] = ["home/.local/share/Trash", "disk/.Trash-1000", "disk/.Trash/1000"]
    private let tree: TemporaryTree
    private let following = WalkOptions.with { $0.followsSymlinks = true }

    init() throws {
        tree = try TemporaryTree()
        for trash in Self.trashes {
            for name: FilePath in ["files/a.jpg", "files/b/c.jpg", "info/a.jpg.trashinfo", "info/b.trashinfo"] {
                try tree.write(trash.appending(name.components))
            }
        }
        try tree.write("photos/x.jpg")
        try tree.write("mine/Trash/files/y.jpg")
    }

    /// The files that a walk of `photos` finds, and the directories that it skips, by their paths below it.
    private func walk(_ options: WalkOptions, root: FilePath = "photos", start: FilePath = "") -> Seen {
        var walk = ComparedWalk(
            root: WalkRoot(id: 1, path: tree.path(root), start: start.bytes), options: options, known: .none)
        var seen = Seen()
        while let batch = walk.next() {
            guard let directory = batch.directory else { continue }
            seen.found += batch.files.map { String(decoding: directory.relativePath(of: $0.name), as: UTF8.self) }
        }
        seen.found.sort()
        seen.trashes = walk.trashes.map { String(decoding: $0, as: UTF8.self) }
        return seen
    }

    struct Seen: Equatable, Sendable {
        var found: [String] = []
        var trashes: [String] = []
    }

    @Test(arguments: trashes, ["", "files", "files/b"] as [FilePath])
    func `Nothing in it is found through a link`(trash: FilePath, part: FilePath) throws {
        try tree.link("photos/old", to: tree.path(trash.appending(part.components)))
        #expect(walk(following) == Seen(found: ["x.jpg"], trashes: ["old"]))
        #expect(walk(WalkOptions()) == Seen(found: ["x.jpg"]))
    }

    @Test(arguments: trashes, ["files", "files/b"] as [FilePath])
    func `Nothing in it is found if it is named directly`(trash: FilePath, part: FilePath) throws {
        #expect(walk(WalkOptions(), root: trash.appending(part.components)) == Seen(trashes: [""]))
    }

    @Test func `A user's own directory with that name is walked through a link`() throws {
        try tree.link("photos/mine", to: tree.path("mine/Trash/files"))
        try tree.link("photos/whole", to: tree.path("mine/Trash"))
        let seen = walk(following)
        #expect(seen.found.contains("mine/y.jpg") && seen.trashes.isEmpty)
    }

    @Test(
        .enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"),
        arguments: trashes, ["", "files", "files/b"] as [FilePath])
    func `Nothing in it is found if it is mounted below the root`(trash: FilePath, part: FilePath) throws {
        try tree.makeDirectory("photos/a/old")
        let source = tree.path(trash.appending(part.components)).string
        let seen = PrivateMounts.run { [tree] mounts -> Seen? in
            mounts.bind(source, on: tree.path("photos/a/old").string) ? walk(WalkOptions()) : nil
        }
        #expect(seen == Seen(found: ["x.jpg"], trashes: ["a/old"]))
    }
}
