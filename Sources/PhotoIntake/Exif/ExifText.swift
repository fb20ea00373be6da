/// Converts the text of EXIF entries to strings.
enum ExifText {
    /// The bytes up to the first NUL, without trailing spaces; nil if nothing remains. Invalid UTF-8 becomes U+FFFD;
    /// control characters are kept.
    static func string(_ bytes: Span<UInt8>) -> String? {
        var end = 0
        while end < bytes.count, bytes[end] != 0 { end += 1 }
        while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
        guard end > 0 else { return nil }
        return unsafe bytes.extracting(first: end).withUnsafeBufferPointer { text in
            unsafe String(decoding: text, as: UTF8.self)
        }
    }

    /// Text after eight bytes that identify its character set (EXIF 3.0, 4.6.6, GPSProcessingMethod), which some
    /// writers omit.
    static func encodedString(_ bytes: Span<UInt8>, _ order: ByteOrder) -> String? {
        if bytes.holds("UNICODE\0") {
            return utf16String(bytes.extracting(droppingFirst: 8), order)
        }
        let hasCode = bytes.holds("ASCII\0\0\0") || bytes.holds("JIS\0\0\0\0\0") || bytes.holds("\0\0\0\0\0\0\0\0")
        return string(hasCode ? bytes.extracting(droppingFirst: 8) : bytes)
    }

    private static func utf16String(_ bytes: Span<UInt8>, _ order: ByteOrder) -> String? {
        var units: [UInt16] = []
        for place in stride(from: 0, to: bytes.count - 1, by: 2) {
            guard let unit = bytes.uint16(at: place, order), unit != 0 else { break }
            units.append(unit)
        }
        while units.last == 0x20 { units.removeLast() }
        return units.isEmpty ? nil : String(decoding: units, as: UTF16.self)
    }
}
