import PhotoModel
import Testing

struct TZifTests {
    /// A TZif file with a header and a data block for each version: transitions as (second, type), types as offsets.
    private func file(
        version: Int, transitions: [(Int64, UInt8)] = [], offsets: [Int32], leapSeconds: Int = 0, footer: String = ""
    ) -> [UInt8] {
        func block(_ timeSize: Int) -> [UInt8] {
            var bytes = Array("TZif".utf8) + [version == 1 ? 0 : UInt8(ascii: "0") + UInt8(version)]
            bytes += Array(repeating: 0, count: 15)
            for count in [0, 0, leapSeconds, transitions.count, offsets.count, 4] { bytes += number(Int64(count), 4) }
            for transition in transitions { bytes += number(transition.0, timeSize) }
            bytes += transitions.map(\.1)
            for offset in offsets { bytes += number(Int64(offset), 4) + [0, 0] }
            return bytes + Array("ABC\0".utf8) + Array(repeating: 0, count: leapSeconds * (timeSize + 4))
        }
        return version == 1 ? block(4) : block(4) + block(8) + Array("\n\(footer)\n".utf8)
    }

    private func number(_ value: Int64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * Int64($0))) }
    }

    private func at(_ second: Int64) -> WallTime { WallTime(microseconds: second * 1_000_000) }

    @Test(arguments: [1, 2, 3, 4]) func `Every version is read`(version: Int) throws {
        let bytes = file(version: version, transitions: [(-100, 1), (100, 0)], offsets: [60, 3_600])
        let zone = try TimeZoneRules(parsing: bytes)
        let offsets = [-101, -100, 99, 100].map { zone.offset(atUTC: at($0)) }
        #expect(offsets == [60, 3_600, 3_600, 60])
        #expect(zone.offset(atUTC: WallTime(microseconds: -100_000_001)) == 60)
    }

    @Test(arguments: [
        ("EST5EDT,M3.2.0,M11.1.0", "2200-07-01", -14_400), ("EST5EDT,M3.2.0,M11.1.0", "2200-12-01", -18_000),
        ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2200-01-01", 39_600), ("<-03>3", "2200-01-01", -10_800),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", "2200-01-01", 0), ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2200-07-01", -3_600),
        ("XXX3EDT4,0/0,J365/23", "2200-12-31T23:59", -14_400), ("AAA0BBB,J60/0,J61/0", "2204-03-01T12:00", 3_600),
        ("AAA0BBB,59/0,60/0", "2204-02-29T12:00", 3_600), ("AAA0BBB,M2.5.1/-167,M12.1.1/167", "2200-02-18", 3_600),
    ])
    func `The footer's rule applies after the last change`(footer: String, text: String, offset: Int) throws {
        let zone = try TimeZoneRules(parsing: file(version: 3, transitions: [(0, 0)], offsets: [1], footer: footer))
        #expect(zone.offset(atUTC: try WallTimeSpan(parsing: text).start) == offset)
        #expect(zone.offset(atUTC: at(-1)) == 1)
    }

    @Test(arguments: ["EST5EDT", "5", "EST", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0", "EST5EDT,M3.2.0,M11.1.0x"])
    func `An invalid footer is an error`(footer: String) {
        let bytes = file(version: 2, offsets: [0], footer: footer)
        #expect(throws: TimeZoneFileError.self) { try TimeZoneRules(parsing: bytes) }
    }

    @Test func `Damaged files are errors, wherever they are cut`() throws {
        let whole = file(version: 2, transitions: [(5, 1), (9, 0)], offsets: [0, 60], footer: "UTC0")
        _ = try TimeZoneRules(parsing: whole)
        let blocks = whole.count - "\nUTC0\n".utf8.count
        for length in 0..<blocks {
            #expect(throws: TimeZoneFileError.self) { try TimeZoneRules(parsing: Array(whole[..<length])) }
        }
        for damaged in [
            file(version: 1, transitions: [(1, 2)], offsets: [0, 60]), file(version: 1, offsets: []),
            file(version: 2, transitions: [(5, 0), (5, 1)], offsets: [0, 60]),
            file(version: 2, offsets: [0], leapSeconds: 1), file(version: 1, offsets: [200_000]),
            Array(repeating: 7, count: 99),
        ] {
            #expect(throws: TimeZoneFileError.self) { try TimeZoneRules(parsing: damaged) }
        }
    }
}
