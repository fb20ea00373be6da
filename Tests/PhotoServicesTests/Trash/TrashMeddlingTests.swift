import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Trash services while somebody else changes the files.
struct TrashMeddlingTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/a.jpg", [1, 2, 3])
    }

    @Test(arguments: TrashMaker.all)
    func `There is no proof for another file under the ticket's name`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let file = try ProvenFile(tree.path("photos/a.jpg"), interruption: TestInterruption())
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(throws: TrashError.self) { try file.proof(of: removal, in: trash) }
        try tree.rename("photos/a.jpg", to: "photos/b.jpg")
        try tree.write("photos/a.jpg", [1, 2, 3])
        #expect(trash.park([removal]) == [nil])
        let error = #expect(throws: TrashError.self) { try file.proof(of: removal, in: trash) }
        #expect(error?.kind == .changed)
    }

    @Test(arguments: TrashMaker.all)
    func `A file that was written to under the ticket's name is not removed`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        if let contents = trash.contents { #expect(contents.setAside([parked.removal]) == [nil]) }
        let path = try #require(try tree.files().first { $0.contains("12-3") && !$0.hasSuffix(".trashinfo") })
        try tree.write(FilePath(path), [1, 2, 3, 4])
        let results = trash.contents?.empty([parked.proof]) ?? trash.finish([parked.proof])
        #expect(results.map { $0?.kind } == [.changed])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3, 4])
    }

    /// A change to a parked file.
    enum Meddling: CaseIterable, Sendable {
        case replacing, editing
    }

    /// Makes the change, and restores the time.
    private func meddle(_ how: Meddling, with place: FilePath) throws {
        if how == .replacing {
            try tree.rename(place, to: "replaced")
            try tree.write(place, [9, 9, 9])
        } else {
            let file = try FileDescriptor.open(tree.path(place), .writeOnly)
            _ = try file.closeAfter { try file.writeAll(toAbsoluteOffset: 0, [9]) }
        }
        try tree.setModified(place, seconds: 1_600_000_000)
    }

    /// Parks two files of a group.
    private func parkTwo(
        _ maker: TrashMaker, in trash: any TrashService
    ) throws -> [(removal: TicketedRemoval, proof: RemovalProof, file: ProvenFile)] {
        try tree.write("photos/b.jpg", [4, 5, 6])
        let parked = try [("photos/a.jpg", 3), ("photos/b.jpg", 4)].map { (path: FilePath, number) in
            try tree.setModified(path, seconds: 1_600_000_000)
            return try tree.parkProven(path, in: trash, number: number)
        }
        if let contents = trash.contents { #expect(contents.setAside(parked.map(\.removal)) == [nil, nil]) }
        return parked
    }

    /// The present path of the file with a number.
    private func place(of number: Int) throws -> FilePath? {
        try tree.files().first { $0.contains("12-\(number)") && !$0.hasSuffix(".trashinfo") }.map { FilePath($0) }
    }

    @Test(arguments: TrashMaker.all, Meddling.allCases)
    func `No file of a group is removed permanently if one was changed, whatever its time`(
        _ maker: TrashMaker, how: Meddling
    ) throws {
        for changed in 0...1 {
            let trash = try maker.make(tree)
            let parked = try parkTwo(maker, in: trash)
            try meddle(how, with: try #require(try place(of: 3 + changed)))
            let proofs = [parked.map(\.proof)]
            let results = trash.contents?.empty(proofs) ?? trash.finish(proofs)
            #expect(results[0][changed]?.kind == .changed)
            #expect(trash.putBack(parked.map(\.removal)) == [nil, nil])
            var bytes: [[UInt8]] = [[1, 2, 3], [4, 5, 6]]
            bytes[changed] = how == .replacing ? [9, 9, 9] : [9] + bytes[changed].dropFirst()
            #expect(try [tree.read("photos/a.jpg"), tree.read("photos/b.jpg")] == bytes)
            for file: FilePath in ["parked", "replaced", "data"] where tree.exists(file) { try tree.remove(file) }
            try tree.write("photos/a.jpg", [1, 2, 3])
        }
    }

    @Test(arguments: TrashMaker.all)
    func `A file that is already gone does not stop the others of its group`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try parkTwo(maker, in: trash)
        try tree.remove(try #require(try place(of: 3)))
        let proofs = [parked.map(\.proof)]
        let results = trash.contents?.empty(proofs) ?? trash.finish(proofs)
        #expect(results[0].map { $0?.kind } == [.missing, nil])
        #expect(try place(of: 4) == nil)
    }

    @Test(arguments: TrashMaker.all)
    func `A file that took another's place before parking is put back under its name`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let place = try #require(try tree.files().first { $0.contains("12-3") && !$0.hasSuffix(".trashinfo") })
        // A rename moves whatever has the name at that moment.
        let replacing: [(FilePath) throws -> Void] = [
            { try tree.write($0, [9, 9, 9]) }, { try tree.link($0, to: "nowhere") }, { try tree.makeDirectory($0) },
        ]
        for make in replacing {
            try tree.remove(FilePath(place))
            try make(FilePath(place))
            let found = try #require(try trash.parked(parked.removal.ticket))
            let error = #expect(throws: TrashError.self) { try parked.file.proof(of: parked.removal, in: trash) }
            #expect(error?.kind == .changed)
            #expect(trash.finish([parked.proof]).map { $0?.kind } == [.changed])
            if let contents = trash.contents {
                #expect(contents.empty([parked.proof]).map { $0?.kind } == [.missing])
            }
            #expect(trash.putBack([parked.removal]) == [nil])
            let own = try tree.prepare("photos/a.jpg", in: trash, number: 4)
            #expect(try trash.parked(own.ticket) == nil)
            #expect(try identity(of: tree.path("photos/a.jpg")) == found.identity)
            try tree.rename("photos/a.jpg", to: FilePath(place))
        }
    }

    @Test(arguments: TrashMaker.all)
    func `Only a regular file is opened under a ticket's name`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(trash.park([removal]) == [nil])
        let place = try #require(try tree.files().first { $0.contains("12-3") && !$0.hasSuffix(".trashinfo") })
        let replacing: [(FilePath) throws -> Void] = [
            { try tree.makePipe($0) }, { try tree.link($0, to: "nowhere") }, { try tree.makeDirectory($0) },
        ]
        for make in replacing {
            try tree.remove(FilePath(place))
            try make(FilePath(place))
            let error = #expect(throws: TrashError.self) { try trash.open(removal.ticket) }
            #expect(error?.kind == .changed)
        }
        try tree.remove(FilePath(place))
        let error = #expect(throws: TrashError.self) { try trash.open(removal.ticket) }
        #expect(error?.kind == .missing)
    }

    @Test(arguments: TrashMaker.all)
    func `A path with .. is refused`(_ maker: TrashMaker) throws {
        if maker.isFake { return }
        let trash = try maker.make(tree)
        let path = tree.path.appending("photos/../photos/a.jpg")
        #expect(throws: TrashError.self) { try trash.prepare(path, run: 1, number: 1) }
        let ticket = try tree.prepare("photos/a.jpg", in: trash).ticket
        #expect(trash.park([TicketedRemoval(path: path, ticket: ticket)]) != [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test func `A taken name next to the original one gets a number`() throws {
        let trash = PermanentRemoval()
        try tree.write("photos/.workphotos-12-3.a.jpg", [9])
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(try tree.files() == ["photos/.workphotos-12-3-2.a.jpg", "photos/.workphotos-12-3.a.jpg"])
        #expect(trash.finish([parked.proof]) == [nil])
        #expect(try tree.read("photos/.workphotos-12-3.a.jpg") == [9])
    }

    @Test(arguments: TrashMaker.all)
    func `A file that is gone is not finished`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(trash.finish([parked.proof]).map { $0?.kind } == [.missing])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
    }

    @Test func `A file next to its name waits only in its own directory`() throws {
        let trash = PermanentRemoval()
        try tree.write("other/b.jpg", [5])
        let ticket = try tree.prepare("photos/a.jpg", in: trash).ticket
        let removal = TicketedRemoval(path: tree.path("other/b.jpg"), ticket: ticket)
        #expect(trash.park([removal]).map { $0?.kind } == [.unknownTicket])
        #expect(trash.putBack([removal]).map { $0?.kind } == [.unknownTicket])
        let error = #expect(throws: TrashError.self) { try trash.receive(removal, permissions: .ownerReadWrite) }
        #expect(error?.kind == .unknownTicket)
        #expect(try tree.files() == ["other/b.jpg", "photos/a.jpg"])
    }

    @Test(arguments: TrashMaker.all)
    func `A name that another file has taken meanwhile is not touched`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        try tree.write("photos/b.jpg", [5])
        let first = try tree.prepare("photos/a.jpg", in: trash)
        let second = TicketedRemoval(path: tree.path("photos/b.jpg"), ticket: first.ticket)
        #expect(trash.park([first, second]).map { $0?.kind } == [nil, .taken])
        #expect(try tree.read("photos/b.jpg") == [5])
        #expect(trash.putBack([first]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg", "photos/b.jpg"])
    }
}
