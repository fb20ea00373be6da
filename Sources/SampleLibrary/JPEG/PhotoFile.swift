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
