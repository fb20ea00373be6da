/// An XMP packet.
package struct XMPPacket {
    private static let namespaces = [
        "exif": "http://ns.adobe.com/exif/1.0/", "exifEX": "http://cipa.jp/exif/1.0/",
        "tiff": "http://ns.adobe.com/tiff/1.0/",
        "xmp": "http://ns.adobe.com/xap/1.0/", "photoshop": "http://ns.adobe.com/photoshop/1.0/",
        "ext": "http://iptc.org/std/Iptc4xmpExt/2008-02-29/",
    ]

    /// Attributes of the resource's description, with their prefixes: `exif:`, `exifEX:`, `tiff:`, `xmp:`,
    /// `photoshop:`, `ext:`.
    package var attributes: KeyValuePairs<String, String>
    /// The content of the description.
    package var elements: String
    /// The text before the root element.
    package var beginning = #"<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?>"#
    /// The text after it.
    package var end = #"<?xpacket end="w"?>"#

    package init(_ attributes: KeyValuePairs<String, String> = [:], elements: String = "") {
        self.attributes = attributes
        self.elements = elements
    }

    /// A packet with a position, in XMP's format.
    package static func position(_ latitude: String, _ longitude: String) -> XMPPacket {
        XMPPacket(["exif:GPSLatitude": latitude, "exif:GPSLongitude": longitude])
    }

    package var text: String {
        let prefixes = Self.namespaces.map { " xmlns:\($0)='\($1)'" }.joined()
        let values = attributes.map { " \($0)=\"\($1)\"" }.joined()
        return beginning + "<x:xmpmeta xmlns:x='adobe:ns:meta/'>"
            + "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>"
            + "<rdf:Description rdf:about=''\(prefixes)\(values)>\(elements)</rdf:Description>"
            + "</rdf:RDF></x:xmpmeta>" + end
    }

    package var bytes: [UInt8] { Array(text.utf8) }
}
