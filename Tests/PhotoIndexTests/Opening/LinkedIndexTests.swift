import GRDB
import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// A link may lead to the index; the files that belong to the index are beside its target.
struct LinkedIndexTests {
    private let directory: TemporaryDirectory
    private let way: FilePath

    init() throws {
        directory = try TemporaryDirectory()
        try directory.write([], to: directory.path.appending("ways").appending("other"))
        way = directory.path.appending("ways").appending("index.sqlite")
    }

    private func lay(to target: String) throws { try TemporaryDirectory.link(way, to: target) }

    @Test func `A reader through a link sees what is only in the log`() throws {
        try Library(PhotoIndex.open(forWritingAt: directory.index, owner: "tests")).scan([photo("a.jpg")])
        try lay(to: "../state/index.sqlite")
        let holder = try DatabaseQueue(path: directory.index.string)
        try holder.read { db in
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM file")
            _ = try PhotoIndex.open(forWritingAt: way, owner: "tests").beginRun("mark", at: 1)
            let runs = "SELECT CAST(count(*) AS TEXT) FROM run"
            let reader = try PhotoIndex.open(forReadingAt: way, owner: "tests")
            #expect(try reader.status().unfinishedRuns.count == 1)
            let copy = try PhotoIndex.copyInMemory(of: way, owner: "tests")
            #expect(try copy.status().unfinishedRuns.count == 1)
            #expect(try values(runs, in: directory.index) == ["1"])
        }
    }

    @Test(arguments: [false, true])
    func `An index is created where a link to nothing, or to an empty file, points`(isEmpty: Bool) throws {
        let place = directory.path.appending("disk").appending("real.sqlite")
        if isEmpty { try directory.write([], to: place) }
        try lay(to: place.string)
        try Library(PhotoIndex.open(forWritingAt: way, owner: "tests")).scan([photo("a.jpg")])
        #expect(try PhotoIndex.open(forReadingAt: place, owner: "tests").status().groups == 1)
        #expect(try PhotoIndex.open(forReadingAt: way, owner: "tests").status().groups == 1)
        #expect(TemporaryDirectory.names(directory.path.appending("ways")) == ["index.sqlite", "other"])
        #expect(TemporaryDirectory.isLink(way))
        #expect(try PhotoIndex.place(of: way) == place)
    }

    @Test func `Links that form a circle are an error`() throws {
        try lay(to: "index.sqlite")
        let path = way
        #expect(throws: IndexError.inaccessible(path, Errno.tooManySymbolicLinkLevels.description)) {
            try PhotoIndex.open(forWritingAt: path, owner: "tests")
        }
    }
}
