import PhotoModel
import Testing
import WorkphotosTestSupport

struct AppleMakerNoteTests {
    private let identifier = "5A1F0C3E-77B2-4D0E-9C55-0123456789AB"

    private func read(_ note: [UInt8]) throws -> String? {
        let structure = ExifStructure(
            primary: [.text(0x010F, "Apple")],
            exif: [.text(0x9003, "2024:05:01 12:34:56"), .bytes(0x927C, .undefined, note)])
        let photo = try facts(structure)
        #expect(photo.make == "Apple")
        #expect(photo.captureTime != nil)
        return photo.contentIdentifier
    }

    @Test(arguments: ExifStructure.Order.allCases)
    func `The content identifier is read in either byte order`(order: ExifStructure.Order) throws {
        var note = AppleMakerNoteBytes(.text(0x0011, identifier))
        note.order = order
        #expect(try read(note.bytes) == identifier)
    }

    @Test func `An identifier without a NUL after it counts`() throws {
        #expect(try read(AppleMakerNoteBytes(.bytes(0x0011, .ascii, Array(identifier.utf8))).bytes) == identifier)
    }

    @Test func `A note without an identifier has none`() throws {
        #expect(try read(AppleMakerNoteBytes(.text(0x0012, identifier)).bytes) == nil)
    }

    @Test(arguments: ["", "5A1F0C3E", "5A1F0C3E-77B2-4D0E-9C55-0123456789 B", "5A1F0C3E-77B2-4D0E-9C55-0123456789ABC"])
    func `Text in another form is no identifier`(text: String) throws {
        #expect(try read(AppleMakerNoteBytes(.text(0x0011, text)).bytes) == nil)
    }

    @Test func `Notes of other makers are not read`() throws {
        var note = AppleMakerNoteBytes(.text(0x0011, identifier)).bytes
        note[0] = UInt8(ascii: "B")
        #expect(try read(note) == nil)
        #expect(try read(Array("Nikon\0\u{2}\u{11}\0\0MM\0*".utf8)) == nil)
        #expect(try read([1]) == nil)
    }

    @Test func `A note of an unknown byte order is not read`() throws {
        var note = AppleMakerNoteBytes(.text(0x0011, identifier)).bytes
        note[12] = 0
        #expect(try read(note) == nil)
    }

    @Test func `Counts and offsets beyond the note are ignored`() throws {
        let entry = ExifEntry.text(0x0011, identifier)
        for wrong in [
            entry.claiming(count: 0xFFFF_FFFF), entry.claiming(count: 400), entry.claiming(count: 0),
            entry.claiming(offset: 0xFFFF_FFFF), entry.claiming(offset: 40), entry.claiming(kind: 4),
        ] {
            #expect(try read(AppleMakerNoteBytes(wrong).bytes) == nil)
        }
        var many = AppleMakerNoteBytes(entry)
        many.claimedEntries = 65_535
        #expect(try read(many.bytes) == identifier)
    }

    @Test func `A note cut at any byte gives the whole identifier or none`() throws {
        let note = AppleMakerNoteBytes(.text(0x0011, identifier)).bytes
        for count in 1..<note.count {
            let read = try read(Array(note.prefix(count)))
            #expect(read == nil, "cut at \(count)")
        }
    }
}
