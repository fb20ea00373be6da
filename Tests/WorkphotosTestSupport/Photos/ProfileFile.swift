import SampleLibrary

/// A colour profile (ICC.1:2022) of a display, which says nothing but colours.
package struct ProfileFile {
    /// The tags with their contents, in their order.
    package var tags: [(name: String, content: [UInt8])]
    /// What the header says of the device, four bytes each: its manufacturer and its model.
    package var device = [UInt8](repeating: 0, count: 8)

    /// - Parameter curve: the number of points of its curve, by which it becomes as large as is needed.
    package init(curve: Int = 1) {
        let big = ExifStructure.Order.big
        let white = [UInt32(0xF6D6), 0x10000, 0xD32D].flatMap { big.bytes($0) }
        tags = [
            ("desc", Self.text("-")), ("cprt", Self.text("-")), ("wtpt", Array("XYZ ".utf8) + [0, 0, 0, 0] + white),
            (
                "kTRC",
                Array("curv".utf8) + [0, 0, 0, 0] + big.bytes(UInt32(curve)) + Array(repeating: 2, count: 2 * curve)
            ),
        ]
    }

    /// A text in English.
    package static func text(_ text: String) -> [UInt8] {
        let big = ExifStructure.Order.big
        let units = text.utf16.flatMap { big.bytes($0) }
        let head = Array("mluc".utf8) + [0, 0, 0, 0] + [UInt32(1), 12].flatMap { big.bytes($0) }
        return head + Array("enUS".utf8) + [UInt32(units.count), 28].flatMap { big.bytes($0) } + units
    }

    package var bytes: [UInt8] {
        let big = ExifStructure.Order.big
        var (table, contents): ([UInt8], [UInt8]) = (big.bytes(UInt32(tags.count)), [])
        var places: [[UInt8]: Int] = [:]
        for (name, content) in tags {
            let place = places[content] ?? 132 + 12 * tags.count + contents.count
            if places.updateValue(place, forKey: content) == nil {
                contents += content + [UInt8](repeating: 0, count: (4 - content.count % 4) % 4)
            }
            table += Array(name.utf8) + [place, content.count].flatMap { big.bytes(UInt32($0)) }
        }
        var header = big.bytes(UInt32(128 + table.count + contents.count)) + [0, 0, 0, 0, 4, 0x40, 0, 0]
        header += Array("mntrGRAYXYZ ".utf8) + [0x07, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
        header += [UInt8](repeating: 0, count: 8) + device + [UInt8](repeating: 0, count: 12)
        header += [UInt32(0xF6D6), 0x10000, 0xD32D].flatMap { big.bytes($0) }
        return header + [UInt8](repeating: 0, count: 128 - header.count) + table + contents
    }

    /// The segments of a JPEG that have it (annex B.4).
    package var segments: [[UInt8]] {
        let (bytes, most) = (bytes, 65_519)
        let count = (bytes.count + most - 1) / most
        return (0..<count).map { number in
            let part = bytes.dropFirst(number * most).prefix(most)
            return JPEGSegment.bytes(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(number + 1), UInt8(count)] + part)
        }
    }
}
