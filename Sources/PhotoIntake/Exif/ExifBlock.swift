internal import CLibExif
internal import PhotoModel

/// A loaded EXIF block: the sole owner of libexif's structures, which are freed with the value.
///
/// One is created per file. Reusing a block would save a tenth of a microsecond, but libexif records in it which
/// directories it has seen, and some versions then skip them.
@safe struct ExifBlock: ~Copyable {
    private let data: UnsafeMutablePointer<ExifData>
    private let order: ExifByteOrder

    /// Loads `block`, which starts with `Exif`, NUL, NUL. libexif's options to fix values and to drop unknown tags are
    /// off: the index has what the file says, not what it should say. Nil if memory is exhausted.
    init?(_ block: Span<UInt8>) {
        guard let made = unsafe exif_data_new() else { return nil }
        unsafe exif_data_unset_option(made, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
        unsafe exif_data_unset_option(made, EXIF_DATA_OPTION_IGNORE_UNKNOWN_TAGS)
        unsafe block.withUnsafeBufferPointer { bytes in
            unsafe exif_data_load_data(made, bytes.baseAddress, UInt32(bytes.count))
        }
        unsafe data = made
        order = unsafe exif_data_get_byte_order(made)
    }

    deinit { unsafe exif_data_unref(data) }

    var byteOrder: ByteOrder { order == EXIF_BYTE_ORDER_MOTOROLA ? .big : .little }

    /// Calls `body` with the bytes of an entry's value; nil if there is no such entry.
    func withBytes<Result>(of wanted: WantedEntry, _ body: (Span<UInt8>) -> Result) -> Result? {
        guard let entry = unsafe entry(wanted) else { return nil }
        return body(unsafe UnsafeBufferPointer(start: entry.pointee.data, count: Int(entry.pointee.size)).span)
    }

    /// The whole number in an entry, which ``ExifBlockWriter`` stored in 32 bits; nil if there is none.
    func number(_ wanted: WantedEntry) -> Int? {
        withBytes(of: wanted) { $0.uint32(at: 0, byteOrder).map(Int.init) } ?? nil
    }

    /// The fractions in an entry; nil if it is missing, has another type, or contains a value that is not a number.
    func fractions(_ wanted: WantedEntry) -> Fractions? {
        guard let entry = unsafe entry(wanted),
            let kind = unsafe TIFFValue.Kind(rawValue: UInt16(entry.pointee.format.rawValue)), kind.isFraction
        else { return nil }
        return withBytes(of: wanted) { bytes in
            let value = TIFFValue(kind: kind, count: bytes.count / kind.size, offset: 0)
            return Fractions(value, in: bytes, byteOrder)
        } ?? nil
    }

    /// The first 64 bytes of an entry's text; nil if it is missing or not a text.
    func shortText(_ wanted: WantedEntry) -> ShortText? {
        guard let entry = unsafe entry(wanted), unsafe entry.pointee.format == EXIF_FORMAT_ASCII else { return nil }
        return withBytes(of: wanted, ShortText.init)
    }

    func holds(_ wanted: WantedEntry) -> Bool {
        unsafe entry(wanted) != nil
    }

    private func entry(_ wanted: WantedEntry) -> UnsafeMutablePointer<ExifEntry>? {
        let directories = unsafe data.pointee.ifd
        let tag = ExifTag(UInt32(wanted.rawValue))
        return switch wanted.directory {
        case .primary: unsafe exif_content_get_entry(directories.0, tag)
        case .exif: unsafe exif_content_get_entry(directories.2, tag)
        case .gps: unsafe exif_content_get_entry(directories.3, tag)
        }
    }
}
