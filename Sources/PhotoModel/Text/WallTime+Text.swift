extension WallTime {
    /// ISO 8601 without an offset: `2026-05-01T10:00:00`, with `.123` or `.123456` where the second has a fraction.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``text`` as ASCII.
    package func append(to bytes: inout [UInt8]) {
        let time = CivilTime(self)
        bytes.append(time: time)
        if time.microsecond % 1_000 != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(decimal: time.microsecond, width: 6)
        } else if time.microsecond != 0 {
            bytes.append(UInt8(ascii: "."))
            bytes.append(decimal: time.microsecond / 1_000, width: 3)
        }
    }
}

extension [UInt8] {
    /// Appends `2026-05-01T10:00:00`.
    mutating func append(time: CivilTime) {
        append(decimal: time.year, width: 4)
        append(UInt8(ascii: "-"))
        append(decimal: time.month, width: 2)
        append(UInt8(ascii: "-"))
        append(decimal: time.day, width: 2)
        append(UInt8(ascii: "T"))
        append(decimal: time.hour, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: time.minute, width: 2)
        append(UInt8(ascii: ":"))
        append(decimal: time.second, width: 2)
    }

    /// Appends the last `width` decimal digits of a number of at least 0.
    mutating func append(decimal number: Int, width: Int) {
        var unit = 1
        for _ in 1..<width { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / unit % 10))
            unit /= 10
        }
    }
}
