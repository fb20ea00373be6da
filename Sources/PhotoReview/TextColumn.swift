/// A column of texts of which many are the same, such as cameras: each row has the number of its text.
struct TextColumn {
    /// The texts, each once. The first is empty: it is that of rows without one.
    private(set) var texts = [""]
    private var numbers: [UInt32] = []
    private var known: [String: UInt32] = ["": 0]

    mutating func append(_ text: String?) {
        numbers.append(number(of: text ?? ""))
    }

    /// Adds a row with the text of a number that ``number(of:)`` returned.
    mutating func append(number: UInt32) {
        numbers.append(number)
    }

    subscript(row: Int) -> String {
        get { texts[Int(numbers[row])] }
        set { numbers[row] = number(of: newValue) }
    }

    /// The number of a text, which is added if it is new.
    mutating func number(of text: String) -> UInt32 {
        if let number = known[text] { return number }
        let number = UInt32(texts.count)
        texts.append(text)
        known[text] = number
        return number
    }

    /// The number of rows with each text.
    var counts: [Int] {
        var counts = [Int](repeating: 0, count: texts.count)
        for number in numbers { counts[Int(number)] += 1 }
        return counts
    }

    /// The numbers, little-endian, each as wide as the count of texts requires: 1, 2 or 4 bytes.
    var bytes: [UInt8] {
        switch texts.count {
        case ...0x100: numbers.map { UInt8(truncatingIfNeeded: $0) }
        case ...0x1_0000: littleEndian(numbers.map { UInt16(truncatingIfNeeded: $0) })
        default: littleEndian(numbers)
        }
    }
}

/// The bytes of numbers, the lowest first.
func littleEndian<Number: FixedWidthInteger>(_ numbers: [Number]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(numbers.count * MemoryLayout<Number>.size)
    for number in numbers {
        for byte in 0..<MemoryLayout<Number>.size { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }
    return bytes
}
