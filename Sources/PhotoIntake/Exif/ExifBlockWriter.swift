/// Writes found entries as a small, well-formed EXIF block: all that libexif gets to see of a file.
///
/// The block has IFD0 and the non-empty directories, sorted by tag, in the file's byte order, so that most values are
/// copied as they are. Whole numbers, which occur in any type, are converted to 32 bits, or to floating-point numbers
/// where fractions are allowed. A block never exceeds libexif's limit of 65,534 bytes.
struct ExifBlockWriter: ~Copyable {
    private static let capacity = 65_534
    private static let entryBytes = 12
    private static let shortTextBytes = 64
    /// The maximum total size of long texts; the directories and all other values need less than the rest.
    private static let textBytes = capacity - 4_096
    /// The offset of the TIFF header, after `Exif`, NUL, NUL.
    private static let base = 6

    private(set) var storage = Array("Exif\0\0".utf8) + [UInt8](repeating: 0, count: capacity - base)
    private(set) var byteCount = 0
    private var order = ByteOrder.little
    private var textRoom = 0

    mutating func write(_ entries: borrowing FoundEntries, from tiff: Span<UInt8>) {
        order = entries.order
        textRoom = Self.textBytes
        let exif = entries.count(in: .exif)
        let gps = entries.count(in: .gps)
        let primary = entries.count(in: .primary) + (exif > 0 ? 1 : 0) + (gps > 0 ? 1 : 0)
        let exifStart = 8 + Self.directoryBytes(primary)
        let gpsStart = exifStart + Self.directoryBytes(exif)
        byteCount = Self.base + gpsStart + Self.directoryBytes(gps)

        put(UInt16(order == .big ? 0x4D4D : 0x4949), at: Self.base)
        put(UInt16(42), at: Self.base + 2)
        put(UInt32(8), at: Self.base + 4)
        var place = begin(at: 8, count: primary)
        put(entries, of: .primary, from: tiff, at: &place)
        if exif > 0 { putPointer(DirectoryPointer.exif, to: exifStart, at: &place) }
        if gps > 0 { putPointer(DirectoryPointer.gps, to: gpsStart, at: &place) }
        put(UInt32(0), at: place)
        place = begin(at: exifStart, count: exif)
        put(entries, of: .exif, from: tiff, at: &place)
        put(UInt32(0), at: place)
        place = begin(at: gpsStart, count: gps)
        put(entries, of: .gps, from: tiff, at: &place)
        put(UInt32(0), at: place)
    }

    private static func directoryBytes(_ count: Int) -> Int { 2 + count * entryBytes + 4 }

    private mutating func begin(at start: Int, count: Int) -> Int {
        put(UInt16(count), at: Self.base + start)
        return Self.base + start + 2
    }

    private mutating func put(
        _ entries: borrowing FoundEntries, of directory: ExifDirectory, from tiff: Span<UInt8>, at place: inout Int
    ) {
        for number in directory.places {
            guard let found = entries[number] else { continue }
            put(found.entry, found.value, from: tiff, at: place)
            place += Self.entryBytes
        }
    }

    private mutating func put(_ entry: WantedEntry, _ value: TIFFValue, from tiff: Span<UInt8>, at index: Int) {
        switch entry.form {
        case .number:
            put(entry.rawValue, .long, count: 1, at: index)
            put(UInt32(clamping: value.number(in: tiff, order) ?? 0), at: index + 8)
        case .angle where value.kind.isWhole, .fractions where value.kind.isWhole:
            put(entry.rawValue, .double, count: value.count, at: index)
            let start = startValue(of: value.count * 8, for: index)
            for number in 0..<value.count {
                let whole = value.integer(number, in: tiff, order).map(Double.init) ?? .nan
                put(whole.bitPattern, at: start + 8 * number)
            }
        default:
            copy(entry, value, from: tiff, at: index)
        }
    }

    private mutating func copy(_ entry: WantedEntry, _ value: TIFFValue, from tiff: Span<UInt8>, at index: Int) {
        let count = min(value.count, entry.form == .text ? textRoom : Self.shortTextBytes)
        if entry.form == .text { textRoom -= count }
        let isText = entry.form == .text || entry.form == .shortText || value.kind == .utf8
        put(entry.rawValue, isText ? .ascii : value.kind, count: count, at: index)
        let bytes = tiff.extracting(value.offset..<value.offset + count * value.kind.size)
        put(bytes, at: startValue(of: bytes.count, for: index))
    }

    /// The offset of the value of the entry at `place`: inside the entry, or after everything written so far.
    private mutating func startValue(of count: Int, for index: Int) -> Int {
        put(UInt32(count <= 4 ? 0 : byteCount - Self.base), at: index + 8)
        guard count > 4 else { return index + 8 }
        defer { byteCount += count + count % 2 }
        return byteCount
    }

    private mutating func put(_ tag: UInt16, _ kind: TIFFValue.Kind, count: Int, at index: Int) {
        put(tag, at: index)
        put(kind.rawValue, at: index + 2)
        put(UInt32(count), at: index + 4)
    }

    private mutating func putPointer(_ tag: UInt16, to start: Int, at place: inout Int) {
        put(tag, .long, count: 1, at: place)
        put(UInt32(start), at: place + 8)
        place += Self.entryBytes
    }

    private mutating func put<Number: FixedWidthInteger>(_ number: Number, at index: Int) {
        var rest = order == .big ? number.byteSwapped : number
        for byte in 0..<Number.bitWidth / 8 {
            storage[index + byte] = UInt8(truncatingIfNeeded: rest)
            rest >>= 8
        }
    }

    private mutating func put(_ bytes: Span<UInt8>, at place: Int) {
        unsafe storage.withUnsafeMutableBytes { target in
            unsafe bytes.withUnsafeBytes { source in
                unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: source)
            }
        }
    }
}
