import PhotoModel
import Testing
import WorkphotosTestSupport

struct WebPReaderTests {
    private let exif = WebPFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")]))

    private func photo(_ chunks: [UInt8]...) throws -> PhotoFacts {
        try #require(try content(WebPFile(chunks).bytes, named: "photo.webp").facts)
    }

    @Test func `A WebP without metadata is a photo of a size`() throws {
        var expected = PhotoFacts(format: .webp)
        (expected.width, expected.height) = (400, 301)
        #expect(try photo(WebPFile.lossy(400, 301)) == expected)
    }

    @Test(arguments: [(1, 1), (16_383, 1), (400, 16_383)])
    func `Dimensions come from each kind of picture`(width: Int, height: Int) throws {
        let pictures = [
            WebPFile.lossy(UInt16(width), UInt16(height)), WebPFile.lossless(UInt32(width), UInt32(height)),
            WebPFile.canvas(width, height),
        ]
        for picture in pictures {
            let facts = try photo(picture)
            #expect(facts.width == width)
            #expect(facts.height == height)
        }
    }

    @Test func `The scaling of a lossy picture is not part of its dimensions`() throws {
        let facts = try photo(WebPFile.lossy(0x4000 | 20, 0xC000 | 10))
        #expect(facts.width == 20)
        #expect(facts.height == 10)
    }

    @Test func `The canvas determines the size, not the frames on it`() throws {
        let facts = try photo(WebPFile.canvas(16_777_216, 70_000), WebPFile.lossy(20, 10))
        #expect(facts.width == 16_777_216)
        #expect(facts.height == 70_000)
    }

    @Test func `EXIF is read with its position, with and without JPEG's EXIF mark`() throws {
        for mark in ["", "Exif\0\0"] {
            let chunk = RIFFBytes.chunk("EXIF", Array(mark.utf8) + ExifStructure.sydney().bytes)
            let position = try photo(WebPFile.canvas(4, 4, flags: 8), WebPFile.lossy(4, 4), chunk).position.coordinate
            #expect(position?.latitude == -33.8568)
            #expect(position?.longitude == 151.2153)
        }
    }

    @Test func `EXIF is read without a flag or a canvas`() throws {
        #expect(try photo(WebPFile.canvas(4, 4), WebPFile.lossy(4, 4), exif).make == "Maker")
        #expect(try photo(WebPFile.lossless(4, 4), exif).make == "Maker")
        #expect(try photo(exif, WebPFile.lossless(4, 4)).make == "Maker")
    }

    @Test(arguments: [65_500, 65_520, 65_536, 1_000_001]) func `EXIF after a long picture is read`(count: Int) throws {
        #expect(try photo(WebPFile.lossy(4, 4, count: count), exif).make == "Maker")
        let behind = RIFFBytes.chunk("TEST", Array(repeating: 1, count: 50_000))
        #expect(try photo(WebPFile.lossy(4, 4, count: count), exif, behind).make == "Maker")
    }

    @Test func `EXIF after the frames of an animation is read`() throws {
        let frames = Array(repeating: RIFFBytes.chunk("ANMF", Array(repeating: 1, count: 9_001)), count: 60)
        let chunks = [WebPFile.canvas(4, 4, flags: 2)] + frames + [exif]
        #expect(try content(WebPFile(chunks).bytes).facts?.make == "Maker")
    }

    @Test func `Of two XMP chunks the last counts, and another place in the first stays known`() throws {
        let (tokyo, island) = (XMPPacket.position("35,30N", "139,30E"), XMPPacket.position("1,30N", "3,30E"))
        let chunks = [tokyo, island].map { RIFFBytes.chunk("XMP ", $0.bytes) }
        let photo = try photo(WebPFile.lossy(4, 4), chunks[0], chunks[1])
        #expect(photo.position.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
        #expect(photo.overruled.coordinate == Coordinate(latitude: 35.5, longitude: 139.5))
    }

    @Test func `Of two EXIF chunks the last counts`() throws {
        let second = WebPFile.exif(ExifStructure(order: .big, primary: [.text(0x0110, "Model")]))
        let facts = try photo(WebPFile.lossy(4, 4), exif, second)
        #expect(facts.make == nil)
        #expect(facts.model == "Model")
    }
}
