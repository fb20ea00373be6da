import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifFixTests {
    @Test(arguments: [(nil, 12.5), (0, 12.5), (1, -12.5), (2, 12.5), (3, -12.5)] as [(UInt8?, Double)])
    func `The altitude's reference means above or below`(reference: UInt8?, altitude: Double) throws {
        var exif = ExifStructure.sydney(.fractions(0x06, (25, 2)))
        if let reference { exif.gps.append(.bytes(0x05, .byte, [reference])) }
        #expect(try facts(exif).altitude == altitude)
    }

    @Test func `The moment of the fix is the time of a photo that has no other`() throws {
        let fix = [
            ExifEntry.fractions(0x07, (10, 1), (2, 1), (3, 1)), .text(0x1D, "2026:05:01"),
        ]
        let photo = try #require(
            try content(JPEGFile(.sydney(fix[0], fix[1])).bytes, named: "IMG_20200101_100000.jpg").facts)
        #expect(photo.captureTime?.wall.text == "2026-05-01T10:02:03")
        #expect(photo.captureTime?.offset == UTCOffset(seconds: 0, source: .utc))
        var dated = ExifStructure.sydney(fix[0], fix[1])
        dated.exif = [.text(0x9003, "2026:05:01 20:02:03")]
        #expect(try facts(dated).captureTime?.wall.text == "2026-05-01T20:02:03")
    }

    @Test func `An altitude of zero below the sea is zero`() throws {
        let photo = try facts(.sydney(.bytes(0x05, .byte, [1]), .fractions(0x06, (0, 1))))
        #expect(photo.altitude == 0)
        #expect(photo.altitude?.sign == .plus)
    }

    @Test func `An altitude with a denominator of zero is unknown`() throws {
        let photo = try facts(.sydney(.fractions(0x06, (7, 0))))
        #expect(photo.altitude == nil)
        #expect(photo.position.coordinate != nil)
    }

    @Test(arguments: [((47, 10), 4.7), ((100_000, 1), 100_000), ((0, 1), nil), ((100_001, 1), nil), ((5, 0), nil)])
    func `An accuracy above 0 and up to 100 km is known`(
        fraction: (UInt32, UInt32), accuracy: Double?
    ) throws {
        #expect(try facts(.sydney(.fractions(0x1F, fraction))).horizontalAccuracy == accuracy)
    }

    @Test(arguments: [
        ("ASCII\0\0\0CELLID", "CELLID"), ("ASCII\0\0\0GPS \0", "GPS"), ("NETWORK\0", "NETWORK"),
        ("\0\0\0\0\0\0\0\0fused", "fused"), ("ASCII\0\0\0", nil), ("", nil),
    ])
    func `The method is read without its character code`(stored: String, method: String?) throws {
        #expect(try facts(.sydney(.bytes(0x1B, .undefined, Array(stored.utf8)))).processingMethod == method)
        #expect(try facts(.sydney(.bytes(0x1B, .ascii, Array(stored.utf8)))).processingMethod == method)
    }

    @Test(arguments: ExifStructure.Order.allCases)
    func `A method in UTF-16 has the block's byte order`(order: ExifStructure.Order) throws {
        let units = "MANUAL ".utf16.flatMap { order.bytes($0) }
        let exif = ExifStructure(order: order, gps: [.bytes(0x1B, .undefined, Array("UNICODE\0".utf8) + units)])
        #expect(try facts(exif).processingMethod == "MANUAL")
    }

    @Test func `Date and time of the fix are UTC, with fractions of the second`() throws {
        let photo = try facts(
            .sydney(.fractions(0x07, (23, 1), (59, 1), (586_512_349, 10_000_000)), .text(0x1D, "2016:09:28")))
        #expect(
            photo.gpsTime
                == WallTime(year: 2016, month: 9, day: 28, hour: 23, minute: 59, second: 58, microsecond: 651_234))
    }

    @Test(arguments: ["2016-09-28", "2016:09:28 23:59:58", "2016-09-28T23:59:58Z", "2016:9:28"])
    func `The date of the fix may be in ISO 8601 format, with a time that adds nothing`(
        text: String
    ) throws {
        let time = ExifEntry.fractions(0x07, (23, 1), (59, 1), (58, 1))
        #expect(try facts(.sydney(time, .text(0x1D, text))).gpsTime?.text == "2016-09-28T23:59:58")
    }

    @Test(arguments: [(24, 0, 0), (12, 60, 0), (12, 0, 60)] as [(UInt32, UInt32, UInt32)])
    func `An impossible time of the fix is unknown`(hour: UInt32, minute: UInt32, second: UInt32) throws {
        let time = ExifEntry.fractions(0x07, (hour, 1), (minute, 1), (second, 1))
        #expect(try facts(.sydney(time, .text(0x1D, "2024:05:01"))).gpsTime == nil)
    }

    @Test func `A date without time, a time without date and a zero denominator are no moment`() throws {
        let time = ExifEntry.fractions(0x07, (12, 1), (0, 1), (0, 1))
        #expect(try facts(.sydney(.text(0x1D, "2024:05:01"))).gpsTime == nil)
        #expect(try facts(.sydney(time)).gpsTime == nil)
        #expect(try facts(.sydney(time, .text(0x1D, "0000:00:00"))).gpsTime == nil)
        let unknown = ExifEntry.fractions(0x07, (12, 1), (0, 0), (0, 1))
        #expect(try facts(.sydney(unknown, .text(0x1D, "2024:05:01"))).gpsTime == nil)
    }

    /// A photo of 2022-05-18 10:00 at +02:00, or without an offset.
    private func dated(_ entries: ExifEntry..., offset: String? = "+02:00") throws -> PhotoFacts {
        var exif = ExifStructure.sydney()
        exif.gps += entries
        exif.exif = [.text(0x9003, "2022:05:18 10:00:00")]
        if let offset { exif.exif.append(.text(0x9011, offset)) }
        return try facts(exif)
    }

    @Test(
        arguments: [
            (8, 0, "2022-05-18T08:00:00"), (3, 0, "2022-05-18T03:00:00"), (20, 30, "2022-05-17T20:30:00"),
        ] as [(UInt32, UInt32, String)])
    func `A time of the fix without a date is the one nearest to the capture, if its offset is known`(
        hour: UInt32, minute: UInt32, moment: String
    ) throws {
        let time = ExifEntry.fractions(0x07, (hour, 1), (minute, 1), (0, 1))
        #expect(try dated(time).gpsTime?.text == moment)
        #expect(try dated(time, offset: nil).gpsTime == nil)
        #expect(try dated(time, .text(0x1D, "0000:00:00")).gpsTime == nil)
    }

    @Test(arguments: [("2022:05:10", "2022-05-10T10:00:00"), ("2022:05:20", "2022-05-20T10:00:00")])
    func `A date of the fix without a time that is another day in every zone is at the hour of the capture`(
        date: String, moment: String
    ) throws {
        for offset in ["+02:00", nil] {
            #expect(try dated(.text(0x1D, date), offset: offset).gpsTime?.text == moment)
        }
    }

    @Test(arguments: ["2022:05:17", "2022:05:18", "2022:05:19"])
    func `A date of the fix without a time that may be the day of the capture is no moment`(date: String) throws {
        #expect(try dated(.text(0x1D, date)).gpsTime == nil)
    }
}
