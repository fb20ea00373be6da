import PhotoModel
import Testing
import WorkphotosTestSupport

struct XMPTimeTests {
    private func time(_ text: String) throws -> CaptureTime? {
        try said(XMPPacket(["exif:DateTimeOriginal": text])).captureTime
    }

    @Test(arguments: [
        ("2023-06-05T10:11:12", "2023-06-05T10:11:12"), ("2023-06-05T10:11", "2023-06-05T10:11:00"),
        ("2023-06-05T10:11:12.5", "2023-06-05T10:11:12.500"),
        ("2023-06-05T10:11:12,123456789", "2023-06-05T10:11:12.123456"),
        ("2023:06:05 10:11:12", "2023-06-05T10:11:12"), ("2023-6-5T9:5:3", "2023-06-05T09:05:03"),
        ("2023: 6: 5  9: 5: 3", "2023-06-05T09:05:03"),
        ("2023-06-05T9:5", "2023-06-05T09:05:00"),
    ])
    func `A time without an offset is wall time`(text: String, wall: String) throws {
        let time = try #require(try time(text))
        #expect(time.wall.text == wall)
        #expect(time.offset == nil)
        #expect(time.source == .xmp)
    }

    @Test(arguments: [
        ("+02:00", 7_200), ("-07:00", -25_200), ("+0530", 19_800), ("+05", 18_000), ("+00:00", 0), (" +02:00", 7_200),
        ("-5:00", -18_000), ("+5", 18_000), ("+0", 0), (" + 02:00", 7_200), ("+05:30:00", 19_800), ("+530", 19_800),
        ("+02:00[Europe/Berlin]", 7_200),
    ])
    func `A separate offset is XMP's`(text: String, seconds: Int) throws {
        for start in ["2023-06-05T10:11:12", "2023-06-05T10:11", "2023-06-05T10:11:12.5"] {
            let time = try #require(try time(start + text))
            #expect(time.offset == UTCOffset(seconds: seconds, source: .xmp))
            #expect(time.wall.text.hasPrefix("2023-06-05T10:11"))
        }
    }

    @Test(arguments: ["exif:OffsetTimeOriginal", "exifEX:OffsetTimeOriginal"])
    func `An offset apart from the time counts, unless the time has one itself`(name: String) throws {
        func offset(_ time: String, _ text: String) throws -> CaptureTime? {
            try said(XMPPacket(["exif:DateTimeOriginal": time, name: text])).captureTime
        }
        let apart = try offset("2023-06-05T10:11:12", "+02:00")
        #expect(apart?.offset == UTCOffset(seconds: 7_200, source: .xmp) && apart?.wall.text == "2023-06-05T10:11:12")
        #expect(try offset("2023-06-05T10:11:12-05:00", "+02:00")?.offset?.seconds == -18_000)
        #expect(try offset("2023-06-05T10:11:12", "CEST")?.hasUnreadableOffset == true)
        let digitized = XMPPacket(["exif:DateTimeDigitized": "2023-06-05T10:11:12", name: "+02:00"])
        #expect(try said(digitized).captureTime?.offset == nil)
    }

    @Test func `Z gives the time in UTC and not the local time`() throws {
        let time = try #require(try time("2023-06-05T10:11:12Z"))
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
        #expect(time.wall.text == "2023-06-05T10:11:12")
    }

    @Test(arguments: [
        "2023", "2023-06", "2023-06-05", "", " ", "0000-00-00T00:00:00", "2023-02-30T10:00:00", "2023-06-05T24:00:00",
        "2023-06-05T10:11:61", "2023-06-05T10", "2023-06-05T10:11:", "2023-06-05T10:11:123", "2023060510111",
        "2023-06-05T10:11:12Zulu", "202306051011123", "20230605", "2023\u{5E74}06\u{6708}05\u{65E5}",
        "2023-06-05T10:11:12 about", "2023-06-05T10:11:12\(String(repeating: "0", count: 60))",
    ])
    func `A part of a date, and an impossible date or time, is no time`(text: String) throws {
        #expect(try time(text) == nil)
    }

    @Test(arguments: [
        ("2026-04-18", "2026-04-18T00:00:00", "2026-04-19T00:00:00"),
        ("2026-04-18T25:00:00", "2026-04-18T00:00:00", "2026-04-19T00:00:00"),
        ("2026-04", "2026-04-01T00:00:00", "2026-05-01T00:00:00"),
        ("2026-12", "2026-12-01T00:00:00", "2027-01-01T00:00:00"),
        (" 2026 ", "2026-01-01T00:00:00", "2027-01-01T00:00:00"),
    ])
    func `A part of a date says the days that it may mean`(text: String, first: String, end: String) throws {
        for name in ["exif:DateTimeOriginal", "photoshop:DateCreated"] {
            let days = try said(XMPPacket([name: text])).vagueTime?.days
            #expect(days?.lowerBound.text == first && days?.upperBound.text == end)
        }
    }

    @Test(arguments: ["18/04/2026 10:00", "garbage", "2026-13", "12026", String(repeating: "1", count: 200)])
    func `What cannot be read is told from what is not there`(text: String) throws {
        #expect(try said(XMPPacket(["exif:DateTimeOriginal": text])).vagueTime == VagueTime(days: nil))
    }

    @Test(arguments: ["", " ", "0000:00:00 00:00:00", "1970-01-01", "2026-04-18T10:00:00"])
    func `A time, and what says nothing, is not vague`(text: String) throws {
        #expect(try said(XMPPacket(["exif:DateTimeOriginal": text])).vagueTime == nil)
    }

    @Test(arguments: ["+15:00", "+02:", "+02:6", "+02:60", "+02:001", "+120", "+02:00:30", " 02:00", " PST"])
    func `An offset that is not understood leaves the wall time`(offset: String) throws {
        let time = try #require(try time("2023-06-05T10:11:12" + offset))
        #expect(time.wall.text == "2023-06-05T10:11:12")
        #expect(time.offset == nil && time.hasUnreadableOffset)
    }

    @Test func `The capture time takes precedence over the content's date, the digitizing and the file's creation`()
        throws
    {
        let dates = [
            ("exif:DateTimeOriginal", "2001"), ("photoshop:DateCreated", "2002"), ("exif:DateTimeDigitized", "2003"),
            ("xmp:CreateDate", "2004"),
        ]
        for first in dates.indices {
            let elements = dates[first...].reversed().map { name, year in
                "<\(name)>\(year)-01-02T03:04:05</\(name)>"
            }
            let found = try said(XMPPacket(elements: elements.joined())).captureTime
            #expect(found?.wall.text == "\(dates[first].1)-01-02T03:04:05")
        }
    }

    @Test func `An invalid date is skipped for the next`() throws {
        let packet = XMPPacket(["exif:DateTimeOriginal": "2001-02", "xmp:CreateDate": "2002-01-02T03:04:05"])
        #expect(try said(packet).captureTime?.wall.text == "2002-01-02T03:04:05")
    }

    @Test func `The modification time is ignored`() throws {
        let packet = XMPPacket(["xmp:ModifyDate": "2002-01-02T03:04:05", "xmp:MetadataDate": "2002-01-02T03:04:05"])
        #expect(try said(packet).captureTime == nil)
    }
}
