import SampleLibrary

/// A HEIF file: the boxes that describe a picture, and a few bytes as the picture.
package struct HEIFFile {
    /// The position of the `meta` box.
    package enum Place: CaseIterable {
        case front, behindMovie, back
    }

    package var brand = "heic"
    package var minor = "\0\0\0\0"
    package var handler = "pict"
    /// The identifier of the primary item; nil for none.
    package var primary: UInt32? = 1
    package var items: [HEIFItem]
    /// The boxes in `ipco`.
    package var properties: [[UInt8]] = [Self.size(64, 48)]
    /// The properties of each item by number, from 1.
    package var associations: [(item: UInt32, properties: [UInt16])] = [(1, [1])]
    package var references: [(type: String, from: UInt32, to: [UInt32])] = []
    /// The boxes in `grpl`.
    package var groups: [[UInt8]] = []
    package var place = Place.front
    /// A `moov` box, or other boxes next to `meta`.
    package var others: [UInt8] = []
    /// The number of bytes before the items' bytes.
    package var padding = 0
    /// Whether `idat` is omitted.
    package var lacksData = false

    /// Versions, and the field sizes of `iloc`.
    package var infoVersion: UInt8 = 2
    package var locationVersion: UInt8 = 1
    package var associationVersion: UInt8 = 0
    package var associationFlags: UInt32 = 0
    package var isLong = false
    package var offsetBytes = 4
    package var lengthBytes = 4
    package var baseBytes = 0
    package var indexBytes = 4

    /// Wrong counts that the boxes claim.
    package var claimedItems: UInt32?
    package var claimedLocations: UInt32?
    package var claimedAssociations: UInt32?

    package init(_ items: [HEIFItem] = []) {
        self.items = [HEIFItem(1, "hvc1", [1, 2, 3, 4])] + items
    }

    package init(_ exif: ExifStructure) {
        self.init([.exif(2, exif)])
    }

    /// An `ispe` property.
    package static func size(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        BoxWriter.full("ispe", BoxWriter.number(width) + BoxWriter.number(height))
    }

    package var bytes: [UInt8] {
        let type = BoxWriter.box("ftyp", Array((brand + minor + "mif1" + brand).utf8))
        let media = BoxWriter.box("mdat", stored)
        switch place {
        case .front:
            let start = type.count + meta(0).count + others.count
            return type + meta(start + 8) + others + media
        case .behindMovie:
            let start = type.count + others.count + meta(0).count
            return type + others + meta(start + 8) + media
        case .back: return type + media + others + meta(type.count + 8)
        }
    }

    /// The bytes in `mdat`.
    private var stored: [UInt8] {
        [UInt8](repeating: 0xAA, count: padding)
            + items.filter { $0.method == 0 }.flatMap { Self.pieces(of: $0).flatMap { $0 + [0xEE] } }
    }

    static func pieces(of item: HEIFItem) -> [[UInt8]] {
        let length = max(1, (item.bytes.count + item.pieces - 1) / item.pieces)
        return stride(from: 0, to: item.bytes.count, by: length).map { start in
            Array(item.bytes[start..<min(start + length, item.bytes.count)])
        }
    }
}
