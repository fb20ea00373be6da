import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct SelectionTests {
    private let library: Library

    init() throws {
        library = try Library()
        var nikon = PhotoFacts(format: .jpeg)
        nikon.make = "NIKON CORPORATION"
        nikon.model = "Z 6"
        try library.scan([
            photo("work.jpg", 1, at: (47, 8), taken: 100), photo("d/home.jpg", 2, at: (-5, 8), taken: 200),
            photo("d/[x].jpg", 3, at: nil, taken: 300), scanned("nikon.jpg", 4, .photo(nikon)),
            photo("west.jpg", 5, at: (47.0005, -179.9999)), photo("east.jpg", 6, at: (47.0005, 179.9999)),
        ])
    }

    private func select(_ change: (inout PhotoSelection) -> Void) throws -> [String] {
        var selection = PhotoSelection()
        selection.order = .path
        change(&selection)
        return try library.paths(selection).map { String($0.dropFirst("/photos/".count)) }
    }

    @Test func `By verdict, any of several`() throws {
        #expect(try select { $0.verdicts = [.personal] } == ["d/home.jpg"])
        #expect(try select { $0.verdicts = [.personal, .unsure] } == ["d/[x].jpg", "d/home.jpg", "nikon.jpg"])
    }

    @Test func `By fence`() throws {
        #expect(try select { $0.fence = "Office" } == ["east.jpg", "west.jpg", "work.jpg"])
        #expect(try select { $0.fence = "Office' OR 1 OR '" }.isEmpty)
    }

    @Test func `By fence, without photos near it outside`() throws {
        let writer = try library.index.scanWriter(root: library.root.id, readerVersion: 1, basis: nil)
        try writer.save([photo("near.jpg", 9)]) { _ in
            Judgement(verdict: .personal, reason: .outsideFences, fence: "Depot", distance: 90)
        }
        #expect(try select { $0.fence = "Depot" }.isEmpty)
        #expect(try select { $0.paths = [Glob("*near.jpg")] } == ["near.jpg"])
    }

    @Test func `By time, from and before`() throws {
        #expect(try select { $0.since = WallTime(microseconds: 200) } == ["d/[x].jpg", "d/home.jpg"])
        #expect(try select { $0.until = WallTime(microseconds: 200) } == ["work.jpg"])
    }

    @Test(
        arguments: [
            (["mon-fri"], []), ([], ["08:00-18:00"]), (["sun"], ["22:00-06:00"]),
            (["fri", "mon"], ["23:59-00:00", "03:00-04:00"]),
        ] as [([String], [String])])
    func `By hours of the week, as fences have them, in every order`(days: [String], times: [String]) throws {
        let library = try Library()
        // On both sides of 1970, at ever other hours.
        let taken = (-60..<60).map { Int64($0) * 11 * 3_601_000_000 }
        try library.scan(taken.enumerated().map { photo("\($0.offset).jpg", $0.offset + 1, taken: $0.element) })
        let hours = try WeeklyHours(days: days, times: times)
        var schedule = FenceSchedule()
        schedule.hours = [hours]
        let expected = taken.indices.filter { schedule.match(WallTime(microseconds: taken[$0])) == .within }
        #expect(!expected.isEmpty && expected.count < taken.count)
        for order in PhotoSelection.Order.allCases {
            var selection = PhotoSelection()
            (selection.hours, selection.order) = (hours, order)
            #expect(Set(try library.paths(selection)) == Set(expected.map { "/photos/\($0).jpg" }))
        }
        #expect(!PhotoSelection.with(hours).isEverything)
    }

    @Test func `A date without an hour is on its day, and at no time of it`() throws {
        var facts = PhotoFacts(format: .jpeg)
        // 1970-01-01 was a Thursday.
        facts.captureTime = CaptureTime(wall: WallTime(microseconds: 0), offset: nil, source: .filename)
        let library = try Library()
        try library.scan([scanned("date.jpg", 1, .photo(facts)), photo("midnight.jpg", 2, taken: 0)])
        let day = try library.paths(.with(WeeklyHours(days: ["thu"], times: [])))
        #expect(day == ["/photos/date.jpg", "/photos/midnight.jpg"])
        #expect(try library.paths(.with(WeeklyHours(days: [], times: ["00:00-01:00"]))) == ["/photos/midnight.jpg"])
    }

    @Test(arguments: ["nikon", "z 6", "CORPORATION Z"])
    func `By part of the camera's name, in any case`(part: String) throws {
        #expect(try select { $0.camera = part } == ["nikon.jpg"])
    }

    @Test func `By a camera that no photo has`() throws {
        #expect(try select { $0.camera = "leica" }.isEmpty)
    }

    @Test func `By path, where a star matches slashes`() throws {
        #expect(try select { $0.paths = [Glob("/photos/d*")] } == ["d/[x].jpg", "d/home.jpg"])
        #expect(try select { $0.paths = [Glob("*home.jp?")] } == ["d/home.jpg"])
        #expect(try select { $0.paths = [Glob(#"*/\[x\].jpg"#)] } == ["d/[x].jpg"])
        #expect(
            try select {
                $0.paths = [Glob("*.jpg")]; $0.limit = 2
            } == ["d/[x].jpg", "d/home.jpg"])
    }

    @Test func `Near a point, by exact distance, across the antimeridian too`() throws {
        let center = try #require(Coordinate(latitude: 47, longitude: 180))
        #expect(try select { $0.near = .init(center: center, meters: 60) } == ["east.jpg", "west.jpg"])
        #expect(try select { $0.near = .init(center: center, meters: 54) }.isEmpty)
    }

    @Test func `Near a pole every longitude matches`() throws {
        try library.scan([photo("pole.jpg", 7, at: (89.9999, 10))])
        let center = try #require(Coordinate(latitude: 89.9999, longitude: -170))
        #expect(try select { $0.near = .init(center: center, meters: 30) } == ["pole.jpg"])
    }

    @Test func `By whether every member has a receipt`() throws {
        let directory = try TemporaryDirectory()
        let library = try Library(PhotoIndex.open(forWritingAt: directory.index, owner: Library.owner))
        try library.scan([photo("a.jpg", 1), photo("b.jpg", 2), photo("c.jpg", 3, at: (-5, 0))])
        try execute(
            """
            INSERT INTO content VALUES (1, zeroblob(32), 1001), (3, CAST(substr(hex(zeroblob(16)), 1, 32) AS BLOB), 1003);
            UPDATE file SET content = inode WHERE inode <> 2;
            INSERT INTO destination VALUES (1, 'nas', 'folder:/nas', 'id', NULL);
            INSERT INTO receipt SELECT NULL, id, 1, x'61', size, sha256, NULL, NULL, 5, 5, NULL, NULL, NULL, NULL FROM content
            """, in: directory.index)
        var selection = PhotoSelection()
        selection.upload = PhotoSelection.Upload(isDone: true, unsentSidecars: [])
        #expect(try library.paths(selection) == ["/photos/a.jpg", "/photos/c.jpg"])
        selection.upload = PhotoSelection.Upload(isDone: false, unsentSidecars: [])
        #expect(try library.paths(selection) == ["/photos/b.jpg"])
        let status = try library.index.status()
        #expect(status.uploaded == LibraryStatus.Count(photos: 1, bytes: 1_001))
        #expect(status.notUploaded == LibraryStatus.Count(photos: 1, bytes: 1_002))
        #expect(status.uploadedButNotWork == LibraryStatus.Count(photos: 1, bytes: 1_003))
    }
}

extension PhotoSelection {
    /// A selection by hours of the week.
    fileprivate static func with(_ hours: WeeklyHours) -> PhotoSelection {
        var selection = PhotoSelection()
        selection.hours = hours
        return selection
    }
}
