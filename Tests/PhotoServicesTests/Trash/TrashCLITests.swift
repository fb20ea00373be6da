import Foundation
import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// trash-cli shows, restores and empties what we trashed, and we read what it trashed.
@Suite(.enabled(if: TrashCLI.isInstalled, "trash-cli is not installed"))
struct TrashCLITests {
    private let tree: TemporaryTree
    private let trash: FreeDesktopTrash

    init() throws {
        tree = try TemporaryTree()
        trash = tree.trash()
    }

    private func trashed(_ name: FilePath) throws -> TicketedRemoval {
        try tree.write(name, [1, 2, 3])
        try tree.setModified(name, seconds: 1_600_000_000)
        let removal = try tree.prepare(name, in: trash)
        try #require(trash.park([removal]) == [nil])
        return removal
    }

    private static let names = [
        "photos/a.jpg", "photos/100% a+b &c.jpg", "photos/caf\u{E9}.jpg", "photos/-n.jpg", "photos/%41.jpg",
    ]
    /// A name of the maximum length, with which trash-put never ends.
    private static let long = "photos/" + String(repeating: "\u{5199}", count: 85)
    /// trash-list prints it on two lines.
    private static let broken = "photos/line\nend.jpg"

    @Test(arguments: names + [long])
    func `trash-list shows what we trashed`(_ name: String) throws {
        let removal = try trashed(FilePath(name))
        let list = try TrashCLI.run("trash-list", in: tree)
        #expect(list.split(separator: "\n").contains { $0.hasSuffix(" \(removal.path.string)") })
    }

    @Test(arguments: names + [long, broken])
    func `trash-restore restores what we trashed`(_ name: String) throws {
        let removal = try trashed(FilePath(name))
        _ = try TrashCLI.run("trash-restore", removal.path.string, in: tree, input: "0\n")
        #expect(try tree.read(FilePath(name)) == [1, 2, 3])
        #expect(try tree.files() == [name])
        #expect(try trash.parked(removal.ticket) == nil)
        #expect(trash.putBack([removal]) == [nil])
    }

    @Test func `trash-empty empties what we trashed`() throws {
        let removal = try trashed("photos/a.jpg")
        _ = try TrashCLI.run("trash-empty", "--trash-dir=\(tree.path("data/Trash").string)", in: tree)
        #expect(try tree.files() == [])
        #expect(try trash.parked(removal.ticket) == nil)
        #expect(trash.putBack([removal]).map { $0?.kind } == [.missing])
    }

    @Test(arguments: names + [broken])
    func `We understand trash-put's descriptions`(_ name: String) throws {
        try tree.write(FilePath(name))
        _ = try TrashCLI.run("trash-put", "--", tree.path(FilePath(name)).string, in: tree)
        let files = try tree.files()
        let path = try #require(files.first { $0.hasSuffix(".trashinfo") })
        let info = try #require(TrashInfo(parsing: try tree.read(FilePath(path))))
        #expect(info.path == tree.path(FilePath(name)))
        #expect(info.deleted != nil)
    }

    @Test func `Both use one trash and do not touch each other's files`() throws {
        try tree.write("photos/a.jpg", [7])
        _ = try TrashCLI.run("trash-put", tree.path("photos/a.jpg").string, in: tree)
        let removal = try trashed("photos/a.jpg")
        try tree.write("photos/a.jpg", [8])
        _ = try TrashCLI.run("trash-put", tree.path("photos/a.jpg").string, in: tree)
        #expect(try tree.files().count == 6)
        #expect(trash.putBack([removal]) == [nil])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
        #expect(try tree.files().count == 5)
    }

    @Test(.enabled(if: PrivateMounts.areAllowed, "mounting takes CAP_SYS_ADMIN"))
    func `trash-list shows the trash of another file system`() throws {
        try tree.makeDirectory("disk")
        let list = PrivateMounts.run { [tree, trash] mounts -> String? in
            guard mounts.mountTemporary(on: tree.path("disk").string), (try? tree.write("disk/2026/b c.jpg")) != nil,
                let removal = try? tree.prepare("disk/2026/b c.jpg", in: trash), trash.park([removal]) == [nil]
            else { return nil }
            return try? TrashCLI.run("trash-list", in: tree)
        }
        let path = tree.path("disk/2026/b c.jpg").string
        #expect(list?.split(separator: "\n").contains { $0.hasSuffix(" \(path)") } == true)
    }
}

/// The programs of trash-cli, for a home trash in a tree.
enum TrashCLI {
    /// Whether they can be run.
    static let isInstalled: Bool = {
        guard let tree = try? TemporaryTree() else { return false }
        return (try? run("trash-list", "--version", in: tree)) != nil
    }()

    private struct Failure: Error {
        let status: Int32
        let text: String
    }

    /// Runs one to its end and returns its output.
    static func run(
        _ program: String, _ arguments: String..., in tree: TemporaryTree, input: String = ""
    ) throws -> String {
        var command = Program(path: program, home: tree.path.string)
        command.variables = ["XDG_DATA_HOME": tree.path("data").string, "LC_ALL": "C.UTF-8"]
        try tree.write("typed", Array(input.utf8))
        defer { try? tree.remove("typed") }
        let typed = try FileHandle(forReadingFrom: URL(fileURLWithPath: tree.path("typed").string))
        let outcome = try command.start(arguments, input: typed).wait()
        guard outcome.exit == 0 else { throw Failure(status: outcome.exit, text: outcome.output + outcome.notes) }
        return outcome.output
    }
}
