import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifStructureTests {
    private func phone(_ order: ExifStructure.Order) -> ExifStructure {
        var exif = ExifStructure.position(.latitude, "S", .longitude, "E", order: order)
        exif.primary = [
            .text(0x010E, "Description"), .text(0x010F, "Apple"), .text(0x0110, "iPhone 15"), .short(0x0112, 6),
            .fractions(0x011A, (72, 1)), .text(0x0131, "17.4"), .text(0x0132, "2024:06:01 00:00:00"),
        ]
        exif.exif = [
            .fractions(0x829A, (1, 120)), .text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, "+02:00"),
            .text(0x9291, "123"), .bytes(0x927C, .undefined, Array(repeating: 0xAB, count: 5_000)), .long(0xA002, 1),
        ]
        exif.thumbnail = [0xFF, 0xD8] + Array(repeating: 1, count: 998)
        return exif
    }

    @Test(arguments: ExifStructure.Order.allCases)
    func `A phone's block gives all its facts in either byte order`(order: ExifStructure.Order) throws {
        let photo = try facts(phone(order))
        #expect(photo.make == "Apple")
        #expect(photo.model == "iPhone 15")
        #expect(photo.orientation == 6)
        #expect(photo.captureTime?.offset?.seconds == 7_200)
        #expect(photo.captureTime?.wall.microseconds == 1_714_566_896_123_000)
        #expect(photo.position.coordinate != nil)
        #expect(photo.thumbnailBytes == 1_000)
        #expect(photo.width == 64)
    }

    @Test func `A MakerNote of 58,000 bytes is skipped`() throws {
        var exif = phone(.little)
        exif.exif[4] = .bytes(0x927C, .undefined, Array("Nikon\0\u{2}\0".utf8) + Array(repeating: 0xFF, count: 58_000))
        #expect(try facts(exif).position.coordinate != nil)
    }

    @Test func `Of several entries with one tag the last counts`() throws {
        let exif = ExifStructure(primary: [.text(0x010F, "First"), .text(0x010F, "Last")])
        #expect(try facts(exif).make == "Last")
    }

    @Test func `Entries out of order are found`() throws {
        let exif = ExifStructure(primary: [.text(0x0110, "Model"), .text(0x010F, "Maker")])
        #expect(try facts(exif).model == "Model")
        #expect(try facts(exif).make == "Maker")
    }

    @Test func `A model next to the time counts if IFD0 has none`() throws {
        #expect(try facts(ExifStructure(exif: [.text(0x0110, "One_M8")])).model == "One_M8")
        let both = ExifStructure(primary: [.text(0x0110, "Own")], exif: [.text(0x0110, "Stray")])
        #expect(try facts(both).model == "Own")
    }

    @Test func `GPS tags count only in the GPS directory`() throws {
        let exif = ExifStructure(primary: [.text(0x01, "N"), .latitude(1, 0, 0), .text(0x03, "E"), .longitude(1, 0, 0)])
        #expect(try facts(exif).position == .absent)
    }

    @Test func `A thumbnail counts if it is inside and is a JPEG`() throws {
        var exif = phone(.big)
        exif.thumbnail = Array(repeating: 1, count: 1_000)
        #expect(try facts(exif).thumbnailBytes == nil)
        var cut = JPEGFile.exif(phone(.big))
        cut.removeLast()
        cut.replaceSubrange(2..<4, with: ExifStructure.Order.big.bytes(UInt16(cut.count - 2)))
        #expect(try facts(JPEGFile([cut])).thumbnailBytes == nil)
        #expect(try facts(JPEGFile([cut])).make == "Apple")
    }
}
