import PhotoIntake
import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct DamagedHEIFTests {
    private let type = BoxWriter.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    private let whole = HEIFFile(ExifStructure(primary: [.text(0x010F, "Maker")]))

    @Test func `A file cut before its properties is corrupt, one cut after them is a photo`() throws {
        let bytes = whole.bytes
        let end = type.count + whole.meta(0).count
        try DamagedFile(bytes).forEachCut(after: 12...bytes.count) { count, content, damage in
            if count < end - 20 { #expect(content.problem == .corrupt, damage) }
            if count >= end { #expect(content.facts?.width == 64, damage) }
            #expect((content.facts?.make == "Maker") == (count >= bytes.count - 1), damage)
        }
    }

    @Test func `A photo with any byte of its boxes changed is read to the end`() throws {
        try DamagedFile(whole.bytes).forEachChange(in: 0..<whole.bytes.count, to: [0x00, 0x7F, 0xFF])
    }

    @Test func `A file without a meta box, or with an empty one, is corrupt`() throws {
        #expect(try content(type).problem == .corrupt)
        #expect(try content(type + BoxWriter.box("mdat", [1, 2, 3])).problem == .corrupt)
        #expect(try content(type + BoxWriter.box("meta", [])).problem == .corrupt)
        #expect(try content(type + BoxWriter.full("meta", [])).problem == .corrupt)
    }

    @Test(arguments: 2...7 as ClosedRange<UInt32>) func `A box smaller than its header is corrupt`(size: UInt32) throws
    {
        let damaged = type + BoxWriter.box("meta", [], claiming: size) + whole.meta(0)
        #expect(try content(damaged).problem == .corrupt)
    }

    @Test(arguments: [15, 1 << 40, 1 << 63, .max] as [UInt64]) func `A box that is too large is corrupt`(
        size: UInt64
    ) throws {
        #expect(try content(type + BoxWriter.large("mdat", [], claiming: size) + whole.meta(0)).problem == .corrupt)
    }

    @Test func `Boxes with 64-bit sizes, or sizes up to the end, are read`() throws {
        let meta = whole.meta(0)
        let media = BoxWriter.large("mdat", [1, 2])
        #expect(try content(type + media + BoxWriter.large("meta", Array(meta[8...]))).facts?.width == 64)
        #expect(try content(type + BoxWriter.box("meta", Array(meta[8...]), claiming: 0)).facts?.width == 64)
    }

    @Test func `Nested meta boxes are ignored`() throws {
        var nested: [UInt8] = []
        for _ in 0..<3_000 { nested = BoxWriter.full("meta", nested) }
        #expect(try content(type + nested).problem == .corrupt)
    }

    @Test func `A file of only empty boxes is given up`() throws {
        let boxes = (0..<60_000).flatMap { _ in BoxWriter.box("free", []) }
        #expect(try content(type + boxes + whole.meta(0)).problem == .tooLarge)
    }
}
