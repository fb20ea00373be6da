import Foundation
import PhotoModel
import Testing

struct TimeZoneRulesTests {
    private func zone(_ name: String) throws -> TimeZoneRules {
        let data = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo").appending(path: name))
        return try TimeZoneRules(parsing: Array(data))
    }

    private func moment(_ second: Int64) -> WallTime {
        WallTime(microseconds: second * 1_000_000)
    }

    private func wall(_ text: String) throws -> WallTime {
        try WallTimeSpan(parsing: text).start
    }

    @Test(arguments: ZoneTruth.offsets.keys.sorted())
    func `Offsets agree with another reader of the tz database`(name: String) throws {
        let zone = try zone(name)
        for (second, offset) in try #require(ZoneTruth.offsets[name]) {
            #expect(zone.offset(atUTC: moment(second)) == offset, "\(second)")
            #expect(zone.offsets(atWall: moment(second + Int64(offset))).contains(offset), "\(second)")
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-03-29T01:59:59", [3_600]), ("Europe/Berlin", "2026-03-29T02:00:00", []),
        ("Europe/Berlin", "2026-03-29T03:00:00", [7_200]), ("Europe/Berlin", "2026-10-25T01:59:59", [7_200]),
        ("Europe/Berlin", "2026-10-25T02:00:00", [7_200, 3_600]), ("Europe/Berlin", "2026-10-25T03:00:00", [3_600]),
        ("Europe/Berlin", "2090-10-29T02:30:00", [7_200, 3_600]), ("Europe/Berlin", "2090-03-26T02:30:00", []),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", [39_600, 37_800]),
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", []), ("Pacific/Apia", "2011-12-30T12:00:00", []),
        ("America/New_York", "2050-11-06T01:00:00", [-14_400, -18_000]), ("Asia/Kolkata", "2026-01-01", [19_800]),
    ])
    func `A wall time has one offset, two if it is repeated, none if it is skipped`(
        name: String, text: String, offsets: [Int]
    ) throws {
        #expect(try zone(name).offsets(atWall: wall(text)) == offsets)
    }

    @Test(arguments: [
        ("Europe/Berlin", "2026-10-25T02:30:00", 7_200), ("Europe/Berlin", "2026-03-29T02:30:00", 3_600),
        ("Pacific/Apia", "2011-12-30T12:00:00", -36_000), ("Australia/Sydney", "2040-10-07T02:30:00", 36_000),
    ])
    func `Of two offsets the first is likely, and in a gap the earlier one`(
        name: String, text: String, offset: Int
    ) throws {
        #expect(try zone(name).likelyOffset(atWall: wall(text)) == offset)
    }
}
