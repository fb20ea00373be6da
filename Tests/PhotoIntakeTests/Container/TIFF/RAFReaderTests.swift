import PhotoModel
import Testing
import WorkphotosTestSupport

struct RAFReaderTests {
    private let jpeg: JPEGFile = {
        var structure = ExifStructure.sydney()
        structure.primary = [.text(0x010F, "FUJIFILM"), .text(0x0110, "X-T5")]
        structure.exif = [.text(0x9003, "2024:05:01 12:34:56")]
        return JPEGFile(structure)
    }()

    @Test func `The EXIF block comes from the embedded JPEG, the dimensions from the records`() throws {
        let photo = try #require(try content(RAFFile(jpeg).bytes, named: "photo.raf").facts)
        #expect(photo.format == .raf)
        #expect(photo.model == "X-T5")
        #expect(photo.captureTime != nil)
        #expect(photo.position.coordinate != nil)
        #expect(photo.width == 6_032 && photo.height == 4_028)
    }

    @Test func `A JPEG header beyond 64 KiB is read completely`() throws {
        var long = jpeg
        long.segments.insert(contentsOf: [JPEGFile.filler(60_000), JPEGFile.filler(60_000)], at: 0)
        let photo = try #require(try content(RAFFile(long).bytes).facts)
        #expect(photo.model == "X-T5")
        #expect(photo.width == 6_032)
    }

    @Test func `Without a cropped size the size with borders counts, and zero is unknown`() throws {
        var file = RAFFile(jpeg)
        file.records.swapAt(0, 1)
        #expect(try content(file.bytes).facts?.width == 6_032)
        file.records.removeFirst()
        #expect(try content(file.bytes).facts?.width == 5_984)
        file.records = [(0x0111, [0, 0, 0, 0]), (0x0111, [1])]
        #expect(try content(file.bytes).facts?.width == nil)
        #expect(try content(file.bytes).facts?.model == "X-T5")
    }

    @Test(arguments: [257, 0xFFFF, 0xFFFF_FFFF] as [UInt32]) func `Too many records are ignored`(count: UInt32) throws {
        var file = RAFFile(jpeg)
        file.claimedRecords = count
        #expect(try content(file.bytes).facts?.width == nil)
    }

    @Test func `Records that end early give what is complete`() throws {
        var file = RAFFile(jpeg)
        file.claimedRecords = 200
        #expect(try content(file.bytes).facts?.width == 6_032)
    }

    @Test func `A JPEG that extends beyond the file is read as far as it goes`() throws {
        var file = RAFFile(jpeg)
        file.claimedLength = 0xFFFF_FFFF
        #expect(try content(file.bytes).facts?.model == "X-T5")
    }

    @Test func `Without a JPEG the dimensions count; without either the file is corrupt`() throws {
        var file = RAFFile(jpeg)
        for offset in [0, 0x95, 0xFFFF_FFFF] as [UInt32] {
            file.claimedOffset = offset
            #expect(try content(file.bytes).facts?.make == nil)
            #expect(try content(file.bytes).facts?.width == 6_032)
        }
        file.records = []
        #expect(try content(file.bytes).problem == .corrupt)
    }

    @Test func `A file cut at any byte is corrupt or has what is complete`() throws {
        let bytes = RAFFile(jpeg).bytes
        for count in 16..<bytes.count {
            let content = try content(Array(bytes.prefix(count)))
            #expect(content.problem == .corrupt || content.facts?.format == .raf, "cut at \(count)")
            if count < 0x94 + 20 { #expect(content.problem == .corrupt, "cut at \(count)") }
        }
    }
}
