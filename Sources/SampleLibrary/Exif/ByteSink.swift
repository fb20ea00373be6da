/// The two byte orders of TIFF (TIFF 6.0, section 2, bytes 0–1 of the header).
enum SampleByteOrder {
    case little, big

    /// `II` or `MM`.
    var mark: [UInt8] { self == .little ? [0x49, 0x49] : [0x4D, 0x4D] }
}

/// Collects bytes, and numbers in one byte order.
struct ByteSink {
    var bytes: [UInt8] = []
    let order: SampleByteOrder

    init(order: SampleByteOrder) {
        self.order = order
    }

    /// The low 16 bits of a value.
    mutating func append16(_ value: Int) {
        let low = UInt8(truncatingIfNeeded: value), high = UInt8(truncatingIfNeeded: value >> 8)
        bytes.append(order == .little ? low : high)
        bytes.append(order == .little ? high : low)
    }

    /// The low 32 bits of a value, in two's complement if it is negative.
    mutating func append32(_ value: Int) {
        append16(order == .little ? value : value >> 16)
        append16(order == .little ? value >> 16 : value)
    }
}
