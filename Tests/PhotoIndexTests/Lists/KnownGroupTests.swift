import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct KnownGroupTests {
    private let directory: TemporaryDirectory
    private let library: Library

    init() throws {
        directory = try TemporaryDirectory()
        library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
    }

    /// The members' names of each candidate, and what was left out.
    private func candidates(
        destination: Int64? = nil, _ change: (inout PhotoSelection) -> Void = { _ in }
    ) throws -> (names: [[String]], leftOut: KnownGroup.LeftOut) {
        var selection = PhotoSelection()
        selection.order = .path
        change(&selection)
        var names: [[String]] = []
        let leftOut = try library.index.workGroups(matching: selection, .sending(to: destination)) { candidate in
            names.append(candidate.members.map { $0.path.lastComponent?.string ?? "" })
            return true
        }
        return (names, leftOut)
    }

    private func candidate(_ name: FilePath, destination: Int64? = nil) throws -> KnownGroup? {
        try library.index.group(ofFileAt: library.root.path.appending(name.components), .sending(to: destination))
    }

    @Test func `Each work group is returned once, at its first photo in the selection`() throws {
        try library.scan([
            still("a.jpg", 1), clip("a.mov", 2), sidecar("a.jpg.xmp", 3), photo("b.jpg", 4), raw("c.cr2", 5),
            still("c.jpg", 6),
        ])
        #expect(try candidates().names == [["a.jpg", "a.mov", "a.jpg.xmp"], ["b.jpg"], ["c.jpg", "c.cr2"]])
        #expect(try candidates { $0.isReversed = true }.names.map(\.first) == ["c.jpg", "b.jpg", "a.jpg"])
        #expect(try candidates { $0.paths = [Glob("*.mov")] }.names == [["a.jpg", "a.mov", "a.jpg.xmp"]])
    }

    @Test func `Photos that are not work are counted by groups`() throws {
        try library.scan([
            photo("a.jpg", 1), photo("home.jpg", 2, at: (-5, 8)), still("h.jpg", 3, at: (-5, 8)),
            clip("h.mov", 4, at: (-5, 8)), photo("where.jpg", 5, at: nil),
        ])
        #expect(try candidates().leftOut == .init(personal: 2, unsure: 1, personalPhotos: 3, unsurePhotos: 1))
        #expect(try candidates { $0.paths = [Glob("*h.*")] }.leftOut == .init(personal: 1, personalPhotos: 2))
        #expect(try candidates { $0.verdicts = [.work] }.leftOut == .init())
        let unsure = try candidates { $0.verdicts = [.unsure] }
        #expect(unsure.names.isEmpty)
        #expect(unsure.leftOut == .init(unsure: 1, unsurePhotos: 1))
        #expect(try candidates { $0.fence = "Office" }.leftOut == .init())
    }

    @Test func `A limit counts groups, and a callback that returns false ends it`() throws {
        try library.scan([still("a.jpg", 1), clip("a.mov", 2), photo("b.jpg", 3), photo("c.jpg", 4)])
        #expect(try candidates { $0.limit = 2 }.names.map(\.first) == ["a.jpg", "b.jpg"])
        var count = 0
        _ = try library.index.workGroups(matching: PhotoSelection(), .sending(to: nil)) { _ in
            count += 1
            return false
        }
        #expect(count == 1)
    }

    @Test func `Errors of the callback pass through unchanged`() throws {
        struct Refusal: Error {}
        try library.scan([photo("a.jpg", 1)])
        #expect(throws: Refusal.self) {
            try library.index.workGroups(matching: PhotoSelection(), .removal) { _ in throw Refusal() }
        }
    }

    @Test func `A candidate has its files as the scan found them`() throws {
        let onCard = photo("card/b.jpg", 2, fileSystem: Library.card)
        try library.scan([still("a.jpg", 1), sidecar("a.jpg.xmp", 3), onCard]) { path in
            path == Array("card".utf8) ? Library.card : Library.disk
        }
        let group = try #require(try candidate("a.jpg.xmp"))
        #expect(group.members.map(\.role) == [.still, .sidecar])
        #expect(group.members.map(\.sidecar) == [nil, .xmp])
        #expect(group.members[0].fingerprint == still("a.jpg", 1).reading.fingerprint)
        #expect(group.members[0].keepsInodes)
        #expect(group.members[0].sha256 == nil)
        #expect(group.judgement.verdict == .work)
        #expect(group.fence == "Office")
        #expect(group.leader.captureTime?.wall == WallTime(microseconds: 1_000_000))
        let other = try #require(try candidate("card/b.jpg"))
        #expect(!other.members[0].keepsInodes)
        #expect(try candidate("none.jpg") == nil)
    }

    @Test func `A group is returned whatever its verdict if that is requested`() throws {
        try library.scan([photo("home.jpg", 2, at: (-5, 8))])
        #expect(try candidate("home.jpg")?.judgement.verdict == .personal)
        #expect(try candidate("home.jpg")?.fence == nil)
    }

    @Test func `A removed file is no candidate and no member`() throws {
        try library.scan([still("a.jpg", 1), clip("a.mov", 2), photo("b.jpg", 3), photo("c.jpg", 4), photo("d.jpg", 5)])
        try library.scan([], unseen: try library.rows("a.mov", "b.jpg"))
        #expect(try candidates().names == [["a.jpg"], ["c.jpg"], ["d.jpg"]])
        #expect(try candidate("b.jpg") == nil)
        #expect(try candidate("a.mov") == nil)
    }

    @Test func `Receipts count at the given destination, until they fail`() throws {
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2), photo("c.jpg", 3), photo("d.jpg", 4)])
        try execute(
            """
            INSERT INTO content SELECT inode, CAST(printf('%032d', inode) AS BLOB), size FROM file;
            UPDATE file SET content = inode WHERE inode < 4;
            INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'id', NULL), (2, 'usb', 'folder:/usb', 'other', NULL);
            INSERT INTO receipt SELECT NULL, id, id, x'61', size, sha256, NULL, NULL, 5, 5, NULL, NULL, NULL, NULL FROM content
              WHERE id < 3;
            INSERT INTO receipt SELECT NULL, id, 1, x'61', size, sha256, NULL, NULL, 5, 5, 9, NULL, NULL, NULL FROM content
              WHERE id = 3
            """, in: directory.index)
        func have(_ destination: Int64?) throws -> [Bool?] {
            try ["a.jpg", "b.jpg", "c.jpg", "d.jpg"].map {
                try candidate($0, destination: destination)?.members[0].hasReceipt
            }
        }
        #expect(try have(1) == [true, false, false, false])
        #expect(try have(2) == [false, true, false, false])
        #expect(try have(nil) == [false, false, false, false])
        let first = try candidate("a.jpg")?.members[0].sha256
        #expect(first == Array("00000000000000000000000000000001".utf8))
    }

    @Test func `Many paths are found at once, in order`() throws {
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2)])
        let paths = ["b.jpg", "none.jpg", "a.jpg"].map { library.root.path.appending($0) }
        let found = try library.index.groups(ofFilesAt: paths, .sending(to: nil))
        #expect(found.map { $0?.members.first?.path } == [paths[0], nil, paths[2]])
    }
}
