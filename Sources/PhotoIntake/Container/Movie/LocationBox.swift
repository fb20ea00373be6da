internal import PhotoModel

/// 3GPP's location box, `loci` (3GPP TS 26.244, 8.10).
enum LocationBox {
    /// The most of it that is read: the place's name stands before the position.
    private static let mostBytes = 4_096

    /// The position, which is malformed where the box ends before it; nil where it is none that the movie was taken at:
    /// an imagined place, or one on another body.
    static func point(in content: Range<Int>, of source: inout PhotoSource) -> GeographicPoint? {
        source.withBytes(content.prefix(mostBytes), point) ?? .malformed
    }

    /// Version and flags, language, name, role, longitude, latitude and altitude in 65,536ths, and the body's name,
    /// which may be empty for the Earth's.
    private static func point(_ bytes: Span<UInt8>) -> GeographicPoint? {
        guard let role = end(ofText: bytes, from: 6), role < bytes.count else { return .malformed }
        guard bytes[role] <= lastRealRole, isEarth(bytes, at: role + 13) else { return nil }
        guard let longitude = degrees(bytes, at: role + 1), let latitude = degrees(bytes, at: role + 5),
            let altitude = degrees(bytes, at: role + 9)
        else { return .malformed }
        return GeographicPoint(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    /// 0 is where the movie was taken, 1 a real place, 2 an imagined one; more are reserved.
    private static let lastRealRole = 1

    /// The place behind a text and its NUL, each of one byte in UTF-8 or, behind a byte order mark, of two in UTF-16;
    /// nil where no NUL follows.
    private static func end(ofText bytes: Span<UInt8>, from start: Int) -> Int? {
        let mark = bytes.uint16(at: start, .big)
        let width = mark == 0xFEFF || mark == 0xFFFE ? 2 : 1
        var place = start
        while place + width <= bytes.count {
            if bytes[place] == 0, bytes[place + width - 1] == 0 { return place + width }
            place += width
        }
        return nil
    }

    private static func degrees(_ bytes: Span<UInt8>, at place: Int) -> Double? {
        bytes.uint32(at: place, .big).map { Double(Int32(bitPattern: $0)) / 65_536 }
    }

    /// Whether the body is the Earth. Nobody names it in UTF-16, so what is written so is not looked at.
    private static func isEarth(_ bytes: Span<UInt8>, at place: Int) -> Bool {
        guard place < bytes.count, bytes[place] != 0, bytes[place] < 0xFE else { return true }
        return bytes.holds("earth", at: place) || bytes.holds("Earth", at: place)
    }
}
