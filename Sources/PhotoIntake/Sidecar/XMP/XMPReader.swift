internal import PhotoModel

/// Reads XMP packets (ISO 16684-1; EXIF 2.3 for XMP, CIPA DC-010).
enum XMPReader {
    /// A longer packet is not read.
    static let mostBytes = 2_097_152

    /// What a packet inside of a photo says; nil where it says nothing that is read.
    ///
    /// What stands before a damaged place is kept: an attribute or element is taken over when it is complete, and no
    /// half of one ever. A packet with a DOCTYPE, or one larger or deeper than what is read, says nothing: no
    /// program writes such. A position that a packet names and that cannot be read is malformed, not absent.
    static func read(_ packet: Span<UInt8>) -> SourceFacts? {
        guard let (collector, end) = collect(packet) else { return nil }
        if end == .complete { return collector.hasResources ? SourceFacts(xmp: collector.values) : nil }
        let isKept = if case .malformed = end { collector.hasResources } else { false }
        var facts = isKept ? SourceFacts(xmp: collector.values) : SourceFacts(.xmp)
        if facts.position == .absent, XMPGlance.names(XMPProperty.position, packet) {
            facts.position = .invalid(.malformed)
        }
        return facts
    }

    /// What a packet that is a file of its own says. One that is damaged is a problem, and says nothing.
    static func readFile(_ packet: Span<UInt8>) throws(ContainerProblem) -> SourceFacts {
        guard let (collector, end) = collect(packet) else { throw .tooLarge("is longer than the 2 MiB that are read") }
        switch end {
        case .documentType: throw .corrupt("has a document type, which no XMP file has")
        case .stopped, .outOfMemory: throw .tooLarge("has more elements, or deeper ones, than are read")
        case .malformed(let line) where !collector.isClosed: throw .corrupt("is not well-formed XML in line \(line)")
        case .malformed, .complete: break
        }
        guard collector.hasResources else { throw .corrupt("holds no XMP") }
        return SourceFacts(xmp: collector.values)
    }

    /// The properties, and how the packet ended; nil for one that is too long, and without memory.
    private static func collect(_ packet: Span<UInt8>) -> (XMPCollector, ExpatParser.End)? {
        guard packet.count <= mostBytes else { return nil }
        if let bytes = UTF32Text.utf8(packet) { return parse(bytes.span, isUTF8: true) }
        // White space before an XML declaration is against the standard (XML 1.0, 2.8), and harmless.
        var start = 0
        while start < packet.count, packet[start] == 0x20 || (0x09...0x0D).contains(packet[start]) { start += 1 }
        return parse(packet.extracting(droppingFirst: start), isUTF8: false)
    }

    private static func parse(_ packet: Span<UInt8>, isUTF8: Bool) -> (XMPCollector, ExpatParser.End)? {
        guard let parser = ExpatParser(isUTF8: isUTF8) else { return nil }
        var collector = XMPCollector()
        let end = parser.parse(packet, into: &collector)
        return (collector, end)
    }
}

/// UTF-32, which XMP allows (ISO 16684-1, clause 7) and expat does not know.
enum UTF32Text {
    /// The text in UTF-8; nil where the bytes do not begin with UTF-32's byte order mark or `<`. What is no character
    /// becomes U+FFFD.
    static func utf8(_ bytes: Span<UInt8>) -> [UInt8]? {
        guard let order = order(bytes) else { return nil }
        var text = String.UnicodeScalarView()
        for place in stride(from: 0, through: bytes.count - 4, by: 4) {
            let value = bytes.uint32(at: place, order) ?? 0
            if place > 0 || value != 0xFEFF { text.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
        }
        return Array(String(text).utf8)
    }

    private static func order(_ bytes: Span<UInt8>) -> ByteOrder? {
        for order in [ByteOrder.big, .little] {
            if let first = bytes.uint32(at: 0, order), first == 0xFEFF || first == 0x3C { return order }
        }
        return nil
    }
}
