import PhotoModel
import Testing
import WorkphotosTestSupport

/// Formats with a TIFF header, recognized by their content.
struct RawFormatTests {
    private static func raw(
        _ make: String, _ further: [ExifEntry] = [], compression: UInt16 = 1, photometric: UInt16? = 32_803,
        _ data: [ExifEntry] = []
    ) -> TIFFFile {
        var first = TIFFFile.Directory.picture(160, 120, kind: 1, [.text(0x010F, make)] + further)
        first.below = [
            .picture(1_000, 700, kind: 1, compression: 6, photometric: 6),
            .picture(6_000, 4_000, kind: 0, compression: compression, photometric: photometric, data),
        ]
        return TIFFFile(first)
    }

    private static let version = ExifEntry.bytes(0xC612, .byte, [1, 4, 0, 0])

    private static let files: [(PhotoFormat, TIFFFile)] = [
        (.dng, raw("Pentax", [version], compression: 65_535)),
        (.dng, raw("Apple", [version], compression: 7, photometric: 34_892)),
        (.dng, TIFFFile(.picture(6_000, 4_000, [version]))),
        (.nef, raw("NIKON CORPORATION", compression: 34_713)),
        (.nef, raw("NIKON", compression: 1)),
        (.arw, raw("SONY", compression: 32_767)),
        (.arw, raw("SONY", compression: 7)),
        (.arw, TIFFFile(.picture(640, 480, kind: 1, [.text(0x010F, "SONY"), .bytes(0xC634, .byte, [1, 0, 0, 0])]))),
        (.pef, raw("PENTAX Corporation", compression: 65_535)),
        (.pef, raw("RICOH IMAGING COMPANY, LTD.  ", compression: 1)),
        (.srw, raw("SAMSUNG", compression: 32_770)),
        (.srw, raw("SAMSUNG", compression: 32_772)),
        (.srw, raw("SAMSUNG", compression: 32_773, photometric: nil, [.short(0x0102, 14), .short(0x0115, 1)])),
        (.sr2, raw("SONY", [.text(0x0110, "DSC-R1")])),
        (.nrw, raw("NIKON", [.text(0x0110, "COOLPIX P7000")])),
        (.threeFR, raw("Hasselblad", compression: 1)),
        (.erf, raw("SEIKO EPSON CORP.")),
        (.kdc, raw("EASTMAN KODAK COMPANY", [.text(0x0110, "KODAK P880")])),
        (.kdc, raw("Kodak", compression: 32_867, photometric: 2)),
        (.dcr, raw("Kodak", [.text(0x0110, "DCS Pro 14nx")], compression: 65_000)),
        (.mef, raw("Mamiya-OP Co.,Ltd.")),
        (.mos, raw("Leaf")),
        (.mos, raw("Anybody", [.bytes(0x8606, .undefined, Array("PKTS".utf8))])),
        (.gpr, raw("GoPro", [version], compression: 9)),
        (.dng, raw("GoPro", [version], compression: 7)),
        (.tiff, raw("SONY", compression: 1, photometric: 2)),
        (.tiff, raw("Hasselblad", compression: 1, photometric: 2)),
        (.tiff, raw("Anybody", compression: 1)),
        (.tiff, TIFFFile(.picture(640, 480, kind: 0, [.text(0x010F, "SONY"), .bytes(0xC634, .byte, [1, 0, 0, 0])]))),
        (.tiff, TIFFFile(.picture(640, 480, [.text(0x010F, "NIKON CORPORATION"), .short(0x0102, 16)]))),
    ]

    @Test(arguments: files.indices) func `A RAW format is recognized by its data and its maker`(number: Int) throws {
        let (format, file) = Self.files[number]
        for name in ["photo.dng", "photo.tif"] {
            #expect(try content(file.bytes, named: name).facts?.format == format)
        }
    }

    @Test func `A CR2 is recognized by its header, and its size is that of the EXIF block`() throws {
        var first = TIFFFile.Directory.picture(1_600, 1_200, [.text(0x010F, "Canon")])
        first.exif = [.short(0xA002, 3_648), .short(0xA003, 2_736)]
        var file = TIFFFile(first, .init([.long(0x0201, 8), .long(0x0202, 4)]))
        file.signature = Array("CR\u{2}\0".utf8) + [0, 0, 0, 0]
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.format == .cr2)
        #expect(photo.width == 3_648 && photo.height == 2_736)
        file.directories[0].exif = []
        #expect(try content(file.bytes).facts?.width == 1_600)
        file.signature[2] = 3
        #expect(try content(file.bytes).facts?.format == .tiff)
    }

    @Test(arguments: [("IIIITwaR", ExifStructure.Order.little), ("MMMMRawT", .big)])
    func `Phase One's files have a block after the header`(
        signature: String, order: ExifStructure.Order
    ) throws {
        var file = TIFFFile(.picture(8_984, 6_732, [.text(0x010F, "Phase One")]))
        (file.order, file.signature) = (order, Array(signature.utf8))
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.format == .iiq && photo.width == 8_984)
        file.signature[5] = 0
        #expect(try content(file.bytes).facts?.format == .tiff)
    }

    @Test(arguments: ["IIRO", "IIRS", "MMOR"]) func `Olympus's files have signatures of their own`(mark: String) throws
    {
        var file = TIFFFile(.picture(4_640, 3_472, [.text(0x010F, "OLYMPUS IMAGING CORP.")]))
        file.order = mark == "MMOR" ? .big : .little
        file.mark = Array(mark.utf8)
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.format == .orf)
        #expect(photo.make == "OLYMPUS IMAGING CORP.")
        #expect(photo.width == 4_640 && photo.height == 3_472)
    }
}
