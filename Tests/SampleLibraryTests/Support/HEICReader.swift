import Foundation

/// The items of a HEIC file, read independently of the code that writes them.
struct HEICReader {
    let boxes: BoxReader
    let primary: Int
    /// The type of each item.
    private(set) var types: [Int: String] = [:]
    /// The range of each item in the file.
    private(set) var places: [Int: Range<Int>] = [:]
    /// The contents of the primary item's properties by their type.
    private(set) var properties: [String: Range<Int>] = [:]

    /// Nil if a box is missing that every HEIC file has.
    init?(_ data: Data) {
        boxes = BoxReader(data)
        guard let meta = boxes.content("meta") else { return nil }
        let inner = meta.lowerBound + 4..<meta.upperBound
        guard let pitm = boxes.content("pitm", in: inner), let iinf = boxes.content("iinf", in: inner),
            let iloc = boxes.content("iloc", in: inner), let iprp = boxes.content("iprp", in: inner)
        else { return nil }
        primary = boxes.number(at: pitm.lowerBound + 4, 2)
        for entry in boxes.boxes(in: iinf.lowerBound + 6..<iinf.upperBound) ?? [] {
            let start = entry.content.lowerBound
            types[boxes.number(at: start + 4, 2)] = boxes.text(start + 8..<start + 12)
        }
        let data = boxes.content("idat", in: inner)?.lowerBound ?? 0
        for start in stride(from: iloc.lowerBound + 8, to: iloc.upperBound, by: 16) {
            let base = boxes.number(at: start + 2, 2) == 1 ? data : 0
            let offset = base + boxes.number(at: start + 8)
            places[boxes.number(at: start, 2)] = offset..<offset + boxes.number(at: start + 12)
        }
        readProperties(in: iprp)
    }

    private mutating func readProperties(in iprp: Range<Int>) {
        guard let all = boxes.content("ipco", in: iprp).flatMap(boxes.boxes), let ipma = boxes.content("ipma", in: iprp)
        else { return }
        var offset = ipma.lowerBound + 8
        while offset < ipma.upperBound {
            let count = boxes.number(at: offset + 2, 1)
            if boxes.number(at: offset, 2) == primary {
                for place in offset + 3..<offset + 3 + count {
                    let property = all[boxes.number(at: place, 1) & 0x7F - 1]
                    properties[property.type] = property.content
                }
            }
            offset += 3 + count
        }
    }

    /// The EXIF block after its distance and mark; nil if there is none.
    var exif: ExifReader? {
        guard let item = types.first(where: { $0.value == "Exif" })?.key, let place = places[item],
            boxes.text(place.lowerBound..<place.lowerBound + 10) == "\0\0\0\u{6}Exif\0\0"
        else { return nil }
        return ExifReader(tiff: Array(boxes.bytes[place.dropFirst(10)]))
    }
}
