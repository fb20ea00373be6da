import Foundation

/// Reads enough of a JPEG file and its EXIF block to compare them with the truth, independently of the code that writes
/// them.
struct ExifReader {
    /// A field of a directory: its type, its count and the offset of its value in the TIFF block.
    struct Field {
        let type: Int
        let count: Int
        let offset: Int
    }

    /// Markers of the file in order, each with its segment's content; the last is that of the scan.
    private(set) var segments: [(marker: UInt8, content: [UInt8])] = []
    private let tiff: [UInt8]
    private let isBig: Bool

    /// Nil if the bytes are not a JPEG file with EXIF in its first segment.
    init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard bytes.starts(with: [0xFF, 0xD8]), bytes.suffix(2) == [0xFF, 0xD9] else { return nil }
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF, segments.last?.marker != 0xDA {
            let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard position + 2 + length <= bytes.count else { return nil }
            segments.append((bytes[position + 1], Array(bytes[position + 4..<position + 2 + length])))
            position += 2 + length
        }
        guard let first = segments.first, first.marker == 0xE1, first.content.starts(with: Array("Exif\0\0".utf8))
        else { return nil }
        tiff = Array(first.content.dropFirst(6))
        isBig = tiff.starts(with: Array("MM".utf8))
    }

    /// Reads a separate EXIF block, from its TIFF header on.
    init(tiff: [UInt8]) {
        self.tiff = tiff
        isBig = tiff.starts(with: Array("MM".utf8))
    }

    func number(at offset: Int, bytes count: Int) -> Int {
        let part = tiff[offset..<offset + count]
        return (isBig ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The fields of the directory at an offset by tag, and the offset of the next directory.
    func directory(at offset: Int) -> (fields: [Int: Field], next: Int) {
        let count = number(at: offset, bytes: 2)
        var fields: [Int: Field] = [:]
        for start in stride(from: offset + 2, to: offset + 2 + count * 12, by: 12) {
            let type = number(at: start + 2, bytes: 2), values = number(at: start + 4, bytes: 4)
            let size = values * [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8][type]
            let place = size > 4 ? number(at: start + 8, bytes: 4) : start + 8
            fields[number(at: start, bytes: 2)] = Field(type: type, count: values, offset: place)
        }
        return (fields, number(at: offset + 2 + count * 12, bytes: 4))
    }

    /// IFD0.
    var main: [Int: Field] { directory(at: number(at: 4, bytes: 4)).fields }
    /// The Exif directory; empty if there is none.
    var exif: [Int: Field] { pointed(0x8769) }
    /// The GPS directory; empty if there is none.
    var gps: [Int: Field] { pointed(0x8825) }
    /// IFD1; empty if there is none.
    var second: [Int: Field] {
        let next = directory(at: number(at: 4, bytes: 4)).next
        return next == 0 ? [:] : directory(at: next).fields
    }

    private func pointed(_ tag: Int) -> [Int: Field] {
        main[tag].map { directory(at: number(at: $0.offset, bytes: 4)).fields } ?? [:]
    }

    func text(_ field: Field?) -> String? {
        field.map { String(decoding: tiff[$0.offset..<$0.offset + $0.count - 1], as: UTF8.self) }
    }

    func short(_ field: Field?) -> Int? {
        field.map { number(at: $0.offset, bytes: 2) }
    }

    func long(_ field: Field?) -> Int? {
        field.map { number(at: $0.offset, bytes: 4) }
    }

    /// The quotients of a field of rationals.
    func rationals(_ field: Field?) -> [Double]? {
        field.map { field in
            (0..<field.count).map { index in
                let start = field.offset + index * 8
                return Double(number(at: start, bytes: 4)) / Double(number(at: start + 4, bytes: 4))
            }
        }
    }

    /// The bytes of the thumbnail that IFD1 points to.
    var thumbnail: [UInt8]? {
        guard let offset = long(second[0x0201]), let length = long(second[0x0202]) else { return nil }
        return Array(tiff[offset..<offset + length])
    }
}
