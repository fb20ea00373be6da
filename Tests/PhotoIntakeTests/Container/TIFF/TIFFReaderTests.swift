import PhotoModel
import Testing
import WorkphotosTestSupport

struct TIFFReaderTests {
    private let file = TIFFFile(
        .init(
            [.long(0x0100, 300), .long(0x0101, 200), .text(0x010F, "Leica"), .text(0x0110, "M11"), .short(0x0112, 8)],
            exif: [.text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, "+02:00"), .text(0x9291, "25")],
            gps: [.text(0x01, "S"), .latitude, .text(0x03, "E"), .longitude, .fractions(0x06, (125, 10))]))

    private func check(_ file: TIFFFile) throws {
        let photo = try #require(try content(file.bytes, named: "photo.tif").facts)
        #expect(photo.format == .tiff)
        #expect(photo.make == "Leica" && photo.model == "M11" && photo.orientation == 8)
        #expect(photo.captureTime?.wall.text.hasPrefix("2024-05-01T12:34:56.25") == true)
        #expect(photo.captureTime?.offset?.seconds == 7_200)
        #expect(abs((photo.position.coordinate?.latitude ?? 0) + 33.8568) < 1e-9)
        #expect(photo.positionSource == .exif)
        #expect(photo.altitude == 12.5)
        #expect(photo.width == 300 && photo.height == 200)
    }

    @Test(arguments: ExifStructure.Order.allCases, [0, 65_400, 65_520, 65_530, 3_000_000])
    func `A TIFF has all facts in either byte order, wherever its directories are`(
        order: ExifStructure.Order, picture: Int
    ) throws {
        var file = file
        (file.order, file.picture) = (order, picture)
        try check(file)
    }

    @Test(arguments: [1, 5_000, 65_000, 1_000_000]) func `Values may be far from their directories`(gap: Int) throws {
        var file = file
        file.gap = gap
        try check(file)
    }

    @Test func `The content decides, not the name`() throws {
        #expect(try content(file.bytes, named: "photo.nef").facts?.format == .tiff)
        #expect(try content(file.bytes, named: "photo.jpg").facts?.format == .tiff)
    }

    @Test func `A time in the first directory counts, as TIFF/EP has it`() throws {
        let file = TIFFFile(.init([.text(0x010F, "Leica"), .text(0x9003, "2024:05:01 12:34:56")]))
        #expect(try content(file.bytes).facts?.captureTime != nil)
    }

    @Test func `A text of 65,000 letters is cut, and all other facts are read`() throws {
        var file = file
        file.directories[0].entries[2] = .text(0x010F, String(repeating: "L", count: 65_000))
        let photo = try #require(try content(file.bytes).facts)
        #expect(photo.make?.utf8.count == 60_416)
        #expect(photo.model == "M11")
        #expect(photo.captureTime != nil)
        #expect(photo.position.coordinate != nil)
    }

    @Test func `The thumbnail is the second directory's, if it begins like a JPEG`() throws {
        var file = file
        file.signature = [0xFF, 0xD8, 0xFF, 0xD9]
        file.directories.append(.init([.long(0x0201, 8), .long(0x0202, 4)]))
        #expect(try content(file.bytes).facts?.thumbnailBytes == 4)
        file.directories[1].entries[0] = .long(0x0201, 9)
        #expect(try content(file.bytes).facts?.thumbnailBytes == nil)
        file.directories[1].entries = [.long(0x0201, 8), .long(0x0202, 0xFFFF_FFFF)]
        #expect(try content(file.bytes).facts?.thumbnailBytes == nil)
    }

    @Test func `A standalone EXIF block in a file is read like a TIFF`() throws {
        let photo = try #require(try content(ExifStructure.sydney().bytes).facts)
        #expect(photo.format == .tiff)
        #expect(photo.position.coordinate != nil)
        #expect(photo.width == nil)
    }
}
