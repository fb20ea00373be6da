import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The contract of trash services.
struct TrashContractTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/a.jpg", [1, 2, 3])
        try tree.setModified("photos/a.jpg", seconds: 1_600_000_000, nanoseconds: 123_456_789)
        try tree.setPermissions("photos/a.jpg", FilePermissions(rawValue: 0o640))
    }

    @Test(arguments: TrashMaker.all)
    func `Asking for a ticket changes nothing`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let before = try tree.files()
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(!removal.ticket.isEmpty)
        #expect(!removal.ticket.contains("\n"))
        #expect(try trash.parked(removal.ticket) == nil)
        #expect(try tree.files() == before)
    }

    @Test(arguments: TrashMaker.all)
    func `A parked file has lost its name and is the same file`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(!tree.exists("photos/a.jpg"))
        let file = try #require(try trash.parked(parked.removal.ticket))
        #expect(file.identity == parked.file.identity)
        #expect(file.size == 3)
        #expect(file.modified == 1_600_000_000_123_456_789)
        #expect(file.isRegular)
        let again = try ProvenFile(parked: parked.removal.ticket, in: trash, interruption: TestInterruption())
        #expect(again.sha256 == parked.file.sha256)
    }

    @Test func `A file parked by a permanent removal is known by its path, and its name contains the original`() throws
    {
        let service = PermanentRemoval()
        let removal = try tree.prepare("photos/a.jpg", in: service)
        #expect(service.park([removal]) == [nil])
        let name = try #require(try tree.files().first { $0.hasPrefix("photos/") })
        let ticket = try #require(service.ticket(ofParked: tree.path(FilePath(name))))
        #expect(try service.place(of: ticket) == tree.path(FilePath(name)))
        #expect(try service.place(of: removal.ticket) == tree.path(FilePath(name)))
        #expect(try service.parked(ticket) == service.parked(removal.ticket))
        #expect(ParkedFileName(FilePath(name))?.own == "a.jpg")
        for other: FilePath in ["photos/a.jpg", "photos/.workphotos-destination"] {
            #expect(service.ticket(ofParked: tree.path(other)) == nil)
        }
    }

    @Test func `A file fetched next to its name does not contain it: it may be incomplete`() throws {
        let service = PermanentRemoval()
        let removal = try tree.prepare("photos/b.jpg", in: service)
        try service.receive(removal, permissions: [.ownerReadWrite]).close()
        let names = try tree.files().compactMap { ParkedFileName(FilePath($0)) }
        #expect(names.count == 1 && names.allSatisfy { $0.own == nil })
    }

    @Test(arguments: TrashMaker.all)
    func `A file that is put back is unchanged`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        let before = try ProvenFile(tree.path("photos/a.jpg"), interruption: TestInterruption())
        #expect(trash.park([removal]) == [nil])
        #expect(trash.putBack([removal]) == [nil])
        let after = try ProvenFile(tree.path("photos/a.jpg"), interruption: TestInterruption())
        #expect(after.identity == before.identity)
        #expect(after.fingerprint.modified == before.fingerprint.modified)
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
        #expect(try tree.permissions("photos/a.jpg") == FilePermissions(rawValue: 0o640))
        #expect(try trash.parked(removal.ticket) == nil)
        #expect(trash.putBack([removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test(arguments: TrashMaker.all)
    func `Nothing is put back over another file`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        try tree.write("photos/a.jpg", [9])
        #expect(trash.putBack([parked.removal]).map { $0?.kind } == [.occupied])
        #expect(try tree.read("photos/a.jpg") == [9])
        #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
        try tree.remove("photos/a.jpg")
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
    }

    @Test(arguments: TrashMaker.all)
    func `A file that was never parked is put back by leaving it`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.putBack([removal]) == [nil])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
        try tree.remove("photos/a.jpg")
        #expect(trash.putBack([removal]).map { $0?.kind } == [.missing])
    }

    @Test(arguments: TrashMaker.all)
    func `Finishing keeps the file in the trash, and removes it elsewhere`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.finish([parked.proof]) == [nil])
        #expect(try trash.parked(parked.removal.ticket) == (maker.keeps ? parked.proof.file : nil))
        if maker.keeps {
            #expect(trash.putBack([parked.removal]) == [nil])
            #expect(try tree.files() == ["photos/a.jpg"])
        } else {
            #expect(try tree.files() == [])
        }
    }

    @Test(arguments: TrashMaker.all)
    func `A trash has contents, and permanent removal parks files next to their names`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        #expect((trash.contents != nil) == maker.keeps)
        #expect((trash.beside != nil) == !maker.keeps)
    }

    @Test(arguments: TrashMaker.keeping)
    func `Emptying removes a file from the trash with all its data`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        _ = trash.finish([parked.proof])
        #expect(contents.setAside([parked.removal]).map { $0?.kind } == [nil])
        #expect(contents.empty([parked.proof]).map { $0?.kind } == [nil])
        #expect(try tree.files() == [])
        #expect(contents.empty([parked.proof]).map { $0?.kind } == [.missing])
        #expect(trash.putBack([parked.removal]).map { $0?.kind } == [.missing])
    }

    @Test(arguments: TrashMaker.keeping)
    func `Tidying keeps what is parked, and no rest of removed files`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let before = try tree.files()
        #expect(contents.tidy([parked.removal]) == [.success(false)])
        #expect(try tree.files() == before)
        try tree.remove(FilePath(try #require(before.first { $0.contains("12-3") && !$0.hasSuffix(".trashinfo") })))
        #expect(try contents.tidy([parked.removal])[0].get() == (before.count > 1))
        #expect(try tree.files() == [])
        #expect(contents.tidy([parked.removal]) == [.success(false)])
    }

    @Test(arguments: TrashMaker.all)
    func `Several files are requested at once, and have an answer each`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        try tree.write("other/b.jpg", [4])
        let paths = ["photos/a.jpg", "nowhere/c.jpg", "other/b.jpg"].map { tree.path(FilePath($0)) }
        let tickets = trash.prepare(paths, run: 12, firstNumber: 7)
        // For a file that comes back from a destination, the directory may have to be made again; the file waits in it.
        #expect(tickets.map { (try? $0.get()) != nil } == [true, !maker.keeps, true])
        #expect(try tickets[0].get() == (try trash.prepare(paths[0], run: 12, number: 7)))
        #expect(try tickets[2].get() == (try trash.prepare(paths[2], run: 12, number: 9)))
        let removals = try [0, 2].map { TicketedRemoval(path: paths[$0], ticket: try tickets[$0].get()) }
        let files = try removals.map { try ProvenFile($0.path, interruption: TestInterruption()) }
        #expect(trash.park([removals[1]]) == [nil])
        let parked = trash.parked(removals.map(\.ticket) + ["none of ours"])
        #expect(try parked[0].get() == nil)
        #expect(try parked[1].get()?.identity == files[1].identity)
        #expect(throws: TrashError.self) { try parked[2].get() }
        let proofs = ProvenFile.proofs(of: Array(zip(files, removals)).map { ($0, $1) }, in: trash)
        #expect(throws: TrashError.self) { try proofs[0].get() }
        #expect(try proofs[1].get() == (try files[1].proof(of: removals[1], in: trash)))
    }

    @Test(arguments: TrashMaker.all)
    func `Only regular files are parked`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        try tree.link("photos/link.jpg", to: "a.jpg")
        try tree.makeDirectory("photos/directory.jpg")
        for (number, name) in ["photos/link.jpg", "photos/directory.jpg"].enumerated() {
            let removal = try tree.prepare(FilePath(name), in: trash, number: number)
            #expect(trash.park([removal]).map { $0?.kind } == [.changed])
            #expect(tree.exists(FilePath(name)))
        }
        let gone = try tree.prepare("photos/gone.jpg", in: trash, number: 7)
        #expect(trash.park([gone]).map { $0?.kind } == [.missing])
        #expect(try tree.files().filter { $0.hasSuffix(".trashinfo") } == [])
    }

    @Test(arguments: TrashMaker.all)
    func `A missing directory is created again`(_ maker: TrashMaker) throws {
        if !maker.keeps { return }
        let trash = try maker.make(tree)
        try tree.write("photos/2026/may/b.jpg", [7])
        let parked = try tree.parkProven("photos/2026/may/b.jpg", in: trash)
        try tree.remove("photos/2026")
        #expect(trash.finish([parked.proof]) == [nil])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.read("photos/2026/may/b.jpg") == [7])
    }

    @Test(arguments: TrashMaker.all)
    func `Tickets of others are refused`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        for ticket in [
            "", "trash", "other 1 2", "trash home x /a b", "permanent a .workphotos-1-1", "permanent /a b",
            "permanent /a ..",
            "permanent /a .workphotos-1-1%2Fb", "permanent /a b.jpg",
            "trash home 2026-05-01T10:00:00 /a ..", "trash home 2026-05-01T10:00:00 /a b%2Fc",
            "trash own 2026-05-01T10:00:00 /a .", "trash home 2026-05-01T10:00:00 a b",
        ] {
            let removal = TicketedRemoval(path: tree.path("photos/a.jpg"), ticket: ticket)
            #expect(throws: TrashError.self) { try trash.parked(ticket) }
            #expect(trash.park([removal]).map { $0?.kind } == [.unknownTicket])
            #expect(trash.putBack([removal]).map { $0?.kind } == [.unknownTicket])
        }
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
    }

    @Test(arguments: TrashMaker.all)
    func `Many concurrent files have an answer each`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let names = (0..<40).map { FilePath("photos/\($0 % 3)/IMG_0001.\($0).jpg") }
        for (index, name) in names.enumerated() where index != 17 { try tree.write(name, [UInt8(index)]) }
        try tree.makeDirectory("photos/2")
        let removals = try names.enumerated().map { try tree.prepare($1, in: trash, number: $0) }
        let results = trash.park(removals)
        #expect(results.enumerated().allSatisfy { ($0 == 17) == ($1 != nil) })
        #expect(results[17]?.kind == .missing)
        #expect(trash.putBack(removals).enumerated().allSatisfy { ($0 == 17) == ($1 != nil) })
        for (index, name) in names.enumerated() where index != 17 { #expect(try tree.read(name) == [UInt8(index)]) }
        #expect(try tree.files().count == 40)
    }
}

extension TemporaryTree {
    /// The path of every file in the tree, sorted.
    func files() throws -> [String] { try snapshot(leavingOut: []).keys.sorted() }
}
