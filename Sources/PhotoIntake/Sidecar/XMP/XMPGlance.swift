internal import PhotoModel

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
