import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HEIFExifHeaderTests {
    private let exif = ExifStructure(order: .big, primary: [.text(0x010F, "Maker")])

    private func make(_ bytes: [UInt8]) throws -> String? {
        try facts(HEIFFile([HEIFItem(2, "Exif", bytes)])).make
    }

    @Test(arguments: ["", "Exif\0\0", "any other bytes"])
    func `The TIFF header is where the offset says`(between: String) throws {
        #expect(try facts(HEIFFile([.exif(2, exif, between: Array(between.utf8))])).make == "Maker")
    }

    @Test(arguments: [0, 1, 4, 0xFFFF_FFF0, 0xFFFF_FFFF] as [UInt32], ["", "Exif\0\0"])
    func `If the offset is wrong, a TIFF header at the block's start counts`(offset: UInt32, mark: String) throws {
        #expect(try make(BoxWriter.number(offset) + Array(mark.utf8) + exif.bytes) == "Maker")
    }

    @Test(arguments: ["", "Exif\0\0"]) func `The offset may be missing`(mark: String) throws {
        #expect(try make(Array(mark.utf8) + exif.bytes) == "Maker")
    }

    @Test func `An item without a TIFF header has no facts`() throws {
        #expect(try make([]) == nil)
        #expect(try make([0, 0]) == nil)
        #expect(try make([0, 0, 0, 0]) == nil)
        #expect(try make(BoxWriter.number(UInt32(0)) + Array("Exif\0\0MM".utf8)) == nil)
        #expect(try make(BoxWriter.number(UInt32(9)) + exif.bytes.dropFirst(2)) == nil)
    }

    @Test(arguments: [5_000, 70_000, 2_000_000]) func `A long EXIF item is read, one of over 2 MiB is not`(
        count: Int
    ) throws {
        let long = ExifStructure(primary: [.text(0x010F, "Maker")], thumbnail: [0xFF, 0xD8] + filler(count))
        #expect(try facts(HEIFFile(long)).make == "Maker")
        let endless = ExifStructure(primary: [.text(0x010F, "Maker")], thumbnail: [0xFF, 0xD8] + filler(2 << 20))
        #expect(try facts(HEIFFile(endless)).make == nil)
    }

    private func filler(_ count: Int) -> [UInt8] { Array(repeating: 0x20, count: count) }
}
