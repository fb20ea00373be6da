import PhotoIntake
import PhotoModel
import Testing

/// Tracks of GPX files.
struct TrackReaderTests {
    private func tracks(_ body: String, _ root: String = "<gpx version=\"1.1\">") throws -> [Track] {
        try TrackReader.read(Array("\(root)\(body)</gpx>".utf8))
    }

    private func point(_ time: String?, _ latitude: String = "52.5", _ longitude: String = "13.4") -> String {
        "<trkpt lat=\"\(latitude)\" lon=\"\(longitude)\"><ele>34</ele>\(time.map { "<time>\($0)</time>" } ?? "")</trkpt>"
    }

    private func track(_ points: String...) -> String { "<trk><trkseg>\(points.joined())</trkseg></trk>" }

    private func utc(_ second: Int, microsecond: Int = 0) -> WallTime? {
        WallTime(year: 2026, month: 5, day: 4, hour: 8, second: second, microsecond: microsecond)
    }

    @Test(arguments: [
        "<gpx version=\"1.1\">", "<gpx version=\"1.0\" xmlns=\"http://www.topografix.com/GPX/1/0\">",
        "<?xml version=\"1.0\"?>\n<gpx xmlns=\"http://www.topografix.com/GPX/1/1\" xmlns:x=\"urn:x\">",
    ])
    func `Both versions, with namespaces and without`(root: String) throws {
        let found = try tracks(track(point("2026-05-04T08:00:00Z"), point("2026-05-04T08:00:10Z")), root)
        #expect(found.count == 1 && found[0].points.map(\.time) == [utc(0), utc(10)])
        #expect(found[0].points[0].coordinate == Coordinate(latitude: 52.5, longitude: 13.4))
    }

    @Test(arguments: [
        ("2026-05-04T08:00:01.5Z", 1, 500_000), ("2026-05-04T10:00:01+02:00", 1, 0),
        ("2026-05-04T00:30:02.25-07:30", 2, 250_000), (" 2026-05-04T08:00:03 ", 3, 0),
        ("2026-05-04 08:00:04", 4, 0), ("2026-05-04 08:00:04Z", 4, 0), ("2026-05-04 10:00:05 +02:00", 5, 0),
    ])
    func `Fractions of seconds and offsets count; without an offset a time is in UTC`(
        text: String, second: Int, microsecond: Int
    ) throws {
        #expect(try tracks(track(point(text)))[0].points.map(\.time) == [utc(second, microsecond: microsecond)])
    }

    @Test func `A point without a time is skipped`() throws {
        let found = try tracks(track(point(""), point(nil), point("2026-05-04T08:00:00Z")))
        #expect(found.map(\.points.count) == [1])
    }

    @Test(arguments: [
        "08:00", "2026-05-04", "2026-13-04T08:00:00Z", "2026-05-04T08:00:00+99:00", "9999-01-01T00:00:00Z", "T",
    ])
    func `A file with a time that is not understood is refused, whatever the others are`(text: String) {
        let good = point("2026-05-04T08:00:00Z")
        for points in [[good, point(text)], [point(text), good]] {
            let error = #expect(throws: MapFileError.self) { try tracks(track(points.joined())) }
            #expect(error?.message.contains("\"\(text)\"") == true)
        }
    }

    @Test func `A file none of whose times is understood says so with the line`() {
        let error = #expect(throws: MapFileError.self) {
            try tracks("<trk><trkseg>\n" + point("04.05.2026 08:00") + "\n" + point("Monday") + "</trkseg></trk>")
        }
        #expect(error?.line == 2)
        #expect(error?.message.contains("04.05.2026 08:00") == true)
    }

    @Test(arguments: [
        ("91", "0"), ("0", "181"), ("nan", "1"), ("", "1"), ("0", "0"), ("inf", "1"), ("0x1p3", "1"), ("1", "0X8"),
    ])
    func `An invalid point is skipped`(latitude: String, longitude: String) throws {
        let found = try tracks(track(point("2026-05-04T08:00:00Z", latitude, longitude)))
        #expect(found.isEmpty)
    }

    @Test func `Segments form one track, several tracks stay separate, and waypoints and routes are ignored`() throws {
        let (first, second) = (point("2026-05-04T08:00:00Z"), point("2026-05-04T08:00:01Z"))
        let found = try tracks(
            """
            <wpt lat="1" lon="1"><time>2026-05-04T08:00:00Z</time></wpt>
            <trk><trkseg>\(first)</trkseg><trkseg>\(second)</trkseg></trk>
            <rte><rtept lat="1" lon="1"><time>2026-05-04T08:00:00Z</time></rtept></rte>
            \(track(second))
            """)
        #expect(found.map(\.points.count) == [2, 1])
    }

    @Test func `The time of the file and of a point's extensions is not the point's`() throws {
        let found = try tracks(
            """
            <metadata><time>2026-05-04T09:00:00Z</time></metadata><trk><trkseg>
            <trkpt lat="52" lon="13"><extensions><x><time>2026-05-04T09:00:00Z</time></x></extensions>
            <time>2026-05-04T08:00:00Z</time></trkpt></trkseg></trk>
            """)
        #expect(found.flatMap(\.points).map(\.time) == [utc(0)])
    }

    @Test(arguments: [
        ("<gpx><trk>", "not well-formed XML"), ("", "not well-formed XML"), ("<kml></kml>", "begins with <kml>"),
        ("<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", "DOCTYPE"), ("no track", "not well-formed XML"),
        (String(repeating: "<gpx>", count: 300), "nested too deeply"),
    ])
    func `Nothing in a damaged file counts`(text: String, words: String) {
        let error = #expect(throws: MapFileError.self) { try TrackReader.read(Array(text.utf8)) }
        #expect(error?.message.contains(words) == true)
    }

    @Test func `A file of more than 64 MiB is refused`() {
        #expect(throws: MapFileError.self) { try TrackReader.read([UInt8](repeating: 0x20, count: (64 << 20) + 1)) }
    }
}
