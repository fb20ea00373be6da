import PhotoModel
import Testing
import WorkphotosTestSupport

struct MovieTimeTests {
    /// 2026-05-01T08:00:00Z in seconds since 1904.
    private static let created: UInt64 = 1_777_622_400 + 2_082_844_800

    private func time(_ boxes: [UInt8]...) throws -> String? {
        let facts = try #require(try content(MovieFile(boxes).bytes).facts)
        return facts.captureTime.map { time in
            "\(time.wall.text)\(time.offset?.text ?? "") \(time.offset?.source.rawValue ?? "-") \(time.source.rawValue)"
        }
    }

    @Test(arguments: [0, 1] as [UInt8]) func `The header's time is in UTC by the standard`(version: UInt8) throws {
        let header = MovieFile.header(created: Self.created, version: version)
        #expect(try time(header) == "2026-05-01T08:00:00+00:00 assumed quicktime")
    }

    @Test(arguments: [0, 1, 2_082_844_800, 2_082_844_800 + 253_402_300_800, .max] as [UInt64])
    func `Zero and impossible values are no time`(created: UInt64) throws {
        #expect(try time(MovieFile.header(created: created, version: 1)) == nil)
    }

    @Test(
        arguments: [(0, "1904-01-01T00:00:00"), (2_082_844_800, "1970-01-01T00:00:00"), (1, nil)] as [(UInt64, String?)]
    )
    func `Where the header's clock begins is told`(created: UInt64, told: String?) throws {
        let facts = try #require(try content(MovieFile([MovieFile.header(created: created)]).bytes).facts)
        #expect(facts.unsetTime?.wall.text == told)
        #expect(facts.unsetTime?.source == (told == nil ? nil : .quicktime))
        let dated = MovieFile.keys([("creationdate", "2026-05-01T10:00:00+0200")])
        let known = try #require(try content(MovieFile([MovieFile.header(created: created), dated]).bytes).facts)
        #expect(known.unsetTime == nil, "nobody misses it")
    }

    @Test(arguments: [
        ("2026-05-01T10:00:00+0200", "2026-05-01T10:00:00+02:00 quicktime quicktime"),
        ("2026-05-01T10:00:00.250-03:30", "2026-05-01T10:00:00.250-03:30 quicktime quicktime"),
        ("2026-05-01T10:00:00+02", "2026-05-01T10:00:00+02:00 quicktime quicktime"),
        ("2026-05-01T08:00:00Z", "2026-05-01T08:00:00+00:00 utc quicktime"),
        ("2026-05-01 10:00:00", "2026-05-01T10:00:00 - quicktime"),
        ("2026-05-01T10:00:00+1500", "2026-05-01T10:00:00 - quicktime"),
    ])
    func `The creation date takes precedence over the header`(text: String, expected: String) throws {
        let header = MovieFile.header(created: Self.created)
        #expect(try time(header, MovieFile.keys([("creationdate", text)])) == expected)
        #expect(try time(header, MovieFile.userData([("day", text)])) == expected)
        let other = MovieFile.userData([("day", "2020-01-01T00:00:00Z")])
        #expect(try time(other, MovieFile.keys([("creationdate", text)])) == expected)
    }

    @Test(arguments: [
        ("yesterday", true), ("01.05.2026 10:00", true), ("2026", false), ("2026-05-01", false), ("", false),
        ("0000-00-00T00:00:00Z", false), ("2026-05-01T10:00:00Z", false),
    ])
    func `A creation date that cannot be read is noted, whatever the header says`(text: String, isTold: Bool) throws {
        let header = MovieFile.header(created: Self.created)
        for boxes in [MovieFile.keys([("creationdate", text)]), MovieFile.userData([("day", text)])] {
            let facts = try #require(try content(MovieFile([header, boxes]).bytes).facts)
            #expect(facts.sidecars == (isTold ? .unreadableTime : []))
        }
    }

    @Test(arguments: ["2026", "2026-02-30T10:00:00Z", "", "0000-00-00T00:00:00Z", "yesterday"])
    func `An invalid creation date leaves the header's`(text: String) throws {
        let header = MovieFile.header(created: Self.created)
        let keys = MovieFile.keys([("creationdate", text)])
        #expect(try time(header, keys) == "2026-05-01T08:00:00+00:00 utc quicktime")
        #expect(try time(keys) == nil)
    }

    @Test func `A creation date that cannot be gives way to the header's`() throws {
        let header = MovieFile.header(created: Self.created)
        let unset = MovieFile.keys([("creationdate", "1970-01-01T01:00:00+0100")])
        let facts = try #require(try content(MovieFile([header, unset]).bytes).facts)
        #expect(facts.captureTime?.wall.text == "2026-05-01T08:00:00" && facts.unsetTime != nil)
        let ahead = MovieFile.keys([("creationdate", "2046-01-01T01:00:00+0100")])
        let late = try #require(try content(MovieFile([header, ahead]).bytes).facts)
        #expect(late.captureTime?.wall.text == "2046-01-01T01:00:00")
        #expect(late.counting(at: 1_800_000_000_000_000_000).captureTime?.wall.text == "2026-05-01T08:00:00")
    }

    @Test func `A length of zero or all ones is unknown`() throws {
        let lengths = try [(0xFFFF_FFFF as UInt64, 0 as UInt8), (.max, 1), (0, 0), (1_800, 1)].map { length, version in
            try content(MovieFile([MovieFile.header(length: length, version: version)]).bytes).facts?.duration
        }
        #expect(lengths == [nil, nil, nil, 3])
    }
}
