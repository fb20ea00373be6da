/// What is read of the MakerNote of Apple's devices: the identifier that a still and its Live Photo clip share.
///
/// The note holds `Apple iOS`, NUL, a version of two bytes and a byte order, then a directory whose offsets count from
/// the note's first byte. It is read here with checked reads and never given to libexif.
enum AppleMakerNote {
    /// The MakerNote's tag in the EXIF directory (EXIF 3.0, 4.6.6).
    static let tag: UInt16 = 0x927C
    /// The most bytes of a note that are looked at: devices write a few thousand.
    static let mostBytes = 65_536

    private static let directory = 14
    private static let entryBytes = 12
    private static let identifierTag: UInt16 = 0x0011
    /// A UUID as text.
    private static let identifierBytes = 36

    /// The identifier in the MakerNote `note` of `tiff`; nil where it is not Apple's, or has none.
    static func contentIdentifier(_ note: TIFFValue, in tiff: Span<UInt8>) -> String? {
        guard note.kind == .undefined || note.kind == .byte else { return nil }
        return contentIdentifier(tiff.extracting(note.offset..<note.offset + note.count))
    }

    /// The identifier in a MakerNote; nil where it is not Apple's, or has none.
    static func contentIdentifier(_ note: Span<UInt8>) -> String? {
        guard note.holds("Apple iOS\0"), note.holds("MM", at: 12) || note.holds("II", at: 12) else { return nil }
        let order = note.holds("MM", at: 12) ? ByteOrder.big : .little
        guard let declared = note.uint16(at: directory, order).map(Int.init) else { return nil }
        let present = min(declared, (note.count - directory - 2) / entryBytes)
        for number in 0..<present {
            let place = directory + 2 + number * entryBytes
            guard note.uint16(at: place, order) == identifierTag else { continue }
            return TIFFValue(entryAt: place, of: note, order).flatMap { identifier($0, in: note) }
        }
        return nil
    }

    /// 36 visible characters, and a NUL or nothing behind them.
    private static func identifier(_ value: TIFFValue, in note: Span<UInt8>) -> String? {
        let end = value.offset + identifierBytes
        guard value.kind == .ascii, value.count >= identifierBytes,
            value.count == identifierBytes || note[end] == 0
        else { return nil }
        for place in value.offset..<end where !(0x21...0x7E).contains(note[place]) { return nil }
        return ExifText.string(note.extracting(value.offset..<end))
    }
}
