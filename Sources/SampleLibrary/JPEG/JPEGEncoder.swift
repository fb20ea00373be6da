/// Baseline JPEG with the standard's tables and chrominance at half the size (ITU-T T.81).
enum JPEGEncoder {
    /// All segments from DQT to EOI. The caller adds SOI and any segments before DQT.
    static func body(_ picture: Picture, quality: Int) -> [UInt8] {
        let luminance = QuantisationTable.luminance(quality: quality)
        let chrominance = QuantisationTable.chrominance(quality: quality)
        var scan = ScanEncoder(luminance: luminance, chrominance: chrominance)
        scan.encode(Plane.planes(picture))
        return JPEGSegment.bytes(0xDB, table(luminance, 0) + table(chrominance, 1))
            + JPEGSegment.bytes(0xC0, frame(width: picture.width, height: picture.height))
            + JPEGSegment.bytes(0xC4, table(.luminanceDC, 0x00) + table(.luminanceAC, 0x10))
            + JPEGSegment.bytes(0xC4, table(.chrominanceDC, 0x01) + table(.chrominanceAC, 0x11))
            + JPEGSegment.bytes(0xDA, [3, 1, 0x00, 2, 0x11, 3, 0x11, 0, 63, 0])
            + scan.finished() + [0xFF, 0xD9]
    }

    /// A complete picture without application segments, like a thumbnail (EXIF 3.0, 4.5.8).
    static func thumbnail(_ picture: Picture, quality: Int) -> [UInt8] {
        [0xFF, 0xD8] + body(picture, quality: quality)
    }

    private static func table(_ table: QuantisationTable, _ number: UInt8) -> [UInt8] {
        [number] + zigzag.map { UInt8(table.steps[$0]) }
    }

    private static func table(_ table: HuffmanTable, _ number: UInt8) -> [UInt8] {
        [number] + table.counts + table.symbols
    }

    private static func frame(width: Int, height: Int) -> [UInt8] {
        [8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255), 3]
            + [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]
    }
}

/// Writes marker segments of JPEG files: marker, length, content (ITU-T T.81, B.1.1.4).
package enum JPEGSegment {
    private static let exifMark = Array("Exif\0\0".utf8)
    private static let xmpMark = Array("http://ns.adobe.com/xap/1.0/\0".utf8)

    /// A segment whose content has at most 65,533 bytes.
    package static func bytes(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    /// An APP1 segment with an EXIF block, which begins with the TIFF header (EXIF 3.0, 4.7.2).
    package static func exif(_ tiff: [UInt8]) -> [UInt8] {
        bytes(0xE1, exifMark + tiff)
    }

    /// An APP1 segment with an XMP packet (XMP specification, part 3, 1.1.3).
    package static func xmp(_ packet: [UInt8]) -> [UInt8] {
        bytes(0xE1, xmpMark + packet)
    }
}

/// Writes a photo's file: SOI, EXIF, the camera's other segments, and the picture (EXIF 3.0, 4.5.5).
enum PhotoFile {
    /// `packet` is the XMP packet of an edited photo; nil for an unedited one.
    static func bytes(_ shot: Shot, exif: [UInt8], packet: [UInt8]?, body: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(exif.count + (packet?.count ?? 0) + body.count + 1_024)
        bytes += [0xFF, 0xD8]
        bytes += JPEGSegment.exif(exif)
        if let packet = packet ?? (shot.camera.note == .google ? xmp : nil) {
            bytes += JPEGSegment.xmp(packet)
        }
        bytes += body
        return bytes
    }

    /// A second APP1 like that of some phones, without place or time.
    private static let xmp = Array(
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="0"/>\
        </rdf:RDF></x:xmpmeta>
        """.utf8)
}
