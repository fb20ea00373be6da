import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// The contract of trash services for files that come back from a destination.
struct ReceivingTests {
    private static let receivers = TrashMaker.all.filter { !$0.keeps }
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.makeDirectory("photos")
    }

    private func receive(
        _ removal: TicketedRemoval, in service: any TrashService, _ permissions: FilePermissions = [.ownerReadWrite]
    ) throws {
        let file = try #require(service.beside).receive(removal, permissions: permissions)
        _ = try? file.writeAll([1, 2, 3])
        try? file.close()
    }

    @Test(arguments: receivers)
    func `A filled file is found by its ticket, and put back under its name`(_ maker: TrashMaker) throws {
        let service = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: service)
        try receive(removal, in: service)
        #expect(!tree.exists("photos/a.jpg"))
        #expect(try service.parked(removal.ticket)?.size == 3)
        #expect(service.putBack([removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
        #expect(try tree.permissions("photos/a.jpg") == [.ownerReadWrite])
    }

    @Test(arguments: receivers)
    func `A missing directory is created again only when needed`(_ maker: TrashMaker) throws {
        let service = try maker.make(tree)
        let removal = try tree.prepare("photos/2026/may/a.jpg", in: service)
        #expect(!tree.exists("photos/2026"))
        #expect(try service.parked(removal.ticket) == nil)
        try receive(removal, in: service)
        #expect(service.putBack([removal]) == [nil])
        #expect(try tree.files() == ["photos/2026/may/a.jpg"])
    }

    @Test(arguments: receivers)
    func `No existing file is filled, and nothing is put back over another`(_ maker: TrashMaker) throws {
        let service = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: service)
        try receive(removal, in: service)
        let error = #expect(throws: TrashError.self) { try receive(removal, in: service) }
        #expect(error?.kind == .taken)
        try tree.write("photos/a.jpg", [9])
        #expect(service.putBack([removal]).map { $0?.kind } == [.occupied])
        #expect(try tree.read("photos/a.jpg") == [9])
    }

    @Test(arguments: receivers)
    func `A file that is not to be restored after all is removed`(_ maker: TrashMaker) throws {
        let service = try maker.make(tree)
        let removal = try tree.prepare("photos/a.jpg", in: service)
        try receive(removal, in: service)
        let file = try ProvenFile(parked: removal.ticket, in: service, interruption: TestInterruption())
        #expect(service.finish([try file.proof(of: removal, in: service)]) == [nil])
        #expect(try tree.files() == [])
    }

    @Test(arguments: TrashMaker.keeping)
    func `The trash accepts only files of the library`(_ maker: TrashMaker) throws {
        #expect(try maker.make(tree).beside == nil)
    }

    @Test func `No directory is created below a link`() throws {
        let service = try #require(TrashMaker.all.first { $0.testDescription == "permanent removal" }).make(tree)
        let removal = try tree.prepare("photos/2026/a.jpg", in: service)
        try tree.makeDirectory("elsewhere")
        try tree.link("photos/2026", to: tree.path("elsewhere"))
        let error = #expect(throws: TrashError.self) { try receive(removal, in: service) }
        #expect(error?.kind == .refused)
        #expect(try tree.files() == [])
    }
}
