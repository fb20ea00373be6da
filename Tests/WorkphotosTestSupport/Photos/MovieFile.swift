import SampleLibrary

/// A movie: a brand, some media, and the boxes of its `moov`.
package struct MovieFile {
    /// The major brand in `ftyp`; nil omits the box, like the first QuickTime files.
    package var brand: String? = "qt  "
    /// The size of the media.
    package var mediaBytes = 64
    /// Whether the media precedes the description, as in cameras' files.
    package var startsWithMedia = true
    /// Whether a header is added to the boxes of `moov` if they have none.
    package var addsHeader = true
    /// The boxes of `moov`.
    package var boxes: [[UInt8]]
    /// Bytes at the end of the file.
    package var end: [UInt8] = []

    package init(_ boxes: [[UInt8]] = []) {
        self.boxes = boxes
    }

    package var bytes: [UInt8] {
        let type = brand.map { BoxWriter.box("ftyp", Array($0.utf8) + [0, 0, 0, 0]) } ?? []
        let media = BoxWriter.box("mdat", Array(repeating: 0x55, count: mediaBytes))
        let hasHeader = boxes.contains { $0.dropFirst(4).starts(with: "mvhd".utf8) }
        let header = hasHeader || !addsHeader ? [] : Self.header()
        let movie = BoxWriter.box("moov", header + boxes.flatMap { $0 })
        let wide = brand == nil ? BoxWriter.box("wide", []) : []
        return type + wide + (startsWithMedia ? media + movie : movie + media) + end
    }

    /// `mvhd`: `created` is in seconds since 1904, `length` in units of 1/600 s.
    package static func header(created: UInt64 = 0, length: UInt64 = 1_800, version: UInt8 = 0) -> [UInt8] {
        let size = version == 1 ? 8 : 4
        let times = BoxWriter.number(created, bytes: size) + BoxWriter.number(created, bytes: size)
        return BoxWriter.full(
            "mvhd", version: Int(version),
            times + BoxWriter.number(UInt32(600)) + BoxWriter.number(length, bytes: size)
                + Array(repeating: 0, count: 80)
        )
    }

    /// A track with a handler type, the first two rows of its matrix, and further boxes at its end.
    package static func track(
        _ handler: String = "vide", _ width: UInt32 = 1_920, _ height: UInt32 = 1_080, isEnabled: Bool = true,
        matrix: [Int32] = [1, 0, 0, 1], further: [[UInt8]] = []
    ) -> [UInt8] {
        let one: [Int32] = matrix.map { $0 * 65_536 }
        let rows: [Int32] = [one[0], one[1], 0, one[2], one[3], 0, 0, 0, 1 << 30]
        let header = BoxWriter.full(
            "tkhd", flags: isEnabled ? 1 : 0,
            Array(repeating: 0, count: 36) + rows.flatMap { BoxWriter.number(UInt32(bitPattern: $0)) }
                + BoxWriter.number(width << 16) + BoxWriter.number(height << 16))
        let media = BoxWriter.box("mdia", BoxWriter.full("hdlr", [0, 0, 0, 0] + Array(handler.utf8)))
        return BoxWriter.box("trak", header + media + further.flatMap { $0 })
    }

    /// Apple's metadata: keys with texts. `isPlain` omits version and flags, as QuickTime does.
    package static func keys(_ values: [(key: String, value: String)], isPlain: Bool = true) -> [UInt8] {
        isPlain ? MOVKeys.box(values) : BoxWriter.full("meta", MOVKeys.content(values))
    }

    /// `udta` with texts, whose names have the prefix `©`.
    package static func userData(_ values: [(name: String, text: String)]) -> [UInt8] {
        BoxWriter.box(
            "udta",
            values.flatMap { value in
                let text = Array(value.text.utf8)
                let content = BoxWriter.number(UInt16(text.count)) + [0x15, 0xC7] + text
                return BoxWriter.number(UInt32(8 + content.count)) + [0xA9] + Array(value.name.utf8) + content
            })
    }

    /// `udta` with 3GPP's location box, in units of 1/65,536 degree and metre.
    package static func location(
        longitude: Double, latitude: Double, altitude: Double, name: [UInt8] = Array("place\0".utf8), role: UInt8 = 0,
        body: String = "earth"
    ) -> [UInt8] {
        let numbers = [longitude, latitude, altitude].flatMap { number in
            BoxWriter.number(UInt32(bitPattern: Int32(number * 65_536)))
        }
        let content = [0x15, 0xC7] + name + [role] + numbers + Array(body.utf8) + [0, 0]
        return BoxWriter.box("udta", BoxWriter.full("loci", content))
    }
}
