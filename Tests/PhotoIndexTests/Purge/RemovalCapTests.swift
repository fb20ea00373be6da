import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// How much was recently removed from each root, and of how many photos that is a share.
struct RemovalCapTests {
    private static let day: Int64 = 86_400_000_000_000
    private let jpg = still("a.jpg", 1)
    private let film = clip("a.mov", 2)
    private let xmp = sidecar("a.xmp", 3)
    private let others = (4...7).map { photo("\($0).jpg", $0) }
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }

    /// The library was scanned at 100 ns, on the day 0.
    init() throws {
        uploads = try Uploads([jpg, film, xmp] + others)
        try uploads.send([jpg, film, xmp], [others[0]], [others[1]])
    }

    private func cap(since: Int64) throws -> [Int] {
        let caps = try index.removalCaps(since: since).places
        #expect(caps.map(\.path) == ["/photos"])
        return caps.flatMap { [$0.removed, $0.largest] }
    }

    @Test func `Photos count, and sidecars do not`() throws {
        #expect(try cap(since: 0) == [0, 6])
        try uploads.remove(jpg, film, xmp)
        #expect(try cap(since: 0) == [2, 6])
    }

    @Test func `Removals count since the given time, over all runs`() throws {
        try uploads.remove(others[0], at: 10 * Self.day)
        let next = try index.beginRun("purge", at: 11 * Self.day)
        try uploads.remove(others[1], at: 11 * Self.day, run: next)
        #expect(try cap(since: 10 * Self.day) == [2, 6])
        #expect(try cap(since: 10 * Self.day + 1) == [1, 6])
        #expect(try cap(since: 11 * Self.day + 1) == [0, 5])
    }

    @Test func `A renamed root keeps its removals and the places to restore to`() throws {
        let purge = try uploads.remove(others[0])
        try index.rename(root: "/photos", to: "/mnt/photos", fileSystem: Library.disk)
        let caps = try index.removalCaps(since: 0).places
        #expect(caps.map(\.path) == ["/mnt/photos"] && caps.map(\.removed) == [1])
        let group = try #require(index.removedGroups(ofRun: uploads.run).first { $0.action.id == purge.id })
        #expect(group.action.members.map(\.path) == ["/mnt/photos/4.jpg"])
    }

    @Test func `A root that becomes or was the top directory keeps what was decided and done in it`() throws {
        let purge = try uploads.remove(others[0])
        try uploads.record(.hold(reason: "mine"), of: others[1])
        for (old, new) in [("/photos", "/"), ("/", "/mnt/all")] as [(FilePath, FilePath)] {
            try index.rename(root: old, to: new, fileSystem: Library.disk)
            let caps = try index.removalCaps(since: 0).places
            #expect(caps.map(\.path) == [new] && caps.map(\.removed) == [1])
            let group = try #require(index.removedGroups(ofRun: uploads.run).first { $0.action.id == purge.id })
            #expect(group.action.members.map(\.path) == [new.appending("4.jpg")])
            #expect(try index.words(path: new.appending("5.jpg"), sha256: nil).hold == "mine")
        }
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `Undone and failed removals do not count`() throws {
        let purge = try uploads.remove(others[0])
        try uploads.conclude(undo: uploads.begin(uploads.undo(of: purge)), .failed, why: .nameTaken)
        #expect(try cap(since: 0) == [1, 6])
        try uploads.bringBack(purge)
        #expect(try cap(since: 0) == [0, 6])
    }

    @Test func `A clock that was set back hides no removal, and enlarges no root`() throws {
        try uploads.remove(others[0], at: 400 * Self.day)
        #expect(try cap(since: 10 * Self.day) == [1, 5])
        try uploads.remove(others[1], at: 17 * Self.day)
        #expect(try cap(since: 10 * Self.day) == [2, 5])
    }

    @Test func `A root counts as large as on its largest day in the period`() throws {
        try uploads.remove(others[0], at: 20 * Self.day + 5)
        try uploads.remove(others[1], at: 21 * Self.day)
        #expect(try cap(since: 20 * Self.day + 7) == [1, 6], "the day of a removal began with all of them")
        #expect(try cap(since: 21 * Self.day + 7) == [0, 5])
        #expect(try cap(since: 22 * Self.day) == [0, 4])
    }

    @Test func `Daily sizes are kept for a month`() throws {
        let directory = try TemporaryDirectory()
        let uploads = try Uploads(
            others, index: PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try uploads.send([others[0]], [others[1]])
        try uploads.remove(others[0], at: 30 * Self.day)
        let days = "SELECT day || ' ' || photos FROM placePeak ORDER BY day"
        #expect(try values(days, in: directory.index) == ["0 4", "30 4"])
        try uploads.remove(others[1], at: 31 * Self.day)
        #expect(try values(days, in: directory.index) == ["30 4", "31 3"])
    }

    @Test func `Each root has its own limit, and one without files and removals has none`() throws {
        _ = try index.addRoot("/other", fileSystem: Library.disk, now: 1)
        try uploads.remove(others[0])
        #expect(try cap(since: 0) == [1, 6])
        let emptied = try Library(index, root: "/third")
        try emptied.scan([photo("x.jpg", 20)])
        #expect(try index.removalCaps(since: 0).places.map(\.path) == ["/photos", "/third"])
        #expect(try index.removalCaps(since: 0).places.map(\.removed) == [1, 0])
    }

    @Test func `A root whose photos were all removed still has its limit`() throws {
        let uploads = try Uploads([others[0]])
        try uploads.send([others[0]])
        try uploads.remove(others[0])
        let caps = try uploads.index.removalCaps(since: 0).places
        #expect(caps.map(\.removed) == [1])
        #expect(caps.map(\.largest) == [1])
    }

    @Test func `No start time is too early or too late`() throws {
        try uploads.remove(others[0])
        #expect(try index.removalCaps(since: .min).places.map(\.removed) == [1])
        #expect(try index.removalCaps(since: .max).places.map(\.removed) == [0])
    }
}
