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

/// What the bytes of an XMP packet tell without being parsed, at a hundredth of the cost: which properties it names.
///
/// A name stands in the bytes as it is, whatever its prefix: XML knows no references in names. So a packet
/// without it has no such property. One that has it may have it elsewhere than a photo's properties stand.
enum XMPGlance {
    /// Whether `packet` may add something to `facts`. One in UTF-16 or UTF-32, where a name takes more bytes, may.
    static func mayAdd(_ packet: Span<UInt8>, to facts: PhotoFacts) -> Bool {
        isWide(packet) || names(XMPProperty.missing(in: facts), packet)
    }

    /// Whether `packet` names one of `properties` in UTF-8 or another encoding that has ASCII in it.
    static func names(_ properties: [XMPProperty], _ packet: Span<UInt8>) -> Bool {
        for property in properties where names(property, packet) { return true }
        return false
    }

    /// Whether one of the first bytes is 0 or belongs to a byte order mark of UTF-16 or UTF-32, none of which can be in
    /// text of single bytes that begins as XML does.
    private static func isWide(_ packet: Span<UInt8>) -> Bool {
        for place in 0..<min(4, packet.count) where packet[place] == 0 || packet[place] >= 0xFE { return true }
        return false
    }

    /// Whether the name stands there by itself: behind a prefix or the beginning of a tag, and before what ends a name.
    private static func names(_ property: XMPProperty, _ packet: Span<UInt8>) -> Bool {
        let name = property.name
        var start = 0
        while let place = packet.firstPlace(of: name, from: start) {
            let end = place + name.utf8CodeUnitCount
            if place > 0, begins(behind: packet[place - 1]), end == packet.count || ends(at: packet[end]) {
                return true
            }
            start = end
        }
        return false
    }

    private static func begins(behind byte: UInt8) -> Bool {
        byte == UInt8(ascii: ":") || byte == UInt8(ascii: "<")
    }

    private static func ends(at byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "=") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
    }
}

extension XMPProperty {
    /// Those that tell where a photo was taken.
    static let position = [XMPProperty.latitude, .longitude]
    /// Those that tell when it was taken.
    static let time = [XMPProperty.dateTimeOriginal, .dateCreated, .dateTimeDigitized, .createDate]

    /// Those that could add something to `facts` (``PhotoFacts/add(_:)``).
    static func missing(in facts: PhotoFacts) -> [XMPProperty] {
        var properties: [XMPProperty] = []
        if facts.position.coordinate == nil { properties += position }
        if facts.captureTime == nil { properties += time }
        if facts.make == nil, facts.model == nil { properties += [.make, .model] }
        if facts.orientation == nil { properties.append(.orientation) }
        return properties
    }
}

extension SourceFacts {
    /// What the properties of an XMP packet come to.
    init(xmp values: XMPValues) {
        self.init(.xmp)
        position = Self.position(values)
        if let altitude = values[.altitude].flatMap(XMPNumber.value) {
            let reference = values[.altitudeRef].flatMap(XMPNumber.value)
            let isBelow = reference == 1 || reference == 3
            self.altitude = isBelow && altitude != 0 ? -abs(altitude) : altitude
        }
        horizontalAccuracy = values[.positioningError].flatMap(XMPNumber.value)
            .flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
        processingMethod = Self.string(values[.processingMethod])
        // The moment of a fix is UTC, also where it is written without an offset (EXIF 3.0, 4.6.6).
        gpsTime = values[.gpsTime].flatMap(Self.time)?.utc
        captureTime = Self.captureTime(values)
        make = Self.string(values[.make])
        model = Self.string(values[.model])
        orientation = values[.orientation].flatMap(XMPNumber.value).flatMap(Int.init(exactly:))
            .flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Signed decimals count only where neither axis has a reference: with one, the other's is what is missing.
    private static func position(_ values: XMPValues) -> Position {
        let latitude = values[.latitude].map { XMPAngle($0, reference: values[.latitudeRef], along: .latitude) }
        let longitude = values[.longitude].map { XMPAngle($0, reference: values[.longitudeRef], along: .longitude) }
        let isSigned = latitude?.hasReference != true && longitude?.hasReference != true
        return Position(
            latitude?.angle(isSigned: isSigned) ?? .absent, longitude?.angle(isSigned: isSigned) ?? .absent)
    }

    /// The first of these that is a time: when the picture was taken, when the content was created (which is the same
    /// for a photo, and what Apple writes), when it was digitized, when the file was made. ModifyDate tells
    /// nothing of the taking.
    private static func captureTime(_ values: XMPValues) -> CaptureTime? {
        for property in XMPProperty.time {
            guard let time = values[property].flatMap(Self.time) else { continue }
            return CaptureTime(wall: time.wall, offset: time.offset, source: .xmp)
        }
        return nil
    }

    /// Nil for a text that is longer than any time.
    private static func time(_ value: [UInt8]) -> WrittenTime? {
        value.count > ShortText.mostBytes ? nil : WrittenTime(ShortText(value.span), source: .xmp)
    }

    private static func string(_ value: [UInt8]?) -> String? {
        value.map { String(decoding: $0, as: UTF8.self) }
    }
}
