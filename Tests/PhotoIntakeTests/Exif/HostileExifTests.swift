import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HostileExifTests {
    private let maker = ExifEntry.text(0x010F, "Maker")

    @Test func `A directory that follows itself ends`() throws {
        var exif = ExifStructure(primary: [maker])
        exif.claimedNext = 8
        #expect(try facts(exif).make == "Maker")
    }

    @Test func `Directories that point to each other end`() throws {
        let loops: [[ExifEntry]] = [
            [.long(0x8769, 8)], [.long(0x8825, 8)], [.long(0x8769, 8), .long(0x8825, 8)],
            [.long(0x8769, 38), .long(0x8825, 38)],
        ]
        for pointers in loops {
            #expect(try facts(ExifStructure(primary: [maker] + pointers)).make == "Maker")
        }
    }

    @Test func `An EXIF directory that points to itself ends`() throws {
        var exif = ExifStructure(exif: [.long(0x8769, 26), .text(0x9003, "2024:05:01 12:34:56")])
        #expect(try facts(exif).captureTime != nil)
        exif.order = .big
        #expect(try facts(exif).captureTime != nil)
    }

    @Test func `Directories nested in the EXIF directory are read, a few deep`() throws {
        let inner = ExifStructure(exif: [.text(0x9003, "2024:05:01 12:34:56")])
        var outer = ExifStructure(exif: [.short(0x8827, 100)])
        let size = UInt32(outer.bytes.count + 12)
        outer.exif.append(.long(0x8769, size))
        var bytes = outer.bytes
        var directory = Array(inner.bytes[26...])
        directory.replaceSubrange(10..<14, with: ExifStructure.Order.little.bytes(size + 18))
        bytes += directory
        let jpeg = JPEGFile([JPEGSegment.exif(bytes)])
        #expect(try facts(jpeg).captureTime != nil)
    }

    @Test func `A directory of 65,535 entries is read as far as it goes`() throws {
        var exif = ExifStructure(primary: [maker])
        exif.claimedEntries = 65_535
        #expect(try facts(exif).make == "Maker")
    }

    @Test(arguments: [0, 7, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF] as [UInt32])
    func `Pointers out of range are ignored`(offset: UInt32) throws {
        let exif = ExifStructure(primary: [maker, .long(0x8769, offset), .long(0x8825, offset)])
        #expect(try facts(exif).make == "Maker")
        #expect(try facts(exif).position == .invalid(.malformed))
        var next = ExifStructure(primary: [maker])
        next.claimedNext = offset
        #expect(try facts(next).thumbnailBytes == nil)
    }

    @Test(arguments: ["11111111111111111111", "0.00000000000000000000", "1 2 99999999999999999999999999"])
    func `Numbers of any length in text are no angle and cause no error`(text: String) throws {
        let exif = ExifStructure.position(.text(0x02, text), "S", .longitude, "E")
        #expect(try facts(exif).position == .invalid(.malformed))
    }

    @Test func `Values longer than the block, and of unknown types, are skipped`() throws {
        let wrong: [ExifEntry] = [
            maker.claiming(count: 0xFFFF_FFFF), maker.claiming(count: 0), maker.claiming(offset: 0xFFFF_FFFF),
            maker.claiming(kind: 0), maker.claiming(kind: 0xFFFF), maker.claiming(count: 0x8000_0001, kind: 5),
        ]
        for entry in wrong {
            let photo = try facts(ExifStructure(primary: [entry, .text(0x0110, "Model")]))
            #expect(photo.make == nil)
            #expect(photo.model == "Model")
        }
    }

    @Test(arguments: [[], [0x49, 0x49], [0x49, 0x49, 42, 0], [0x49, 0x4D, 42, 0, 8, 0, 0, 0]] as [[UInt8]])
    func `A block without a TIFF header leaves the photo without facts`(bytes: [UInt8]) throws {
        let jpeg = JPEGFile([JPEGSegment.exif(bytes)])
        var expected = PhotoFacts(format: .jpeg)
        (expected.width, expected.height) = (64, 48)
        #expect(try facts(jpeg) == expected)
    }
}
