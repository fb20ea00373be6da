/// Finds inputs for a reader in any file: the file itself, or metadata blocks inside it.
package enum Seeds {
    /// The maximum size of a seed in bytes: several times the 64 KiB that a reader loads first, because readers read
    /// farther.
    package static let mostBytes = 200_000
    /// The maximum size of a seed after a prefix.
    static let mostFarBytes = 20_000

    /// The inputs for `reader` in a file with this content and extension. The extension counts for text formats that
    /// only the name identifies.
    package static func find(for reader: FuzzedReader, in bytes: [UInt8], ending: String) -> [[UInt8]] {
        switch reader {
        case .exif:
            places(of: "Exif\0", in: bytes).prefix(2).map { cut(bytes.dropFirst($0 + 6)) }
                + (isTIFF(bytes) ? [cut(bytes[...])] : [])
        case .xmp: ending == "xmp" ? [cut(bytes[...])] : packets(in: bytes)
        case .takeout: ending == "json" ? [cut(bytes[...])] : []
        case .aae: ending == "aae" ? [cut(bytes[...])] : []
        case .fences: ending == "geojson" ? [cut(bytes[...])] : []
        case .tracks: ending == "gpx" ? [cut(bytes[...])] : []
        case .maps: ["kml", "kmz", "gpx"].contains(ending) ? [cut(bytes[...])] : []
        case .jpegFar, .heifFar, .movieFar, .pngFar: reader.farSeeds(in: bytes)
        default: [cut(bytes[...])]
        }
    }

    private static func cut(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        Array(bytes.prefix(mostBytes))
    }

    private static func isTIFF(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8)
    }

    /// XMP packets, from the start of their root element to its end.
    private static func packets(in bytes: [UInt8]) -> [[UInt8]] {
        guard let start = places(of: "<x:xmpmeta", in: bytes).first,
            let end = places(of: "</x:xmpmeta>", in: bytes).first(where: { $0 > start })
        else { return [] }
        return [cut(bytes[start..<end + 12])]
    }

    private static func places(of text: String, in bytes: [UInt8]) -> [Int] {
        let text = Array(text.utf8)
        return bytes.indices.filter { bytes[$0] == text[0] && bytes.hold(text, at: $0) }
    }
}
