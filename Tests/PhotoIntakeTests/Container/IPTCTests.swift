import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// IPTC's date and time, where EXIF and XMP tell none.
struct IPTCTests {
    private static let big = ExifStructure.Order.big

    private func dataSet(_ number: UInt8, _ text: String, record: UInt8 = 2) -> [UInt8] {
        [0x1C, record, number] + Self.big.bytes(UInt16(text.utf8.count)) + Array(text.utf8)
    }

    private func resource(_ number: UInt16, _ content: [UInt8], name: String = "") -> [UInt8] {
        let named = [UInt8(name.utf8.count)] + Array(name.utf8)
        return Array("8BIM".utf8) + Self.big.bytes(number) + named + [UInt8](repeating: 0, count: named.count % 2)
            + Self.big.bytes(UInt32(content.count)) + content + [UInt8](repeating: 0, count: content.count % 2)
    }

    private func segment(_ resources: [UInt8]) -> [UInt8] {
        JPEGSegment.bytes(0xED, Array("Photoshop 3.0\0".utf8) + resources)
    }

    private func text(_ time: CaptureTime?) -> String? {
        time.map { time in
            "\(time.wall.text)\(time.offset?.text ?? "") \(time.offset?.source.rawValue ?? "-") \(time.source.rawValue)"
        }
    }

    /// The time in a JPEG with data sets.
    private func time(_ sets: [UInt8]...) throws -> String? {
        text(try facts(JPEGFile([segment(resource(0x0404, Array(sets.joined())))])).captureTime)
    }

    @Test(arguments: [
        ("20260501", "100203+0200", "2026-05-01T10:02:03+02:00 iptc iptc"),
        ("20260501", "100203-0400", "2026-05-01T10:02:03-04:00 iptc iptc"),
        ("20260501", "100203", "2026-05-01T10:02:03 - iptc"),
        ("20260501", "100203+0000", "2026-05-01T10:02:03 - iptc"),
        ("20260501", "", "2026-05-01T00:00:00 - iptc"), ("20260501", "later", "2026-05-01T00:00:00 - iptc"),
        ("2026-05-01", "100203", "2026-05-01T10:02:03 - iptc"), ("2026-05-01", "", "2026-05-01T00:00:00 - iptc"),
        ("20260500", "100203+0200", nil), ("00000000", "000000+0000", nil), ("2026-05", "100203", nil),
    ])
    func `The time of creation is read with its offset`(date: String, clock: String, expected: String?) throws {
        #expect(try time(dataSet(0, "\0\u{2}"), dataSet(55, date), dataSet(60, clock)) == expected)
    }

    @Test func `A date alone has no hour`() throws {
        let photo = try facts(JPEGFile([segment(resource(0x0404, dataSet(55, "20260501")))]))
        #expect(photo.captureTime?.isDateOnly == true)
    }

    @Test func `The time of digitizing counts where there is no date of creation`() throws {
        let digitized = dataSet(62, "20200101") + dataSet(63, "120000+0100")
        #expect(try time(digitized) == "2020-01-01T12:00:00+01:00 iptc iptc")
        #expect(try time(digitized, dataSet(55, "20260501")) == "2026-05-01T00:00:00 - iptc")
        #expect(try time(dataSet(55, "20260501", record: 1)) == nil)
    }

    @Test func `Times in EXIF and XMP come first`() throws {
        let iptc = segment(resource(0x0404, dataSet(55, "20260501")))
        let exif = JPEGFile.exif(ExifStructure(exif: [.text(0x9003, "2024:05:01 12:34:56")]))
        #expect(text(try facts(JPEGFile([iptc, exif])).captureTime) == "2024-05-01T12:34:56 - exif")
        let xmp = JPEGSegment.xmp(XMPPacket(["exif:DateTimeOriginal": "2025-05-01T12:34:56"]).bytes)
        #expect(text(try facts(JPEGFile([iptc, xmp])).captureTime) == "2025-05-01T12:34:56 - xmp")
    }

    @Test func `Photoshop's resources may be in several segments, one in two of them`() throws {
        let sets = dataSet(55, "20260501") + dataSet(60, "100203+0200")
        let all = resource(0x03ED, [1, 2, 3], name: "abc") + resource(0x0404, sets) + resource(0x0422, [])
        for cut in 1..<all.count {
            let segments = [segment(Array(all.prefix(cut))), segment(Array(all.dropFirst(cut)))]
            let photo = try facts(JPEGFile(segments))
            #expect(text(photo.captureTime) == "2026-05-01T10:02:03+02:00 iptc iptc", "cut at \(cut)")
        }
    }

    @Test func `What is cut or claims too much is read as far as it goes`() throws {
        let sets = dataSet(55, "20260501") + dataSet(60, "100203+0200")
        let all = resource(0x03ED, [1, 2, 3], name: "abc") + resource(0x0404, sets)
        for count in 0..<all.count {
            let found = text(try facts(JPEGFile([segment(Array(all.prefix(count)))])).captureTime)
            #expect(found == nil || found?.hasPrefix("2026-05-01T") == true, "cut at \(count)")
        }
        let endless = resource(0x0404, [0x1C, 2, 55, 0xFF, 0xFF] + Array("20260501".utf8))
        #expect(try facts(JPEGFile([segment(endless)])).captureTime == nil)
    }

    @Test func `A TIFF file has the data sets in an entry of bytes or of long numbers`() throws {
        let sets = dataSet(55, "20260501") + dataSet(60, "100203+0200")
        let padded = sets + [UInt8](repeating: 0, count: (4 - sets.count % 4) % 4)
        let numbers = ExifEntry(0x83BB, .long, count: UInt32(padded.count / 4)) { _ in padded }
        for entry in [ExifEntry.bytes(0x83BB, .undefined, sets), numbers] {
            let file = TIFFFile(.init([.long(0x0100, 300), .long(0x0101, 200), entry]))
            let photo = try #require(try content(file.bytes, named: "photo.tif").facts)
            #expect(text(photo.captureTime) == "2026-05-01T10:02:03+02:00 iptc iptc")
        }
    }
}
