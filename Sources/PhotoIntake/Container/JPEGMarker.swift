/// A marker of a JPEG stream, by its second byte (ISO/IEC 10918-1, table B.1).
struct JPEGMarker: Equatable {
    let code: UInt8

    /// EOI: the stream ends.
    static let endOfImage = JPEGMarker(code: 0xD9)
    /// SOS: a scan header, and then the picture's data.
    static let startOfScan = JPEGMarker(code: 0xDA)
    /// APP1: EXIF, XMP.
    static let application1 = JPEGMarker(code: 0xE1)

    /// Whether neither length nor content follows: TEM, RST0…RST7, SOI and EOI.
    var standsAlone: Bool {
        code == 0x01 || (0xD0...0xD9).contains(code)
    }

    /// Whether a frame header follows: SOF0…SOF15 without DHT (C4), JPG (C8) and DAC (CC), which lie among them.
    var isFrame: Bool {
        (0xC0...0xCF).contains(code) && code != 0xC4 && code != 0xC8 && code != 0xCC
    }
}
