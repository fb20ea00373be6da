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

/// One component of a picture, padded at its right and lower edges to whole blocks by repeating the last samples.
struct Plane {
    let width: Int
    let height: Int
    private(set) var samples: [Float]

    /// Luminance and the two chrominances at half the size (JFIF 1.02, "Conversion to and from RGB"), each minus 128.
    /// Padded to multiples of 16 and 8.
    static func planes(_ picture: Picture) -> [Plane] {
        let width = (picture.width + 15) & ~15, height = (picture.height + 15) & ~15
        let luminance = Plane(width: width, height: height) { x, y in
            let color = picture.color(min(x, picture.width - 1), min(y, picture.height - 1))
            return 0.299 * Float(color.red) + 0.587 * Float(color.green) + 0.114 * Float(color.blue) - 128
        }
        let quarters = quarters(picture, width: width / 2, height: height / 2)
        let blue = Plane(width: width / 2, height: height / 2) { x, y in
            let color = quarters[y * width / 2 + x]
            return (-0.168736 * Float(color.red) - 0.331264 * Float(color.green) + 0.5 * Float(color.blue)) / 4
        }
        let red = Plane(width: width / 2, height: height / 2) { x, y in
            let color = quarters[y * width / 2 + x]
            return (0.5 * Float(color.red) - 0.418688 * Float(color.green) - 0.081312 * Float(color.blue)) / 4
        }
        return [luminance, blue, red]
    }

    private init(width: Int, height: Int, sample: (_ x: Int, _ y: Int) -> Float) {
        self.width = width
        self.height = height
        samples = []
        samples.reserveCapacity(width * height)
        for y in 0..<height {
            for x in 0..<width { samples.append(sample(x, y)) }
        }
    }

    /// Copies the block whose first sample is at a column and row.
    func copyBlock(_ x: Int, _ y: Int, into block: inout [Float]) {
        for row in 0..<8 {
            let start = (y + row) * width + x
            for column in 0..<8 { block[row * 8 + column] = samples[start + column] }
        }
    }

    /// The sums of four pixels each, row by row; those beyond an edge repeat the last.
    private static func quarters(_ picture: Picture, width: Int, height: Int) -> [Color] {
        var sums: [Color] = []
        sums.reserveCapacity(width * height)
        for y in 0..<height {
            let top = min(y * 2, picture.height - 1), bottom = min(top + 1, picture.height - 1)
            for x in 0..<width {
                let left = min(x * 2, picture.width - 1), right = min(left + 1, picture.width - 1)
                let one = picture.color(left, top), two = picture.color(right, top)
                let three = picture.color(left, bottom), four = picture.color(right, bottom)
                sums.append(
                    Color(
                        one.red + two.red + three.red + four.red, one.green + two.green + three.green + four.green,
                        one.blue + two.blue + three.blue + four.blue))
            }
        }
        return sums
    }
}
