import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Somebody renames a directory of the library while a file of it is parked.
struct RenamedDirectoryTests {
    private static let services = TrashMaker.all.filter { !$0.testDescription.contains("fake") }
    private static let permanent = services.filter { !$0.keeps }
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/2026/a.jpg", [1, 2, 3])
    }

    /// Renames the directory, and makes another in its place if desired.
    private func rename(isMadeAgain: Bool) throws {
        try tree.rename("photos/2026", to: "photos/moved")
        if isMadeAgain { try tree.write("photos/2026/other.txt") }
    }

    private var left: [String] { get throws { try tree.files().filter { !$0.hasSuffix("other.txt") } } }

    @Test(arguments: services, [false, true])
    func `A file goes back into its directory, wherever that is now`(_ maker: TrashMaker, isMadeAgain: Bool) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/2026/a.jpg", in: trash)
        try rename(isMadeAgain: isMadeAgain)
        #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try left == ["photos/moved/a.jpg"])
    }

    @Test(arguments: services, [false, true])
    func `A removal is not finished if its directory was renamed meanwhile`(_ maker: TrashMaker, isMadeAgain: Bool)
        throws
    {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/2026/a.jpg", in: trash)
        try rename(isMadeAgain: isMadeAgain)
        #expect(trash.finish([parked.proof]).map { $0?.kind } == [.changed])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try left == ["photos/moved/a.jpg"])
    }

    @Test(arguments: permanent, [false, true])
    func `No file of a group is removed if one's directory was renamed`(
        _ maker: TrashMaker, isLast: Bool
    ) throws {
        try tree.write("photos/2025/b.jpg", [4, 5])
        let trash = try maker.make(tree)
        let parked = try [("photos/2026/a.jpg", 3), ("photos/2025/b.jpg", 4)].map {
            try tree.parkProven($0, in: trash, number: $1)
        }
        try rename(isMadeAgain: false)
        let proofs = parked.map(\.proof)
        let results = trash.finish([isLast ? proofs.reversed() : proofs])
        #expect(results[0][isLast ? 1 : 0]?.kind == .changed)
        #expect(trash.putBack(parked.map(\.removal)) == [nil, nil])
        #expect(try left == ["photos/2025/b.jpg", "photos/moved/a.jpg"])
    }

    @Test(arguments: services)
    func `A file that someone took away from the renamed directory is missing there`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/2026/a.jpg", in: trash)
        try rename(isMadeAgain: false)
        let name = try #require(try tree.files().first { $0.contains("12-3") && !$0.hasSuffix(".trashinfo") })
        try tree.remove(FilePath(name))
        #expect(trash.putBack([parked.removal]).map { $0?.kind } == [.missing])
    }

    @Test(arguments: permanent, [false, true])
    func `Another process does not consider files in a renamed directory gone, and finds them with the new path`(
        _ maker: TrashMaker, isMadeAgain: Bool
    ) throws {
        let removal = try tree.parkProven("photos/2026/a.jpg", in: maker.make(tree)).removal
        let trash = try maker.make(tree)
        #expect(trash.standings(of: [removal]) == [.success(.parked)])
        try rename(isMadeAgain: isMadeAgain)
        #expect(trash.standings(of: [removal]) == [.success(.lost)])
        let moved = try trash.moved(removal, to: tree.path("photos/moved"))
        #expect(trash.standings(of: [moved]) == [.success(.parked)])
        #expect(trash.putBack([moved]) == [nil])
        #expect(try left == ["photos/moved/a.jpg"])
        #expect(trash.standings(of: [moved]) == [.success(.home)])
    }

    @Test(arguments: permanent)
    func `Directories created for an undo belong to the path, and are removed again`(_ maker: TrashMaker) throws {
        let service = try maker.make(tree)
        let removal = try tree.prepare("photos/2026/b.jpg", in: service)
        try #require(service.beside).receive(removal, permissions: [.ownerReadWrite]).close()
        try rename(isMadeAgain: true)
        #expect(service.putBack([removal]).map { $0?.kind } == [.failed])
        let file = try ProvenFile(parked: removal.ticket, in: service, interruption: TestInterruption())
        #expect(service.finish([try file.proof(of: removal, in: service)]) == [nil])
        #expect(try left == ["photos/moved/a.jpg"])
    }

    /// Renames the trash, and makes another in its place if desired.
    private func renameTrash(isMadeAgain: Bool) throws {
        try tree.rename("data/Trash", to: "data/saved")
        if !isMadeAgain { return }
        for part: FilePath in ["data/Trash/files", "data/Trash/info"] { try tree.makeDirectory(part) }
    }

    @Test(arguments: [false, true])
    func `Files in a renamed trash are not removed, and are put back`(isMadeAgain: Bool) throws {
        let trash = tree.trash()
        let parked = try tree.parkProven("photos/2026/a.jpg", in: trash)
        try renameTrash(isMadeAgain: isMadeAgain)
        #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
        #expect(trash.finish([parked.proof]).map { $0?.kind } == [.changed])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.files() == ["photos/2026/a.jpg"])
    }

    @Test(arguments: [false, true])
    func `Files set aside in a renamed trash are not gone, and get their names there`(isMadeAgain: Bool) throws {
        let parked = try tree.parkProven("photos/2026/a.jpg", in: tree.trash())
        let before = try tree.files().map { $0.replacing("data/Trash", with: "data/saved") }
        let trash = tree.trash()
        #expect(trash.setAside([parked.removal]) == [nil])
        try renameTrash(isMadeAgain: isMadeAgain)
        let proof = try parked.file.proof(of: parked.removal, in: trash)
        #expect(trash.empty([proof]).map { $0?.kind } == [.changed])
        #expect(trash.setBack([parked.removal]) == [nil])
        #expect(try tree.files() == before)
    }

    @Test func `Files in a missing trash are not considered gone`() throws {
        let removal = try tree.parkProven("photos/2026/a.jpg", in: tree.trash()).removal
        try renameTrash(isMadeAgain: false)
        #expect(tree.trash().standings(of: [removal]) == [.success(.away(tree.path("data/Trash")))])
        try tree.remove("photos/2026")
        #expect(tree.trash().standings(of: [removal]) == [.success(.away(tree.path("data/Trash")))])
        try tree.write("photos/2026/a.jpg", [1])
        #expect(tree.trash().standings(of: [removal]) == [.success(.home)])
    }

    @Test func `With a ticket that does not identify the directory no file is considered gone`() throws {
        let trash = PermanentRemoval()
        let removal = try tree.prepare("photos/2026/a.jpg", in: trash)
        let parts = removal.ticket.split(separator: " ")
        #expect(parts.count == 4)
        let old = TicketedRemoval(path: removal.path, ticket: parts.dropLast().joined(separator: " "))
        try tree.remove("photos/2026/a.jpg")
        #expect(trash.standings(of: [removal]) == [.success(.gone)])
        #expect(trash.standings(of: [old]) == [.success(.lost)])
    }

    @Test(arguments: TrashMaker.all)
    func `The progress of a removal can be queried`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let removal = try tree.prepare("photos/2026/a.jpg", in: trash)
        #expect(trash.standings(of: [removal]) == [.success(.home)])
        #expect(trash.park([removal]) == [nil])
        #expect(trash.standings(of: [removal]) == [.success(.parked)])
        let place = try trash.place(of: removal.ticket)
        #expect(try tree.files().contains { tree.path(FilePath($0)) == place })
        try tree.remove(FilePath(String(place.string.dropFirst(tree.path("").string.count + 1))))
        #expect(trash.standings(of: [removal]) == [.success(.gone)])
        try tree.remove("photos/2026")
        #expect(trash.standings(of: [removal]) == [.success(.lost)])
        #expect(throws: TrashError.self) {
            try trash.standings(of: [TicketedRemoval(path: removal.path, ticket: "other 1 2")])[0].get()
        }
    }
}
