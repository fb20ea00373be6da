import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct AVITests {
    private func facts(_ bytes: [UInt8]) throws -> PhotoFacts {
        try #require(try content(bytes, named: "clip.avi").facts)
    }

    private func time(_ text: String) throws -> String? {
        let dated = RIFFBytes.list("hdrl", RIFFBytes.header(), RIFFBytes.chunk("IDIT", Array(text.utf8)))
        return try facts(RIFFBytes.film(dated)).captureTime?.wall.text
    }

    @Test func `Size and length are read`() throws {
        let film = try facts(RIFFBytes.film(RIFFBytes.list("hdrl", RIFFBytes.header())))
        #expect(film.format == .avi)
        #expect(film.width == 640 && film.height == 480)
        #expect(film.duration == 2)
        #expect(film.position == .absent && film.captureTime == nil)
    }

    @Test(arguments: [
        ("Tue Oct 27 12:14:00 2009\n\0", "2009-10-27T12:14:00"), ("TUE OCT  7 01:02:03 2009", "2009-10-07T01:02:03"),
        ("2002-12-16  15:35:01\0\0", "2002-12-16T15:35:01"), ("2005/11/28/ 09:19", "2005-11-28T09:19:00"),
        ("2001/ 1/27 12:42AM", "2001-01-27T00:42:00"), ("2001/ 1/27  1:42PM", "2001-01-27T13:42:00"),
        ("2001/ 1/27 12:42PM", "2001-01-27T12:42:00"),
    ])
    func `A date is read in the formats of cameras`(text: String, wall: String) throws {
        #expect(try time(text) == wall)
    }

    @Test(arguments: [
        "", "2009", "2009-10-27", "Tue Oct 27 2009", "Tue Oct 32 12:14:00 2009", "27.10.2009 12:14", "never",
        "99999999999999999999999999999999999999999999999999999999999999999999", "0000-00-00 00:00:00",
    ])
    func `An invalid date is no time`(text: String) throws {
        #expect(try time(text) == nil)
    }

    @Test func `EXIF in a stream's data and XMP after the film are read`() throws {
        let packet = XMPPacket.position("35,39.5N", "139,44.7E").bytes
        let order = ExifStructure.Order.little
        let exif =
            order.bytes(UInt16(1)) + order.bytes(UInt16(0x0110)) + order.bytes(UInt16(2))
            + order.bytes(UInt32(4)) + Array("EX1\0".utf8) + [0, 0, 0, 0]
        let stream = RIFFBytes.list("strl", RIFFBytes.chunk("strd", Array("AVIF\0\0\0\0".utf8) + exif))
        let film = try facts(
            RIFFBytes.film(
                RIFFBytes.list("hdrl", RIFFBytes.header(), stream),
                RIFFBytes.chunk("LIST", Array("movi".utf8) + [UInt8](repeating: 7, count: 100_000)),
                RIFFBytes.chunk("_PMX", packet)))
        #expect(film.model == "EX1")
        #expect(film.positionSource == .xmp)
    }

    @Test func `A film without a header, or cut before it, is corrupt`() throws {
        #expect(try content(RIFFBytes.film(RIFFBytes.list("movi"))).problem == .corrupt)
        #expect(try content(RIFFBytes.film()).problem == .corrupt)
        let whole = RIFFBytes.film(RIFFBytes.list("hdrl", RIFFBytes.header()))
        for count in 12..<whole.count {
            let content = try content(Array(whole.prefix(count)))
            #expect((content.problem == .corrupt) != (content.facts != nil), "cut at \(count)")
        }
    }

    @Test func `Thousands of chunks, nested and endless ones end`() throws {
        let many = (0..<5_000).map { _ in RIFFBytes.list("hdrl") }
        #expect(try content(RIFFBytes.film(Array(many.joined()))).problem == .corrupt)
        var nested = RIFFBytes.header()
        for _ in 0..<2_000 { nested = RIFFBytes.list("hdrl", nested) }
        _ = try content(RIFFBytes.film(nested))
        let endless = RIFFBytes.chunk("LIST", Array("hdrl".utf8) + RIFFBytes.header(), claiming: 0xFFFF_FFFF)
        #expect(try facts(RIFFBytes.film(endless)).width == 640)
    }
}
