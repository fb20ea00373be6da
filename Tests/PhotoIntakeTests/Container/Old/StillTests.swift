import PhotoIntake
import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// GIF, BMP, Photoshop and JPEG 2000.
struct StillTests {
    private static let big = ExifStructure.Order.big
    private static let little = ExifStructure.Order.little
    private static let tokyo = XMPPacket.position("35,39.5N", "139,44.7E").bytes

    private static func jp2(_ boxes: [UInt8]...) -> [UInt8] {
        let header = BoxWriter.box("ihdr", big.bytes(UInt32(48)) + big.bytes(UInt32(64)) + [0, 3, 7, 7, 0, 0])
        return BoxWriter.box("jP  ", [0x0D, 0x0A, 0x87, 0x0A]) + BoxWriter.box("ftyp", Array("jp2 \0\0\0\0jp2 ".utf8))
            + BoxWriter.box("jp2h", header) + boxes.joined()
    }

    private static let jp2Exif = Array("JpgTiffExif->JP2".utf8)
    private static let otherExif: [UInt8] = [
        0x05, 0x37, 0xCD, 0xAB, 0x9D, 0x0C, 0x44, 0x31, 0xA7, 0x2A, 0xFA, 0x56, 0x1F, 0x2A, 0x11, 0x3E,
    ]
    private static let xmpType: [UInt8] = [
        0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]

    @Test func `A JPEG 2000 file has its size, and its EXIF however it begins`() throws {
        for start in [[], Array("Exif\0\0".utf8), [0xFF, 0xE1, 0, 9] + Array("Exif\0\0".utf8)] as [[UInt8]] {
            let block = Self.jp2Exif + start + ExifStructure.sydney().bytes
            let photo = try #require(try content(Self.jp2(BoxWriter.box("uuid", block)), named: "a.jp2").facts)
            #expect(photo.format == .jp2 && photo.width == 64 && photo.height == 48)
            #expect(photo.positionSource == .exif)
        }
        for type in [Self.jp2Exif, Self.otherExif] {
            let bytes = Self.jp2(BoxWriter.box("uuid", type + ExifStructure.sydney().bytes))
            #expect(try content(bytes).facts?.positionSource == .exif)
        }
        let xmp = Self.jp2(BoxWriter.box("uuid", Self.xmpType + Self.tokyo))
        #expect(try content(xmp).facts?.positionSource == .xmp)
    }

    @Test func `A JPEG 2000 codestream has its size, and one that is cut before it is corrupt`() throws {
        let corners = [0, 0, 0, 70, 0, 0, 0, 50, 0, 0, 0, 6, 0, 0, 0, 2] as [UInt8]
        let codestream = [0xFF, 0x4F, 0xFF, 0x51, 0, 41, 0, 0] + corners
        for bytes in [codestream, Array(Self.jp2().prefix(32)) + BoxWriter.box("jp2c", codestream)] {
            let photo = try #require(try content(bytes).facts)
            #expect(photo.width == 64 && photo.height == 48)
        }
        #expect(try content(Array(codestream.prefix(20))).problem == .corrupt)
        #expect(try content(Array(Self.jp2().prefix(40))).problem == .corrupt)
    }

    private static func psd(_ resources: [UInt8]..., claiming length: UInt32? = nil) -> [UInt8] {
        let all = Array(resources.joined())
        return Array("8BPS".utf8) + [0, 1] + [UInt8](repeating: 0, count: 6) + [0, 3] + big.bytes(UInt32(48))
            + big.bytes(UInt32(64)) + [0, 8, 0, 3] + big.bytes(UInt32(5)) + [1, 2, 3, 4, 5]
            + big.bytes(length ?? UInt32(all.count)) + all + [0, 0, 0, 0]
    }

    private static func resource(
        _ number: UInt16, _ content: [UInt8], name: String = "", signature: String = "8BIM",
        claiming length: UInt32? = nil
    ) -> [UInt8] {
        let named = [UInt8(name.utf8.count)] + Array(name.utf8)
        return Array(signature.utf8) + big.bytes(number) + named + [UInt8](repeating: 0, count: named.count % 2)
            + big.bytes(length ?? UInt32(content.count)) + content + [UInt8](repeating: 0, count: content.count % 2)
    }

    @Test func `A Photoshop file has its size and its resources`() throws {
        let exif = Self.resource(1_058, ExifStructure.sydney().bytes, name: "ab")
        let other = Self.resource(1_005, [1, 2, 3], name: "abc", signature: "MeSa")
        let photo = try #require(try content(Self.psd(other, exif), named: "a.psd").facts)
        #expect(photo.format == .psd && photo.width == 64 && photo.height == 48)
        #expect(photo.positionSource == .exif)
        let far = Self.resource(1_036, [UInt8](repeating: 0, count: 200_000))
        #expect(try content(Self.psd(far, Self.resource(1_060, Self.tokyo))).facts?.positionSource == .xmp)
        let iptc = Self.resource(1_028, [0x1C, 2, 55, 0, 8] + Array("20260501".utf8))
        #expect(try content(Self.psd(other, iptc)).facts?.captureTime?.wall.text == "2026-05-01T00:00:00")
    }

    @Test func `A Photoshop file that is cut or claims too much is corrupt or a photo`() throws {
        let whole = Self.psd(Self.resource(1_058, ExifStructure.sydney().bytes))
        for count in 4..<whole.count {
            let content = try content(Array(whole.prefix(count)))
            #expect((content.problem == .corrupt) != (content.facts != nil), "cut at \(count)")
        }
        let endless = Self.resource(1_060, Self.tokyo, claiming: 0xFFFF_FFFF)
        #expect(try content(Self.psd(endless, claiming: 0xFFFF_FFFF)).facts?.format == .psd)
    }

    /// A GIF of 64 by 48 with a small colour table, followed by parts.
    private static func gif(_ parts: [UInt8]...) -> [UInt8] {
        Array("GIF89a".utf8) + little.bytes(UInt16(64)) + little.bytes(UInt16(48)) + [0x80, 0, 0, 1, 2, 3, 4, 5, 6]
            + parts.joined() + [0x3B]
    }

    private static func picture(_ blocks: Int) -> [UInt8] {
        let block = [255] + [UInt8](repeating: 7, count: 255)
        return [0x2C, 0, 0, 0, 0, 64, 0, 48, 0, 0x81] + [UInt8](repeating: 9, count: 12) + [2]
            + (0..<blocks).flatMap { _ in block } + [0]
    }

    private static let xmpPart =
        [0x21, 0xFF] + Array("\u{0B}XMP DataXMP".utf8) + tokyo + [1] + (0...255).reversed() + [0]

    @Test(arguments: [0, 1, 200, 300, 3_000]) func `A GIF's XMP is found after pictures of some size`(blocks: Int)
        throws
    {
        let comment = [0x21, 0xFE, 3, 1, 2, 3, 0] as [UInt8]
        let bytes = Self.gif(comment, Self.picture(blocks), Self.picture(blocks), Self.xmpPart, Self.picture(1))
        let photo = try #require(try content(bytes, named: "a.gif").facts)
        #expect(photo.format == .gif && photo.width == 64 && photo.height == 48)
        #expect(photo.positionSource == .xmp)
    }

    @Test func `A GIF's XMP is read whatever follows it`() throws {
        let far = Self.gif(Self.picture(1_000), Self.xmpPart, Self.picture(20_000))
        #expect(try content(far, named: "a.gif").facts?.positionSource == .xmp)
    }

    @Test func `Another place in a second packet stays known`() throws {
        let island = XMPPacket.position("1,30N", "3,30E").bytes
        let part = [0x21, 0xFF] + Array("\u{0B}XMP DataXMP".utf8) + island + [1] + (0...255).reversed() + [0]
        let files = [
            Self.gif(Self.xmpPart, Self.picture(1), part),
            Self.jp2(BoxWriter.box("uuid", Self.xmpType + Self.tokyo), BoxWriter.box("uuid", Self.xmpType + island)),
            Self.psd(Self.resource(1_060, island), Self.resource(1_060, Self.tokyo)),
        ]
        for file in files {
            let photo = try #require(try content(file).facts)
            #expect(photo.position.coordinate?.longitude == 139 + 44.7 / 60)
            #expect(photo.overruled.coordinate == Coordinate(latitude: 1.5, longitude: 3.5))
        }
    }

    @Test func `A GIF that is cut has its size, and one that is too large has what was read`() throws {
        let whole = Self.gif(Self.picture(2), Self.xmpPart)
        for count in 4..<whole.count {
            let content = try content(Array(whole.prefix(count)))
            #expect((content.problem == .corrupt) == (count < 11), "cut at \(count)")
        }
        let large = try #require(try content(Self.gif(Self.picture(20_000), Self.xmpPart)).facts)
        #expect(large.width == 64 && large.position == .absent)
    }

    private static func bmp(_ header: [UInt8]) -> [UInt8] {
        Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + header + [UInt8](repeating: 0, count: 40)
    }

    @Test func `A bitmap has its size in each kind of header`() throws {
        let first = Self.bmp(Self.little.bytes(UInt32(12)) + [64, 0, 48, 0, 1, 0, 24, 0])
        let sizes = Self.little.bytes(Int32(64)) + Self.little.bytes(Int32(-48))
        for bytes in [first] + [40, 56, 64, 108, 124].map({ Self.bmp(Self.little.bytes(UInt32($0)) + sizes) }) {
            let photo = try #require(try content(bytes, named: "a.bmp").facts)
            #expect(photo.format == .bmp && photo.width == 64 && photo.height == 48)
        }
        #expect(
            try content(Self.bmp(Self.little.bytes(UInt32(40)) + sizes.prefix(4) + [0, 0, 0, 0])).problem == .corrupt)
        #expect(try content(Array(Self.bmp(Self.little.bytes(UInt32(40)) + sizes).prefix(24))).problem == .corrupt)
        #expect(try content(Array("BM is how some texts begin, and it is no picture".utf8)).problem == .unsupported)
    }
}
