internal import PhotoModel

/// Reads when a photo was taken from IPTC's Information Interchange Model (IIM 4.2): data sets of a marker, a record, a
/// number, a length and a value. They are alone in a TIFF file, and a resource of Photoshop's in others.
enum IPTCReader {
    /// The number of Photoshop's resource that has them.
    static let resource: UInt16 = 0x0404

    private static let mostParts = 512
    /// The length of a resource without its name and content: signature, number and length.
    private static let resourceBytes = 10
    private static let headerBytes = 5

    /// The time of creation (2:55 and 2:60), else of digitizing (2:62 and 2:63); a date alone has no hour.
    ///
    /// - Parameter bytes: the data sets, or the resources among which they are.
    /// - Returns: nil where they have no date.
    static func captureTime(_ bytes: Span<UInt8>) -> CaptureTime? {
        var texts: [UInt8: ShortText] = [:]
        var place = bytes.holds("8BIM", at: 0) ? start(in: bytes) : 0
        for _ in 0..<mostParts {
            guard place + headerBytes <= bytes.count, bytes[place] == 0x1C,
                let length = bytes.uint16(at: place + 3, .big), place + headerBytes + Int(length) <= bytes.count
            else { break }
            let end = place + headerBytes + Int(length)
            let number = bytes[place + 2]
            if bytes[place + 1] == 2, texts[number] == nil, [55, 60, 62, 63].contains(number) {
                texts[number] = ShortText(bytes.extracting(place + headerBytes..<end))
            }
            place = end
        }
        return time(texts[55], texts[60]) ?? time(texts[62], texts[63])
    }

    /// Where the data sets begin among Photoshop's resources (Adobe Photoshop File Formats, Image Resource Blocks); the
    /// end of all where there are none.
    private static func start(in bytes: Span<UInt8>) -> Int {
        var place = 0
        for _ in 0..<mostParts {
            guard place + resourceBytes < bytes.count, let number = bytes.uint16(at: place + 4, .big) else { break }
            let content = place + resourceBytes + (Int(bytes[place + 6]) + 2) / 2 * 2
            guard content <= bytes.count, let length = bytes.uint32(at: content - 4, .big) else { break }
            if number == resource { return content }
            place = content + Int(length) + Int(length % 2)
        }
        return bytes.count
    }

    /// A date as `20260501`, or with hyphens as some agencies write it, and a time as `100203+0200`.
    ///
    /// An offset of zero is none: programs that do not know the zone write it for what a clock showed, as Photoshop
    /// does.
    private static func time(_ date: ShortText?, _ clock: ShortText?) -> CaptureTime? {
        guard let date else { return nil }
        let digits = (0..<date.count).map { date[$0] }.filter { $0 != UInt8(ascii: "-") }
        let text = ShortText(digits.span)
        guard let year = text.number(at: 0, length: 4), let month = text.number(at: 4, length: 2),
            let day = text.number(at: 6, length: 2), let midnight = WallTime(year: year, month: month, day: day)
        else { return nil }
        let letters = Array(digits.prefix(8)) + [UInt8(ascii: "T")] + (0..<(clock?.count ?? 0)).map { clock?[$0] ?? 0 }
        guard let written = WrittenTime(ShortText(letters.span), source: .iptc) else {
            return CaptureTime(wall: midnight, offset: nil, source: .iptc)
        }
        var time = written.captureTime(.iptc)
        if time.offset?.seconds == 0 { time.offset = nil }
        return time
    }
}
