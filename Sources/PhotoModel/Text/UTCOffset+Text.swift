extension UTCOffset {
    /// ISO 8601: `+02:00`, `-08:00`, `+00:00`; with seconds, as in `+00:19:32`, only where there are any.
    package var text: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``text`` as ASCII.
    package func append(to bytes: inout [UInt8]) {
        let distance = abs(seconds)
        bytes.append(UInt8(ascii: seconds < 0 ? "-" : "+"))
        bytes.append(decimal: distance / 3_600, width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: distance / 60 % 60, width: 2)
        guard distance % 60 != 0 else { return }
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: distance % 60, width: 2)
    }
}
