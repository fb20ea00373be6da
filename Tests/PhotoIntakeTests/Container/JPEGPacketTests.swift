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

    @Test func `A packet counts where the name of its segment has lost its scheme, as in Getty's photos`() throws {
        let packet = XMPPacket.position("35,39.5N", "139,44.7E").bytes
        for (name, isOne) in [("XMP\0://ns.adobe.com/xap/1.0/\0", true), ("XMP\0://ns.adobe.com/xmp/1.0/\0", false)] {
            let photo = try facts(JPEGFile([JPEGSegment.bytes(0xE1, Array(name.utf8) + packet)]))
            #expect((photo.positionSource == .xmp) == isOne)
        }
    }

    @Test func `A position in EXIF takes precedence, but not an invalid one`() throws {
        let sydney = try facts(JPEGFile([tokyo, JPEGFile.exif(.sydney())]))
        #expect(sydney.positionSource == .exif)
        let nowhere = ExifStructure.position(.fractions(0x02, (0, 0), (0, 0), (0, 0)), "S", nil, nil)
        #expect(try facts(JPEGFile([JPEGFile.exif(nowhere)])).position.problem != nil)
        #expect(try facts(JPEGFile([JPEGFile.exif(nowhere), tokyo])).positionSource == .xmp)
    }

    @Test func `A time in it that cannot be read is noted where EXIF tells none`() throws {
        let packet = JPEGSegment.xmp(XMPPacket(["exif:DateTimeOriginal": "garbage", "tiff:Make": "Maker"]).bytes)
        #expect(try facts(JPEGFile([packet])).sidecars == .unreadableTime)
        let dated = JPEGFile.exif(ExifStructure(exif: [.text(0x9003, "2024:05:01 12:34:56")]))
        #expect(try facts(JPEGFile([dated, packet])).sidecars == [])
    }

    private let island = Coordinate(latitude: 1 + 2.0 / 60, longitude: 3 + 4.0 / 60)
    private let islandPacket = XMPPacket.position("1,2N", "3,4E").bytes

    @Test func `Of several packets the first counts, and another place in a later one stays known`() throws {
        let second = JPEGSegment.xmp(islandPacket)
        let photo = try facts(JPEGFile([tokyo, second]))
        #expect(photo.position == (try facts(JPEGFile([tokyo])).position))
        #expect(photo.overruled.coordinate == island)
        let nowhere = JPEGSegment.xmp(XMPPacket(["tiff:Make": "Maker"]).bytes)
        let late = try facts(JPEGFile([nowhere, second]))
        #expect(late.make == "Maker")
        #expect(late.position.coordinate == island)
    }

    private static let identifier = String(repeating: "0123456789ABCDEF", count: 2)

    /// A packet in one segment that names an extended one.
    private func naming(_ identifier: String = identifier) -> [UInt8] {
        JPEGSegment.xmp(XMPPacket(elements: "<xmpNote>HasExtendedXMP \(identifier)</xmpNote>").bytes)
    }

    /// The parts of an extended packet, each as long as one of the numbers; the last has the rest.
    private func parts(of packet: [UInt8], _ lengths: [Int], claiming length: Int? = nil) -> [[UInt8]] {
        var (start, segments) = (0, [[UInt8]]())
        for count in lengths + [packet.count - lengths.reduce(0, +)] {
            let big = ExifStructure.Order.big
            let numbers = big.bytes(UInt32(length ?? packet.count)) + big.bytes(UInt32(start))
            let head = Array("http://ns.adobe.com/xmp/extension/\0\(Self.identifier)".utf8) + numbers
            segments.append(JPEGSegment.bytes(0xE1, head + packet[start..<start + count]))
            start += count
        }
        return segments
    }

    @Test(arguments: [false, true]) func `An extended packet is put together from parts in any order`(
        isReversed: Bool
    ) throws {
        let long = XMPPacket(
            ["exif:GPSLatitude": "1,2N", "exif:GPSLongitude": "3,4E", "exif:DateTimeOriginal": "2026-05-01T10:02:03"],
            elements: "<xmp:Label>\(String(repeating: "x", count: 150_000))</xmp:Label>")
        let parts = parts(of: long.bytes, [40, 200, 60_000, 60_000])
        let photo = try facts(JPEGFile([naming()] + (isReversed ? parts.reversed() : parts)))
        #expect(photo.position.coordinate == island)
        #expect(photo.positionSource == .xmp)
        #expect(photo.captureTime?.wall.text == "2026-05-01T10:02:03")
        let twice = try facts(JPEGFile([naming(), tokyo] + parts))
        #expect(twice.position.coordinate?.longitude == 139 + 44.7 / 60)
        #expect(twice.overruled.coordinate == island)
    }

    @Test func `An extended packet that is not whole or too long is no absent position`() throws {
        let parts = parts(of: islandPacket, [40, 200])
        #expect(try facts(JPEGFile([naming()] + parts)).position.coordinate == island)
        for left in parts.indices {
            var some = parts
            some.remove(at: left)
            #expect(try facts(JPEGFile([naming()] + some)).position == .invalid(.malformed))
        }
        #expect(try facts(JPEGFile([naming()])).position == .invalid(.malformed), "no part of it is there")
        #expect(try facts(JPEGFile([naming(), tokyo])).positionSource == .xmp)
        let endless = self.parts(of: islandPacket, [], claiming: 3_000_000)
        #expect(try facts(JPEGFile([naming()] + endless)).position == .invalid(.malformed))
        #expect(try facts(JPEGFile([naming(), tokyo] + endless)).positionSource == .xmp)
    }

    @Test func `What is left of an extended packet that is not whole only says another place`() throws {
        let long = XMPPacket(
            ["exif:GPSLatitude": "1,2N", "exif:GPSLongitude": "3,4E"],
            elements: "<xmp:Label>\(String(repeating: "x", count: 150_000))</xmp:Label>")
        let parts = parts(of: long.bytes, [60_000, 60_000])
        for left in 1...2 {
            var some = parts
            some.remove(at: left)
            let photo = try facts(JPEGFile([JPEGFile.exif(.sydney()), naming()] + some))
            #expect(photo.positionSource == .exif && photo.overruled.coordinate == island)
            let alone = try facts(JPEGFile([naming()] + some))
            #expect(alone.position == .invalid(.malformed) && alone.overruled.coordinate == island)
        }
    }

    @Test func `An extended packet that no other names only says another place`() throws {
        let parts = parts(of: islandPacket, [40])
        let photo = try facts(JPEGFile([JPEGFile.xmp] + parts))
        #expect(photo.position == .absent)
        #expect(photo.overruled.coordinate == island)
        #expect(try facts(JPEGFile([JPEGFile.xmp] + parts.dropLast())).overruled.coordinate == nil)
        let strange = try facts(JPEGFile([naming(String(repeating: "F", count: 32))] + parts))
        #expect(strange.position == .invalid(.malformed), "the one that is named is not there")
        #expect(strange.overruled.coordinate == island)
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
