import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Setting aside: the second name that a file gets in the trash before it is removed from it.
struct SettingAsideTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
        try tree.write("photos/a.jpg", [1, 2, 3])
    }

    @Test(arguments: TrashMaker.keeping)
    func `A file that is set aside has another name in the trash, and is found there by its ticket`(_ maker: TrashMaker)
        throws
    {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let before = try tree.files()
        for _ in 0..<2 {
            #expect(contents.setAside([parked.removal]) == [nil])
            #expect(try Set(tree.files()).isDisjoint(with: before.filter { !$0.hasSuffix(".trashinfo") }))
            #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
            #expect(try parked.file.proof(of: parked.removal, in: trash) == parked.proof)
            let again = try ProvenFile(parked: parked.removal.ticket, in: trash, interruption: TestInterruption())
            #expect(again.identity == parked.file.identity)
        }
        for _ in 0..<2 {
            #expect(contents.setBack([parked.removal]) == [nil])
            #expect(try tree.files() == before)
        }
    }

    @Test(arguments: TrashMaker.keeping)
    func `Only files that are set aside leave the trash`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let before = try tree.files()
        #expect(contents.empty([parked.proof]).map { $0?.kind } == [.missing])
        #expect(try tree.files() == before)
    }

    @Test(arguments: TrashMaker.keeping)
    func `A file that a killed run set aside is restored to the library, and leaves nothing`(_ maker: TrashMaker) throws
    {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        _ = contents.setAside([parked.removal])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
        #expect(try tree.read("photos/a.jpg") == [1, 2, 3])
    }

    @Test(arguments: TrashMaker.keeping)
    func `Tidying keeps what a killed run set aside`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        _ = contents.setAside([parked.removal])
        _ = contents.tidy([parked.removal])
        #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
        #expect(contents.setBack([parked.removal]) == [nil])
        #expect(trash.putBack([parked.removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test(arguments: TrashMaker.keeping)
    func `A file that is not in the trash is not set aside`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let removal = try tree.prepare("photos/a.jpg", in: trash)
        #expect(contents.setAside([removal]).map { $0?.kind } == [.missing])
        #expect(contents.setBack([removal]) == [nil])
        #expect(try tree.files() == ["photos/a.jpg"])
    }

    @Test(arguments: TrashMaker.keeping)
    func `Nothing is set back over another file, and it stays set aside`(_ maker: TrashMaker) throws {
        let trash = try maker.make(tree)
        let contents = try #require(trash.contents)
        let parked = try tree.parkProven("photos/a.jpg", in: trash)
        let place = FilePath(try #require(try tree.files().first { !$0.hasSuffix(".trashinfo") }))
        #expect(contents.setAside([parked.removal]) == [nil])
        try tree.write(place, [9])
        #expect(contents.setBack([parked.removal]).map { $0?.kind } == [.taken])
        #expect(try tree.read(place) == [9])
        try tree.remove(place)
        #expect(try trash.parked(parked.removal.ticket) == parked.proof.file)
        try tree.write(place, [9])
        #expect(contents.setAside([parked.removal]).map { $0?.kind } == [.taken])
        #expect(try tree.read(place) == [9])
    }
}

/// Setting aside with the descriptions that only the FreeDesktop trash has.
struct AsideDescriptionTests {
    private let tree: TemporaryTree
    private let trash: FreeDesktopTrash
    private let parked: (removal: TicketedRemoval, proof: RemovalProof, file: ProvenFile)
    private let info: FilePath = "data/Trash/info/a.workphotos-12-3.jpg.trashinfo"
    private let asideInfo: FilePath = "data/Trash/info/emptying-a.workphotos-12-3.jpg.trashinfo"

    init() throws {
        tree = try TemporaryTree()
        trash = tree.trash()
        try tree.write("photos/a.jpg", [1, 2, 3])
        parked = try tree.parkProven("photos/a.jpg", in: trash)
    }

    @Test func `A file that is set aside is described as before, even if its description was lost`() throws {
        let said = try tree.read(info)
        #expect(trash.setAside([parked.removal]) == [nil])
        #expect(tree.exists("data/Trash/files/emptying-a.workphotos-12-3.jpg"))
        #expect(try tree.read(asideInfo) == said)
        #expect(trash.setBack([parked.removal]) == [nil])
        #expect(try tree.read(info) == said)
        #expect(!tree.exists(asideInfo))
        try tree.remove(info)
        #expect(trash.setAside([parked.removal]) == [nil])
        #expect(try tree.read(asideInfo) == said)
        try tree.remove(asideInfo)
        #expect(trash.setBack([parked.removal]) == [nil])
        #expect(try tree.files() == ["data/Trash/files/a.workphotos-12-3.jpg", info.string])
    }

    @Test func `Another's description with that name is unchanged, and so is the file`() throws {
        try tree.write(asideInfo, Array("another's".utf8))
        let before = try tree.files()
        #expect(trash.setAside([parked.removal]).map { $0?.kind } == [.taken])
        #expect(try tree.files() == before)
        #expect(try tree.read(asideInfo) == Array("another's".utf8))
    }

    @Test func `A file that already has the name stays, without a description`() throws {
        try tree.write("data/Trash/files/emptying-a.workphotos-12-3.jpg", [9])
        let before = try tree.files()
        #expect(trash.setAside([parked.removal]).map { $0?.kind } == [.taken])
        #expect(try tree.files() == before)
    }

    @Test func `No file gets a name in the trash that another will be set aside under`() throws {
        try tree.write("data/Trash/files/emptying-b.workphotos-12-4.jpg")
        try tree.write("photos/b.jpg")
        #expect(try tree.prepare("photos/b.jpg", in: trash, number: 4).ticket.hasSuffix("b.workphotos-12-4-2.jpg"))
    }

    @Test func `A description that cannot be removed is reported, and the next tidying removes it`() throws {
        #expect(trash.setAside([parked.removal]) == [nil])
        let everybody: FilePermissions = [.ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute]
        try tree.openToAll()
        try tree.setPermissions("data/Trash/info", [.ownerReadExecute, .groupReadExecute, .otherReadExecute])
        let errors = withoutPrivileges { trash.empty([parked.proof]) }
        #expect(errors.map { $0?.kind } == [.denied])
        #expect(try trash.parked(parked.removal.ticket) == nil)
        #expect(withoutPrivileges { trash.tidy([parked.removal]) }.map { Self.kind($0) } == [.denied])
        try tree.setPermissions("data/Trash/info", everybody)
        #expect(trash.tidy([parked.removal]) == [.success(true)])
        #expect(try tree.files() == [])
    }

    @Test func `A missing or unreadable trash was not emptied`() throws {
        try tree.setPermissions("data/Trash/files", [])
        #expect(withoutPrivileges { trash.tidy([parked.removal]) }.map { Self.kind($0) } == [.denied])
        #expect(tree.exists(info))
        try tree.rename("data/Trash", to: "elsewhere")
        #expect(tree.trash().tidy([parked.removal]).map { Self.kind($0) } == [.missing])
    }

    private static func kind(_ result: Result<Bool, TrashError>) -> TrashError.Kind? {
        if case .failure(let error) = result { error.kind } else { nil }
    }
}

extension TemporaryTree {
    /// Lets everybody write everything in the trash.
    fileprivate func openToAll() throws {
        for directory: FilePath in ["", "data", "data/Trash", "data/Trash/files", "data/Trash/info"] {
            try setPermissions(
                directory, [.ownerReadWriteExecute, .groupReadWriteExecute, .otherReadWriteExecute])
        }
        for file in try files() where file.hasPrefix("data/") {
            try setPermissions(FilePath(file), [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
        }
    }
}
