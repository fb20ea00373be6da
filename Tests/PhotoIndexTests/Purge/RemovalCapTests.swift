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
        let caps = try index.removalCaps(since: since).roots
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
        try index.rename(root: "/photos", to: "/mnt/photos", fileSystem: Library.disk, at: 70)
        let caps = try index.removalCaps(since: 0).roots
        #expect(caps == [RemovalCap(path: "/mnt/photos", formerPaths: ["/photos"], largest: 6, removed: 1)])
        let group = try #require(index.removedGroups(ofRun: uploads.run).first { $0.action.id == purge.id })
        #expect(group.action.members.map(\.path) == ["/mnt/photos/4.jpg"])
    }

    @Test func `A root that becomes or was the top directory keeps what was decided and done in it`() throws {
        let purge = try uploads.remove(others[0])
        try uploads.record(.hold(reason: "mine"), of: others[1])
        for (old, new) in [("/photos", "/"), ("/", "/mnt/all")] as [(FilePath, FilePath)] {
            try index.rename(root: old, to: new, fileSystem: Library.disk, at: 70)
            let caps = try index.removalCaps(since: 0).roots
            #expect(caps.map(\.path) == [new] && caps.map(\.removed) == [1] && caps[0].formerPaths.contains(old))
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
        let days = "SELECT day || ' ' || photos FROM rootPeak ORDER BY day"
        #expect(try values(days, in: directory.index) == ["0 4", "30 4"])
        try uploads.remove(others[1], at: 31 * Self.day)
        #expect(try values(days, in: directory.index) == ["30 4", "31 3"])
    }

    @Test func `Each root has its own limit`() throws {
        try Library(index, root: "/third").scan([photo("x.jpg", 20)])
        try uploads.remove(others[0])
        #expect(try index.removalCaps(since: 0).roots.map(\.path) == ["/photos", "/third"])
        #expect(try index.removalCaps(since: 0).roots.map(\.removed) == [1, 0])
    }

    @Test func `A removal counts for the root that has its path now, and for the one that had it`() throws {
        try uploads.remove(others[0], at: 60)
        try index.rename(root: "/photos", to: "/moved", fileSystem: Library.disk, at: 70)
        try Library(index, root: "/photos").scan([photo("x.jpg", 20)])
        let caps = try index.removalCaps(since: 0).roots
        #expect(caps.map(\.path) == ["/moved", "/photos"] && caps.map(\.removed) == [1, 1])
        #expect(try index.removalCaps(since: 70).roots[0].formerPaths == ["/photos"])
        #expect(try index.removalCaps(since: 71).roots[0].formerPaths == [], "what goes from there now is not its own")
    }

    @Test func `What was removed before a root was renamed counts for whatever root has either path`() throws {
        try uploads.remove(others[0], at: 60)
        for (old, new) in [("/photos", "/a"), ("/a", "/b")] as [(FilePath, FilePath)] {
            try index.rename(root: old, to: new, fileSystem: Library.disk, at: 70)
        }
        try index.forget(root: "/b", at: 80)
        for path in ["/photos", "/b", "/a"] as [FilePath] {
            try Library(index, root: path).scan([photo("\(path.lastComponent!)-x.jpg", 20)])
        }
        let caps = try index.removalCaps(since: 0).roots
        #expect(caps.map(\.path) == ["/a", "/b", "/photos"] && caps.map(\.removed) == [0, 1, 1])
    }

    @Test func `A root that was renamed back and forth counts each removal once`() throws {
        try uploads.remove(others[0], at: 60)
        for (old, new, time) in [("/photos", "/a", 70), ("/a", "/photos", 80), ("/photos", "/a", 90)]
            as [(FilePath, FilePath, Int64)]
        {
            try index.rename(root: old, to: new, fileSystem: Library.disk, at: time)
        }
        let caps = try index.removalCaps(since: 85).roots
        #expect(caps.map(\.formerPaths) == [["/photos"]])
        #expect(try index.removalCaps(since: 0).roots.map(\.removed) == [1])
    }

    @Test func `A root that becomes part of another brings its paths and removals along`() throws {
        try uploads.remove(others[0], at: 60)
        try index.rename(root: "/photos", to: "/all/photos", fileSystem: Library.disk, at: 70)
        _ = try index.addRoot("/all", fileSystem: Library.disk, now: 80)
        let caps = try index.removalCaps(since: 0).roots
        #expect(caps == [RemovalCap(path: "/all", formerPaths: ["/photos"], largest: 5, removed: 1)])
        #expect(try index.checkIntegrity() == [])
    }

    @Test func `A root whose photos were all removed still has its limit`() throws {
        let uploads = try Uploads([others[0]])
        try uploads.send([others[0]])
        try uploads.remove(others[0])
        let caps = try uploads.index.removalCaps(since: 0).roots
        #expect(caps.map(\.removed) == [1])
        #expect(caps.map(\.largest) == [1])
    }

    @Test func `No start time is too early or too late`() throws {
        try uploads.remove(others[0])
        #expect(try index.removalCaps(since: .min).roots.map(\.removed) == [1])
        #expect(try index.removalCaps(since: .max).roots.map(\.removed) == [0])
    }
}
