import PhotoModel
import Testing
import WorkphotosTestSupport

/// A structure gives the same facts as a TIFF file, of which an excerpt is made, and as an EXIF block, which is read as
/// it is.
struct TIFFExcerptTests {
    private static let structures: [ExifStructure] = [
        .sydney(),
        .position(.latitude, "N", nil, nil),
        .position(.latitude, nil, .longitude, "E"),
        .position(.fractions(0x02, (33, 0)), "S", .longitude, "E"),
        .position(.latitude(91, 0, 0), "N", .longitude, "E"),
        .position(.text(0x02, "33.5"), "S", .longitude, "W"),
        .position(.latitude.claiming(count: 0xFFFF_FFFF), "S", .longitude, "E"),
        .position(.latitude.claiming(offset: 0xFFFF_FFF0), "S", .longitude, "E"),
        .position(.latitude.claiming(kind: 77), "S", .longitude, "E"),
        .sydney(
            .bytes(0x05, .byte, [1]), .fractions(0x06, (43, 10)), .fractions(0x07, (12, 1), (34, 1), (56, 1)),
            .text(0x1D, "2024:05:01"), .bytes(0x1B, .undefined, Array("ASCII\0\0\0CELLID".utf8)),
            .fractions(0x1F, (47, 10))),
        ExifStructure(primary: [.text(0x010F, "First"), .text(0x010F, "Last"), .short(0x0112, 6)]),
        ExifStructure(primary: [.text(0x0110, "Own")], exif: [.text(0x0110, "Stray"), .text(0x010F, "Stray")]),
        ExifStructure(primary: [.text(0x9003, "2024:05:01 01:00:00")], exif: [.text(0x9003, "2024:05:01 02:00:00")]),
        ExifStructure(primary: [.text(0x9003, "2024:05:01 01:00:00"), .text(0x9003, "2024:05:01 02:00:00")]),
        ExifStructure(exif: [.text(0x9004, "2024:05:01 12:34:56"), .text(0x9012, "-03:30"), .text(0x9292, "5")]),
        ExifStructure(primary: [.text(0x01, "N"), .latitude, .text(0x03, "E"), .longitude]),
        ExifStructure(primary: [.text(0x010F, "Leica")], thumbnail: [0xFF, 0xD8] + Array(repeating: 1, count: 98)),
    ]

    @Test(arguments: structures.indices, ExifStructure.Order.allCases)
    func `An excerpt has the facts of the block`(number: Int, order: ExifStructure.Order) throws {
        var structure = Self.structures[number]
        structure.order = order
        var block = try facts(structure)
        (block.format, block.width, block.height) = (.tiff, nil, nil)
        #expect(try content(structure.bytes).facts == block)
    }

    @Test func `Directories nested in the EXIF directory are read, a few deep`() throws {
        var file = TIFFFile(.init([.text(0x9003, "2024:05:01 12:34:56")]))
        let inner = file.bytes.count
        let outer = file.bytes + ExifStructure.Order.little.bytes(UInt16(1)) + Self.pointer(to: 24)
        file.directories = [.init([.text(0x010F, "Leica"), .long(0x8769, UInt32(inner))])]
        let start = UInt32(outer.count)
        var bytes = outer + ExifStructure.Order.little.bytes(UInt16(1)) + Self.pointer(to: UInt32(inner))
        bytes.replaceSubrange(4..<8, with: ExifStructure.Order.little.bytes(start))
        #expect(try content(bytes).facts?.captureTime == nil, "The nested directory is before the one it is nested in")
        let later = bytes.count
        bytes += ExifStructure.Order.little.bytes(UInt16(1)) + Self.pointer(to: UInt32(later + 18))
        bytes += ExifStructure.Order.little.bytes(UInt16(1)) + ExifStructure.Order.little.bytes(UInt16(0x0112))
        bytes += [3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
        bytes.replaceSubrange(Int(start) + 10..<Int(start) + 14, with: ExifStructure.Order.little.bytes(UInt32(later)))
        #expect(try content(bytes).facts?.orientation == 6)
    }

    @Test func `Apple's MakerNote contains the content identifier, however far away it is`() throws {
        let identifier = "5A1F0C3E-77B2-4D0E-9C55-0123456789AB"
        let note = AppleMakerNoteBytes(.text(0x0011, identifier)).bytes
        var file = TIFFFile(
            TIFFFile.Directory(
                [.text(0x010F, "Apple"), .bytes(0xC612, .byte, [1, 4, 0, 0])],
                exif: [.bytes(0x927C, .undefined, note)]))
        file.picture = 200_000
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.format == .dng)
        #expect(photo.contentIdentifier == identifier)
    }

    @Test func `Another maker's note is not read`() throws {
        let note = AppleMakerNoteBytes(.text(0x0011, "5A1F0C3E-77B2-4D0E-9C55-0123456789AB")).bytes
        let file = TIFFFile(.init([.text(0x010F, "Leica")], exif: [.bytes(0x927C, .undefined, note)]))
        #expect(try content(file.bytes).facts?.contentIdentifier == nil)
    }

    private static func pointer(to offset: UInt32) -> [UInt8] {
        [0x69, 0x87, 4, 0, 1, 0, 0, 0] + ExifStructure.Order.little.bytes(offset) + [0, 0, 0, 0]
    }
}
