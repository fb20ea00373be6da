import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct JPEGPacketTests {
    private let tokyo = JPEGSegment.xmp(XMPPacket.position("35,39.5N", "139,44.7E").bytes)

    @Test func `A packet adds what EXIF lacks`() throws {
        let photo = try facts(JPEGFile([JPEGFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")])), tokyo]))
        #expect(photo.make == "Maker")
        #expect(photo.position.coordinate == Coordinate(latitude: 35 + 39.5 / 60, longitude: 139 + 44.7 / 60))
        #expect(photo.positionSource == .xmp)
    }

    @Test func `A position in EXIF takes precedence, but not an invalid one`() throws {
        let sydney = try facts(JPEGFile([tokyo, JPEGFile.exif(.sydney())]))
        #expect(sydney.positionSource == .exif)
        let nowhere = ExifStructure.position(.fractions(0x02, (0, 0), (0, 0), (0, 0)), "S", nil, nil)
        #expect(try facts(JPEGFile([JPEGFile.exif(nowhere)])).position.problem != nil)
        #expect(try facts(JPEGFile([JPEGFile.exif(nowhere), tokyo])).positionSource == .xmp)
    }

    @Test func `Of several packets the first counts, and an extended one is ignored`() throws {
        let second = JPEGSegment.xmp(XMPPacket.position("1,2N", "3,4E").bytes)
        #expect(try facts(JPEGFile([tokyo, second])) == facts(JPEGFile([tokyo])))
        let name = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
        let extended = JPEGSegment.bytes(0xE1, name + XMPPacket.position("1,2N", "3,4E").bytes)
        #expect(try facts(JPEGFile([extended])).position == .absent)
    }

    @Test(arguments: [65_400, 65_500, 65_530, 65_540, 70_000]) func `A packet beyond 64 KiB is read`(distance: Int)
        throws
    {
        let before = [JPEGFile.filler(distance - 60_000), JPEGFile.filler(60_000)]
        #expect(try facts(JPEGFile(before + [tokyo])).positionSource == .xmp)
    }

    @Test func `Values before a damaged place are kept, without partial values`() throws {
        var packet = XMPPacket(["tiff:Make": "Canon"])
        packet.elements = "<tiff:Model>EOS</tiff:Model><exif:GPSLatitude>35,3"
        packet.elements += "\0"
        let photo = try facts(JPEGFile([JPEGSegment.xmp(packet.bytes)]))
        #expect(photo.make == "Canon")
        #expect(photo.model == "EOS")
        #expect(photo.position == .invalid(.malformed))
    }

    @Test func `A truncated packet without a position leaves the photo without one`() throws {
        let broken = XMPPacket(["tiff:Make": "Canon"], elements: "<xmp:Label>GPSLatitude</xmp:Label>\0")
        for packet in [broken.bytes, Array(broken.bytes.prefix(40)), [0, 0, 0, 0]] {
            #expect(try facts(JPEGFile([JPEGSegment.xmp(packet)])).position == .absent)
        }
    }

    @Test func `An invalid packet does not make the photo invalid`() throws {
        for packet in ["", "\0", "<x:xmpmeta/>", "<a/>", String(repeating: "<a>", count: 20_000)] {
            let photo = try facts(JPEGFile([JPEGSegment.xmp(Array(packet.utf8))]))
            #expect(photo.width == 64)
        }
    }
}
