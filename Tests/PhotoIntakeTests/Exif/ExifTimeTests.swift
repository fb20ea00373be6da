import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifTimeTests {
    private func time(_ entries: ExifEntry...) throws -> CaptureTime? {
        try facts(ExifStructure(exif: entries)).captureTime
    }

    private let noon = WallTime(year: 2024, month: 5, day: 1, hour: 12, minute: 34, second: 56)

    @Test(arguments: [
        "2024:05:01 12:34:56", "2024-05-01 12:34:56", "2024/05/01 12:34:56", "2024.05.01 12:34:56",
        "2024-05-01T12:34:56", "2024-05-01t12:34:56", "2024:05:01 12:34:56  ", "2024:05:01 12:34:56\0garbage",
    ])
    func `The separators of cameras and editors are understood`(text: String) throws {
        let time = try #require(try time(.text(0x9003, text)))
        #expect(time.wall == noon)
        #expect(time.offset == nil)
        #expect(time.source == .exif)
    }

    @Test(arguments: ["2024-05-01T12:34", "2024:05:01 12:34"])
    func `A time without seconds is at the full minute`(text: String) throws {
        #expect(try time(.text(0x9003, text))?.wall.text == "2024-05-01T12:34:00")
    }

    @Test(arguments: ["2024:5:1 9:5:3", "2024:05:01 9:05:3"])
    func `Numbers may have one digit`(text: String) throws {
        #expect(try time(.text(0x9003, text))?.wall.text == "2024-05-01T09:05:03")
    }

    @Test(arguments: ["2024-05-01T12:34:56+02:00", "2024-05-01T12:34:56.000+0200", "2024:05:01 12:34:56 +02:00"])
    func `An offset after the time takes precedence over a separate one`(text: String) throws {
        for further in [[], [ExifEntry.text(0x9011, "-05:00")]] {
            let time = try facts(ExifStructure(exif: [.text(0x9003, text)] + further)).captureTime
            #expect(time?.wall == noon)
            #expect(time?.offset == UTCOffset(seconds: 7_200, source: .exif))
        }
    }

    @Test func `Z after the time means UTC`() throws {
        let time = try time(.text(0x9003, "2024-05-01T12:34:56Z"))
        #expect(time?.wall == noon)
        #expect(time?.offset == UTCOffset(seconds: 0, source: .utc))
    }

    @Test func `A time without NUL at its end is understood`() throws {
        #expect(try time(.bytes(0x9003, .ascii, Array("2024:05:01 12:34:56".utf8)))?.wall == noon)
    }

    @Test(arguments: [
        "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2023:02:30 10:00:00", "2023:02:29 10:00:00",
        "2024:13:01 10:00:00", "2024:00:01 10:00:00", "2024:05:00 10:00:00", "2024:05:01 24:00:00",
        "2024:05:01 10:60:00", "2024:05:01 10:00:61", "2024:05:01", "2024:05:01 12", "2024:05-01 12:34:56",
        "24:05:01 12:34:56", "2024:05:01 12:34:5x", "2024:05:01 13:34:56 PM", "2024:05:01 12:34:56 about", "yesterday",
    ])
    func `Blank, zero and impossible times are absent`(text: String) throws {
        #expect(try time(.text(0x9003, text)) == nil)
    }

    @Test(arguments: [
        ("2023:02:30 10:00:00", true), ("2024:05:01", true), ("2024:05:01 12:34:5x", true), ("yesterday", true),
        ("", false), ("    :  :     :  :  ", false), ("0000:00:00 00:00:00", false), ("1970:01:01 00:00:00", false),
        ("2024:05:01 12:34:56", false),
    ])
    func `A time that cannot be read is told from one that is not there`(text: String, isTold: Bool) throws {
        let facts = try facts(ExifStructure(exif: [.text(0x9003, text)]))
        #expect(facts.sidecars == (isTold ? .unreadableTime : []))
        let digitized = ExifEntry.text(0x9004, "2024:05:01 12:34:56")
        let both = try PhotoIntakeTests.facts(ExifStructure(exif: [.text(0x9003, text), digitized]))
        #expect(both.captureTime?.wall == noon && both.sidecars == facts.sidecars)
    }

    @Test func `Nobody misses a time of digitizing that cannot be read`() throws {
        let entries = [ExifEntry.text(0x9003, "2024:05:01 12:34:56"), .text(0x9004, "yesterday")]
        #expect(try facts(ExifStructure(exif: entries)).sidecars == [])
    }

    @Test func `A clock that was never set gives way to the time of digitizing`() throws {
        let digitized = ExifEntry.text(0x9004, "2024:05:01 12:34:56")
        #expect(try time(.text(0x9003, "1970:01:01 01:00:00"), digitized)?.wall == noon)
        #expect(try time(.text(0x9003, "1970:01:01 01:00:01"), digitized)?.wall != noon)
        #expect(try time(.text(0x9003, "2001:01:01 00:00:00")) == nil)
    }

    @Test func `The years 1919 and 9999 and leap days are valid`() throws {
        #expect(
            try time(.text(0x9003, "1919:05:04 05:59:26"))?.wall
                == WallTime(
                    year: 1919, month: 5, day: 4, hour: 5, minute: 59, second: 26))
        #expect(try time(.text(0x9003, "9999:12:31 23:59:59")) != nil)
        #expect(try time(.text(0x9003, "2024:02:29 00:00:00")) != nil)
    }

    @Test(arguments: [
        ("1", 100_000), ("07", 70_000), ("123", 123_000), ("123456789012", 123_456), ("12 ", 120_000),
        ("000001", 1), ("", 0), ("12a", 0), ("-1", 0), (String(repeating: "9", count: 80), 999_999),
    ])
    func `Sub-seconds are decimal digits, cut to microseconds`(digits: String, micros: Int) throws {
        let wall = try #require(try time(.text(0x9003, "2024:05:01 12:34:56"), .text(0x9291, digits))?.wall)
        #expect(wall.microseconds - (noon?.microseconds ?? 0) == Int64(micros))
    }

    @Test func `A fraction in the time counts if there are no sub-seconds`() throws {
        let stamp = ExifEntry.text(0x9003, "2024:05:01 12:34:56.978")
        #expect(try time(stamp)?.wall.microseconds == noon.map { $0.microseconds + 978_000 })
        #expect(try time(stamp, .text(0x9291, "5"))?.wall.microseconds == noon.map { $0.microseconds + 500_000 })
    }

    @Test(arguments: [
        ("+02:00", 7_200), ("-08:00", -28_800), ("+05:45", 20_700), ("+14:00", 50_400), ("-00:00", 0), ("Z", 0),
        ("+02:00 ", 7_200), ("+02:00\0\0", 7_200), ("-5:00", -18_000), ("+5:30", 19_800), ("+0800", 28_800),
        ("+08", 28_800), ("+8", 28_800), ("-330", -12_600), ("UTC", 0), ("UTC+2", 7_200), ("GMT-03:00", -10_800),
        ("\u{2212}05:00", -18_000), ("+\u{660}\u{663}:\u{660}\u{660}", 10_800),
    ])
    func `An offset is read`(text: String, seconds: Int) throws {
        let time = try time(.text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, text))
        #expect(time?.offset == UTCOffset(seconds: seconds, source: .exif))
        #expect(time?.wall == noon)
    }

    @Test(arguments: ["02:00", "+14:01", "-15:00", "+02:60", "+02-00", "+02:0", "+12345", "PST", "Europe/Berlin", "?"])
    func `An offset that is not understood is told from one that is not there`(text: String) throws {
        let time = try #require(try time(.text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, text)))
        #expect(time.wall == noon)
        #expect(time.offset == nil)
        #expect(time.hasUnreadableOffset)
        #expect(time.offsetSource == "unreadable")
    }

    @Test(arguments: ["", "   :  ", "     "]) func `A blank offset is none`(text: String) throws {
        let time = try #require(try time(.text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, text)))
        #expect(time.offset == nil && !time.hasUnreadableOffset)
    }

    @Test(arguments: ["2024:05:01 12:34:56+15:00", "2024-05-01T12:34:56+02:", "2024:05:01 12:34:56 CEST"])
    func `An offset behind the time that is not understood leaves the wall time`(text: String) throws {
        let time = try #require(try time(.text(0x9003, text)))
        #expect(time.wall == noon)
        #expect(time.offset == nil && time.hasUnreadableOffset)
        let both = try facts(ExifStructure(exif: [.text(0x9003, text), .text(0x9011, "+02:00")])).captureTime
        #expect(both?.offset?.seconds == 7_200)
        #expect(both?.hasUnreadableOffset == false)
    }

    @Test(arguments: [
        ("2024:5:1 9:04:05", "2024-05-01T09:04:05"), ("2024/ 5/ 1 12:34:56", "2024-05-01T12:34:56"),
        ("2019:01:01 24:04:20", "2019-01-01T00:04:20"), ("2024:05:01 01:02:03 PM", "2024-05-01T13:02:03"),
        ("2024:05:01 12:02:03 am", "2024-05-01T00:02:03"), ("2024:05:01 12:02:03 p.m.", "2024-05-01T12:02:03"),
        ("2024:05:01 \u{4E0B}\u{5348}1:02:03", "2024-05-01T13:02:03"), ("2024:05:01:12:34:56", "2024-05-01T12:34:56"),
        ("\u{662}\u{660}\u{662}\u{664}:\u{660}\u{665}:\u{660}\u{661} 12:34:56", "2024-05-01T12:34:56"),
        ("20240501 123456", "2024-05-01T12:34:56"), ("20240501123456", "2024-05-01T12:34:56"),
        ("20240501T123456", "2024-05-01T12:34:56"), ("20240501 12:34:56", "2024-05-01T12:34:56"),
        ("2024\u{5E74}05\u{6708}01\u{65E5} 12:34:56", "2024-05-01T12:34:56"),
        ("2024:04:30 23:59:60", "2024-05-01T00:00:00"),
    ])
    func `Dates and times are understood as they are really written`(text: String, wall: String) throws {
        #expect(try time(.text(0x9003, text))?.wall.text == wall)
        // The same everywhere.
        #expect(try said(XMPPacket(["exif:DateTimeOriginal": text])).captureTime?.wall.text == wall)
        let film = MovieFile([MovieFile.userData([("day", text)])]).bytes
        #expect(try content(film).facts?.captureTime?.wall.text == wall)
    }

    @Test func `The digitizing time is used instead, with its own offset`() throws {
        let time = try time(
            .text(0x9003, "0000:00:00 00:00:00"), .text(0x9004, "2024:05:01 12:34:56"),
            .text(0x9011, "+01:00"), .text(0x9012, "+02:00"), .text(0x9291, "1"), .text(0x9292, "2"))
        #expect(time?.wall.microseconds == noon.map { $0.microseconds + 200_000 })
        #expect(time?.offset?.seconds == 7_200)
    }

    @Test func `The original time takes precedence over digitizing and does not use its offset`() throws {
        let time = try time(
            .text(0x9003, "2024:05:01 12:34:56"), .text(0x9004, "2024:05:02 12:34:56"), .text(0x9012, "+02:00"),
            .text(0x9010, "+03:00"))
        #expect(time?.wall == noon)
        #expect(time?.offset == nil)
    }

    @Test func `Of several blocks a time of capture counts before one of digitizing, and the last of each`() throws {
        func time(_ blocks: [ExifEntry]...) throws -> String? {
            try facts(JPEGFile(blocks.map { JPEGFile.exif(ExifStructure(exif: $0)) })).captureTime?.wall.text
        }
        let original = ExifEntry.text(0x9003, "1972:05:01 10:00:00")
        let later = ExifEntry.text(0x9003, "1973:05:01 10:00:00")
        let digitized = ExifEntry.text(0x9004, "2015:05:01 10:00:00")
        let scanned = ExifEntry.text(0x9004, "2016:05:01 10:00:00")
        #expect(try time([original], [digitized]) == "1972-05-01T10:00:00")
        #expect(try time([original], [later], [digitized]) == "1973-05-01T10:00:00")
        #expect(try time([original], [digitized, later]) == "1973-05-01T10:00:00")
        #expect(try time([scanned], [digitized]) == "2015-05-01T10:00:00")
    }

    @Test func `The modification time is never the capture time`() throws {
        #expect(try facts(ExifStructure(primary: [.text(0x0132, "2024:05:01 12:34:56")])).captureTime == nil)
    }

    @Test func `A time in IFD0 counts if the EXIF directory has none`() throws {
        let stray = ExifEntry.text(0x9003, "2024:05:01 12:34:56")
        #expect(try facts(ExifStructure(primary: [stray])).captureTime?.wall == noon)
        let own = ExifEntry.text(0x9003, "2020:01:01 00:00:00")
        let both = try facts(ExifStructure(primary: [stray], exif: [own]))
        #expect(both.captureTime?.wall == WallTime(year: 2020, month: 1, day: 1))
    }
}
