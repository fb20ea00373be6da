import Glibc
import PhotoFiles
import PhotoIntake
import PhotoModel
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

struct EmbeddedPictureTests {
    private let tree: TemporaryTree

    init() throws { tree = try TemporaryTree(inMemory: true) }

    /// The picture that a file of these bytes contains.
    private func picture(in bytes: [UInt8], orientation: Int? = nil) throws -> [UInt8]? {
        var reader = PhotoReader()
        return reader.picture(in: try OpenFile(try tree.write(bytes), flags: O_RDONLY), orientation: orientation)
    }

    private func photo(_ thumbnail: [UInt8]) -> [UInt8] { JPEGFile(ExifStructure(thumbnail: thumbnail)).bytes }

    private let secret = Array("52.5200,13.4050".utf8)
    private let profile = Array(ProfileFile().segments.joined())
    private let adobe = JPEGSegment.bytes(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])

    @Test func `The picture is what remains of the thumbnail`() throws {
        let plain = JPEGFile().bytes
        #expect(try picture(in: photo(plain)) == plain)
    }

    @Test func `A place, a text and a second picture do not remain, colours do`() throws {
        var gps = ExifStructure.position(.latitude, "N", .longitude, "E", order: .big)
        gps.primary = [.text(0x010E, String(decoding: secret, as: UTF8.self))]
        var thumbnail = JPEGFile([
            JPEGSegment.bytes(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 1, 1] + secret),
            JPEGFile.exif(gps), profile, JPEGSegment.bytes(0xFE, secret), JPEGSegment.bytes(0xE2, secret),
            JPEGSegment.bytes(0xEE, secret), adobe,
        ])
        thumbnail.behindFrame = [JPEGSegment.bytes(0xED, secret)]
        let picture = try #require(try picture(in: photo(thumbnail.bytes + secret + JPEGFile().bytes)))
        let header = JPEGSegment.bytes(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72, 0, 0])
        #expect(picture == JPEGFile([header, profile, adobe]).bytes)
    }

    /// JFIF 1.02: the header ends with the columns and the rows of its thumbnail.
    @Test func `A header of JFIF that is cut does not remain`() throws {
        let cut = JPEGSegment.bytes(0xE0, Array("JFIF\0".utf8) + [1, 2, 1, 0, 72, 0, 72])
        #expect(try picture(in: photo(JPEGFile([cut, profile]).bytes)) == JPEGFile([profile]).bytes)
    }

    @Test func `Of a colour profile only what converts colours remains`() throws {
        var other = ProfileFile()
        other.device = Array("SERIAL12".utf8)
        other.tags[0].content = ProfileFile.text("Monitor of 52.5200,13.4050")
        other.tags[2].content += secret
        other.tags.append(("mmod", Array("mmod\0\0\0\0".utf8) + secret))
        #expect(try picture(in: photo(JPEGFile(other.segments).bytes)) == JPEGFile([profile]).bytes)
    }

    @Test func `What is in place of a colour profile and is none does not remain`() throws {
        let bytes = ProfileFile().bytes
        for other in [secret, Array(bytes.dropLast()), bytes[..<36] + secret + bytes[51...]] {
            let segment = JPEGSegment.bytes(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + other)
            #expect(try picture(in: photo(JPEGFile([segment]).bytes)) == JPEGFile().bytes)
        }
    }

    @Test func `A progressive picture keeps its scans, without what is between them`() throws {
        let file = JPEGFile()
        let scan: [UInt8] = [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD3, 0x56]
        let second = JPEGSegment.bytes(0xDA, [1, 1, 0, 0, 63, 0]) + [0x78, 0xFF, 0xD9]
        let thumbnail = file.header + scan + JPEGSegment.bytes(0xFE, secret) + second
        #expect(try picture(in: photo(thumbnail)) == file.header + scan + second)
    }

    @Test(arguments: 2...8) func `The picture says the photo's orientation`(orientation: Int) throws {
        let turned = try #require(try picture(in: photo(JPEGFile().bytes), orientation: orientation))
        let again = try content(turned).facts
        #expect(again?.orientation == orientation)
        #expect(turned.count == JPEGFile().bytes.count + 36)
    }

    @Test func `An orientation that the picture says itself counts before the photo's`() throws {
        let own = JPEGFile(ExifStructure(primary: [.short(0x0112, 8), .text(0x010F, "Leica")])).bytes
        let turned = try #require(try picture(in: photo(own), orientation: 6))
        #expect(try content(turned).facts?.orientation == 8)
        #expect(turned.count == JPEGFile().bytes.count + 36)
    }

    @Test func `The picture of a CR3 file is found in its own box`() throws {
        var file = CR3File()
        file.thumbnail = CR3File.thumbnail(JPEGFile().bytes)
        #expect(try picture(in: file.bytes) == JPEGFile().bytes)
    }

    @Test func `What is no picture, or none whose end is known, is not taken`() throws {
        #expect(try picture(in: JPEGFile().bytes) == nil)
        #expect(try picture(in: photo([0xFF, 0xD8] + secret)) == nil)
        #expect(try picture(in: photo([0xFF, 0xD8, 0xFF, 0xC0, 0xFF, 0xFF] + secret)) == nil)
        #expect(try picture(in: photo(Array(JPEGFile().header.dropLast(20)))) == nil)
    }
}
