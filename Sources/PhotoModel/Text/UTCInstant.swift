/// A moment, as nanoseconds since 1970-01-01T00:00:00Z without leap seconds, as a file system counts.
package struct UTCInstant: Hashable, Sendable {
    /// The count; negative before 1970.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// RFC 3339 in UTC: `2026-05-01T08:00:00Z`, with 3, 6 or 9 digits of a fraction where the second has one.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``text`` as ASCII.
    package func append(to bytes: inout [UInt8]) {
        let (quotient, remainder) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        let fraction = Int(remainder < 0 ? remainder + 1_000_000_000 : remainder)
        bytes.append(time: CivilTime(microseconds: seconds * 1_000_000))
        appendFraction(fraction, to: &bytes)
        bytes.append(UInt8(ascii: "Z"))
    }

    private func appendFraction(_ fraction: Int, to bytes: inout [UInt8]) {
        guard fraction != 0 else { return }
        bytes.append(UInt8(ascii: "."))
        if fraction % 1_000_000 == 0 {
            bytes.append(decimal: fraction / 1_000_000, width: 3)
        } else if fraction % 1_000 == 0 {
            bytes.append(decimal: fraction / 1_000, width: 6)
        } else {
            bytes.append(decimal: fraction, width: 9)
        }
    }
}
