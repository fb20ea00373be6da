import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct DamagedJPEGTests {
    private let jpeg = JPEGFile(
        ExifStructure(
            primary: [.text(0x010F, "Maker")],
            gps: [.text(1, "N"), .fractions(2, (52, 1), (0, 1), (0, 1)), .text(3, "E"), .fractions(4, (13, 1))],
            thumbnail: [0xFF, 0xD8, 0xFF, 0xD9]))

    @Test func `A JPEG cut at any byte of its header is corrupt, one cut after it is a photo`() throws {
        try DamagedFile(jpeg.bytes).forEachCut(after: 1...jpeg.bytes.count) { count, content, damage in
            if count < jpeg.header.count {
                #expect(content.problem == .corrupt, damage)
            } else {
                #expect(content.facts?.make == "Maker", damage)
            }
        }
    }

    @Test func `A JPEG cut beyond 64 KiB in its header is corrupt`() throws {
        let long = JPEGFile([JPEGFile.filler(60_000), JPEGFile.filler(60_000), JPEGFile.xmp])
        for count in [60_003, 65_535, 65_536, 65_537, 119_999, 120_001, long.header.count - 1] {
            #expect(try content(Array(long.bytes.prefix(count))).problem == .corrupt, "cut at \(count)")
        }
    }

    @Test(arguments: [1, 2, 65_535, 65_536, 200_000]) func `A file of only 0xFF bytes is corrupt`(count: Int) throws {
        #expect(try content(Array(repeating: 0xFF, count: count)).problem == .corrupt)
    }

    @Test func `Bytes of 0xFF to the end after the first marker are corrupt`() throws {
        #expect(try content([0xFF, 0xD8] + Array(repeating: 0xFF, count: 65_535)).problem == .corrupt)
        #expect(try content([0xFF, 0xD8] + Array(repeating: 0xFF, count: 300_000)).problem == .corrupt)
    }

    @Test func `A header with megabytes outside segments is given up`() throws {
        let rubbish = Array(repeating: UInt8(0xFF), count: 4 << 20)
        #expect(try content([0xFF, 0xD8] + rubbish + JPEGFile().bytes.dropFirst(2)).problem == .tooLarge)
    }

    @Test(arguments: [0, 1] as [UInt8]) func `A segment shorter than its own length field is corrupt`(length: UInt8)
        throws
    {
        #expect(try content([0xFF, 0xD8, 0xFF, 0xE1, 0, length] + jpeg.bytes.dropFirst(2)).problem == .corrupt)
    }

    @Test(arguments: 2...16) func `A segment too short for the EXIF that seems to begin in it contains none`(
        length: UInt8
    ) throws {
        var bytes = JPEGFile([JPEGFile.jfif] + jpeg.segments).bytes
        bytes[JPEGFile.jfif.count + 2 + 3] = length
        bytes[JPEGFile.jfif.count + 2 + 2] = 0
        #expect(try content(bytes).facts?.make == nil)
    }

    @Test func `A photo with any byte of its EXIF block changed is read to the end`() throws {
        try DamagedFile(jpeg.bytes).forEachChange(in: 12..<jpeg.header.count - 140) { content, damage in
            #expect(content.facts?.width == 64, damage)
        }
    }
}
