import PhotoIndex
import SystemPackage
import Testing

/// An index of version 1, and programs whose schema has a made-up version 2.
struct MigrationTests {
    private static let statements = """
        ALTER TABLE root ADD COLUMN nickname TEXT NOT NULL DEFAULT 'none';
        UPDATE root SET path = CAST('/pictures' AS BLOB);
        """
    private static let next = IndexSchema.current.followed(by: statements)
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)).scan([photo("a.jpg")])
    }

    private func version() throws -> [String] {
        try values("SELECT CAST(user_version AS TEXT) FROM pragma_user_version", in: directory.index)
    }

    @Test func `A reader and a dry run see version 2, and change nothing`() throws {
        let before = try directory.snapshot(except: "-shm")
        for _ in 1...2 {
            let index = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner, schema: Self.next)
            #expect(try index.roots().map(\.path) == ["/pictures"])
            #expect(try Library.paths(in: index) == ["/pictures/a.jpg"])
            let copy = try PhotoIndex.copyInMemory(of: directory.index, owner: Library.owner, schema: Self.next)
            #expect(try copy.roots().map(\.path) == ["/pictures"])
        }
        #expect(try directory.snapshot(except: "-shm") == before)
        #expect(try version() == ["1"])
    }

    @Test func `A writer migrates it, once`() throws {
        for _ in 1...2 {
            let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner, schema: Self.next)
            #expect(try index.checkIntegrity().isEmpty)
            #expect(try Library.paths(in: index) == ["/pictures/a.jpg"])
        }
        #expect(try version() == ["2"])
    }

    @Test func `Once it is migrated, a program of version 1 refuses it and leaves it alone`() throws {
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner, schema: Self.next)
        let before = try directory.snapshot(except: "-shm")
        let attempts: [() throws -> Void] = [
            { _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner) },
            { _ = try PhotoIndex.open(forReadingAt: directory.index, owner: Library.owner) },
            { _ = try PhotoIndex.copyInMemory(of: directory.index, owner: Library.owner) },
        ]
        for attempt in attempts { #expect(indexError(attempt) == .newer(directory.index)) }
        #expect(try directory.snapshot(except: "-shm") == before)
    }

    @Test(arguments: [
        "INSERT INTO nowhere VALUES (1)", "INSERT INTO verdict VALUES (77, 'work', 'marked', NULL, NULL)",
    ])
    func `A migration that fails leaves the index in version 1`(_ mistake: String) throws {
        let wrong = IndexSchema.current.followed(by: Self.statements + mistake)
        #expect(throws: IndexError.self) {
            try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner, schema: wrong)
        }
        #expect(try version() == ["1"])
        let index = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner)
        #expect(try index.checkIntegrity().isEmpty)
        #expect(try Library.paths(in: index) == ["/photos/a.jpg"])
    }

    @Test func `A new index has version 2 at once, and the columns of a migrated one`() throws {
        let columns = "SELECT name FROM pragma_table_info('root')"
        _ = try PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner, schema: Self.next)
        let fresh = try TemporaryDirectory()
        _ = try PhotoIndex.open(forWritingAt: fresh.index, owner: Library.owner, schema: Self.next)
        #expect(try values(columns, in: fresh.index) == values(columns, in: directory.index))
        #expect(try values(columns, in: fresh.index).last == "nickname")
    }
}
