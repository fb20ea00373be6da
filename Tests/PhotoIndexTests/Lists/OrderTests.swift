import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

struct OrderTests {
    private let library: Library

    init() throws {
        let index = try PhotoIndex.inMemory(owner: Library.owner)
        // '-' sorts before '/', so the order of whole paths differs from that of the roots.
        try Library(index, root: "/a").scan([photo("2.jpg", 2, taken: 50), photo("1.jpg", 5, taken: 70)])
        library = try Library(index, root: "/a-b")
        try library.scan([photo("3.jpg", 3, taken: 50), photo("0.jpg", 1, taken: 60), photo("9.jpg", 9)])
    }

    private func paths(
        _ order: PhotoSelection.Order, reversed: Bool = false, limit: Int? = nil
    ) throws -> [String] {
        var selection = PhotoSelection()
        selection.order = order
        selection.isReversed = reversed
        selection.limit = limit
        return try library.paths(selection)
    }

    @Test func `By time, ties by the bytes of the path, those without a time last`() throws {
        #expect(try paths(.taken) == ["/a-b/3.jpg", "/a/2.jpg", "/a-b/0.jpg", "/a/1.jpg", "/a-b/9.jpg"])
    }

    @Test func `The newest first, with those without a time still last`() throws {
        #expect(
            try paths(.taken, reversed: true) == ["/a/1.jpg", "/a-b/0.jpg", "/a/2.jpg", "/a-b/3.jpg", "/a-b/9.jpg"])
    }

    @Test func `By path, across roots`() throws {
        let expected = ["/a-b/0.jpg", "/a-b/3.jpg", "/a-b/9.jpg", "/a/1.jpg", "/a/2.jpg"]
        #expect(try paths(.path) == expected)
        #expect(try paths(.path, reversed: true) == expected.reversed())
    }

    @Test func `By size`() throws {
        #expect(try paths(.size) == ["/a-b/0.jpg", "/a/2.jpg", "/a-b/3.jpg", "/a/1.jpg", "/a-b/9.jpg"])
    }

    @Test(arguments: PhotoSelection.Order.allCases, [0, 1, 3, 4, 99])
    func `A limit takes the first photos of the order`(order: PhotoSelection.Order, limit: Int) throws {
        #expect(try paths(order, limit: limit) == Array(try paths(order).prefix(limit)))
    }

    @Test func `A reader that stops gets no more, and the next one gets everything`() throws {
        for _ in 1...2 {
            var seen = 0
            try library.index.photos(matching: PhotoSelection()) { _ in
                seen += 1
                return seen < 2
            }
            #expect(seen == 2)
        }
    }

    @Test func `A reader's error passes through unchanged`() throws {
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try library.index.photos(matching: PhotoSelection()) { _ in throw Stop() }
        }
    }

    @Test func `Times in the future count as those of the next source, in order and selection alike`() throws {
        let now = try moment("2030-01-01T00:00:00")
        let library = try Library()
        try library.scan([
            try dated("a.jpg", 1, "2099-01-01T00:00:00", next: "2010-01-01T00:00:00"),
            try dated("b.jpg", 2, "2020-01-01T00:00:00", next: nil),
            try dated("c.jpg", 3, "2099-01-01T00:00:00", next: nil),
            try dated("d.jpg", 4, "2098-01-01T00:00:00", next: "2097-01-01T00:00:00"),
            try dated("e.jpg", 5, "2015-01-01T00:00:00", next: nil),
        ])
        _ = try library.index.judgeAnew(basis: Uploads.basis, at: now * 1_000, judge: Library.judge)
        func names(_ change: (inout PhotoSelection) -> Void) throws -> String {
            var selection = PhotoSelection()
            change(&selection)
            return try library.paths(selection).map { String($0.dropFirst("/photos/".count).prefix(1)) }.joined()
        }
        #expect(try names { _ in } == "aebcd")
        #expect(try names { $0.isReversed = true } == "beadc")
        for order in PhotoSelection.Order.allCases {
            #expect(
                try names {
                    $0.order = order
                    $0.since = WallTime(year: 2014, month: 1, day: 1)
                }.sorted() == ["b", "e"], "\(order)")
            #expect(
                try names {
                    $0.order = order
                    $0.until = WallTime(year: 2016, month: 1, day: 1)
                }.sorted() == ["a", "e"], "\(order)")
        }
        try library.index.passTime(to: try moment("2100-01-01T00:00:00") * 1_000)
        _ = try library.index.judgeAnew(
            basis: Uploads.basis, at: try moment("2100-01-01T00:00:00") * 1_000, judge: Library.judge)
        #expect(try names { _ in } == "ebdac", "all have come")
    }

    /// Microseconds since 1970.
    private func moment(_ text: String) throws -> Int64 { try CaptureTime(parsing: text).wall.microseconds }

    private func dated(_ path: String, _ number: Int, _ taken: String, next: String?) throws -> ScannedFile {
        var facts = PhotoFacts(format: .jpeg)
        facts.captureTime = CaptureTime(
            wall: WallTime(microseconds: try moment(taken)), offset: nil, source: .exif)
        facts.nextCaptureTime = try next.map {
            CaptureTime(wall: WallTime(microseconds: try moment($0)), offset: nil, source: .filename)
        }
        return scanned(path, number, .photo(facts))
    }
}
