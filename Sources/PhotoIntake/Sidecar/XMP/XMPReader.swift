internal import PhotoModel

/// Reads XMP packets (ISO 16684-1; EXIF 2.3 for XMP, CIPA DC-010).
enum XMPReader {
    /// The maximum size; longer packets are not read.
    static let mostBytes = 2_097_152

    /// Reads a packet inside a photo; nil if it contains nothing that is read.
    ///
    /// In a damaged packet, everything before the damage is used, but only complete attributes and elements. A packet
    /// with a DOCTYPE, or one that exceeds a limit, is ignored: no program writes such packets. A position that cannot
    /// be parsed is malformed, not absent.
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

    /// Reads a packet that is a file. A damaged one is an error and yields nothing.
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

    /// The properties, and how parsing ended; nil for a packet that is too long, and if memory is exhausted.
    private static func collect(_ packet: Span<UInt8>) -> (XMPCollector, ExpatParser.End)? {
        guard packet.count <= mostBytes else { return nil }
        if let bytes = UTF32Text.utf8(packet) { return parse(bytes.span, isUTF8: true) }
        // White space before an XML declaration violates the standard (XML 1.0, 2.8) but is harmless.
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

/// Converts UTF-32, which XMP allows (ISO 16684-1, clause 7) and expat does not support.
enum UTF32Text {
    /// The text in UTF-8; nil if the bytes do not start with UTF-32's byte order mark or `<`. Invalid characters become
    /// U+FFFD.
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

/// Checks which properties an XMP packet names without parsing it, at a hundredth of the cost.
///
/// XML has no character references in names, so a packet that does not contain the bytes of a name does not have that
/// property. One that contains them may have it elsewhere than among the photo's properties.
enum XMPGlance {
    /// Whether `packet` may add something to `facts`. Always true for UTF-16 and UTF-32, which are not searched.
    static func mayAdd(_ packet: Span<UInt8>, to facts: PhotoFacts) -> Bool {
        isWide(packet) || names(XMPProperty.missing(in: facts), packet)
    }

    /// Whether `packet` names one of `properties`, in UTF-8 or another superset of ASCII.
    static func names(_ properties: [XMPProperty], _ packet: Span<UInt8>) -> Bool {
        for property in properties where names(property, packet) { return true }
        return false
    }

    /// Whether one of the first bytes is 0 or part of a byte order mark of UTF-16 or UTF-32. XML in a single-byte
    /// encoding cannot start with these.
    private static func isWide(_ packet: Span<UInt8>) -> Bool {
        for index in 0..<min(4, packet.count) where packet[index] == 0 || packet[index] >= 0xFE { return true }
        return false
    }

    /// Whether one of the property's names occurs as a whole: after a prefix or the start of a tag, and before the end
    /// of a name.
    private static func names(_ property: XMPProperty, _ packet: Span<UInt8>) -> Bool {
        for name in property.names where holds(name, packet) { return true }
        return false
    }

    private static func holds(_ name: StaticString, _ packet: Span<UInt8>) -> Bool {
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
    /// Properties of the position.
    static let position = [
        XMPProperty.latitude, .longitude, .droneLatitude, .droneLongitude, .droneLongtitude,
    ]
    /// Properties of the time of capture.
    static let time =
        original + [.dateTimeDigitized, .shotDate, .createDate, .firstPhotoDate, .droneTime]
    /// Those that mean when the photo was taken, and not when it was digitized.
    static let original = [XMPProperty.dateTimeOriginal, .dateCreated]

    /// The one that has the offset of a time; nil where there is none.
    fileprivate var offset: XMPProperty? {
        switch self {
        case .dateTimeOriginal: .offsetTimeOriginal
        case .dateTimeDigitized: .offsetTimeDigitized
        default: nil
        }
    }

    /// The properties that could add something to `facts` (``PhotoFacts/add(_:)``); a place always, since another one
    /// counts for `never` fences.
    static func missing(in facts: PhotoFacts) -> [XMPProperty] {
        var properties = position
        if facts.wantsTime { properties += time }
        if facts.make == nil, facts.model == nil { properties += [.make, .model] }
        if facts.orientation == nil { properties.append(.orientation) }
        return properties
    }
}

extension SourceFacts {
    init(xmp values: XMPValues) {
        self.init(.xmp)
        position = Self.position(values)
        let drones = Self.dronePosition(values)
        if position.coordinate != nil {
            otherPlaces = [drones.coordinate].compactMap(\.self)
        } else {
            if position == .absent || drones.coordinate != nil { position = drones }
            if position.coordinate != nil { altitude = values[.droneAltitude].flatMap(XMPNumber.value) }
        }
        otherPlaces += values.created.compactMap { Self.position($0).coordinate }
        if values.descriptions.count > 1 {
            let own = position
            otherPlaces += values.descriptions.flatMap { [Self.position($0), Self.dronePosition($0)] }
                .filter { $0 != own }.compactMap(\.coordinate)
        }
        if let altitude = values[.altitude].flatMap(XMPNumber.value) {
            let reference = values[.altitudeRef].flatMap(XMPNumber.value)
            let isBelow = reference == 1 || reference == 3
            self.altitude = isBelow && altitude != 0 ? -abs(altitude) : altitude
        }
        horizontalAccuracy = values[.positioningError].flatMap(XMPNumber.value)
            .flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
        processingMethod = Self.string(values[.processingMethod])
        // The time of a fix is in UTC, even if it is written without an offset (EXIF 3.0, 4.6.6).
        gpsTime = values[.gpsTime].flatMap(Self.time)?.utc
        captureTime = Self.captureTime(values)
        isTimeOfDigitizing = XMPProperty.original.allSatisfy { values[$0].flatMap(Self.time) == nil }
        if isTimeOfDigitizing { vagueTime = Self.vagueTime(values) }
        make = Self.string(values[.make])
        model = Self.string(values[.model])
        orientation = values[.orientation].flatMap(XMPNumber.value).flatMap(Int.init(exactly:))
            .flatMap { (1...8).contains($0) ? $0 : nil }
    }

    /// Signed decimals are accepted only if neither axis has a reference: if one has, the other's is missing.
    private static func position(_ values: XMPValues) -> Position {
        let latitude = values[.latitude].map { XMPAngle($0, reference: values[.latitudeRef], along: .latitude) }
        let longitude = values[.longitude].map { XMPAngle($0, reference: values[.longitudeRef], along: .longitude) }
        let isSigned = latitude?.hasReference != true && longitude?.hasReference != true
        return Position(
            latitude?.angle(isSigned: isSigned) ?? .absent, longitude?.angle(isSigned: isSigned) ?? .absent)
    }

    /// The position in a drone maker's own properties: signed degrees.
    private static func dronePosition(_ values: XMPValues) -> Position {
        func angle(_ value: [UInt8]?, along axis: ExifAngle.Axis) -> ExifAngle {
            value.map { XMPAngle($0, reference: nil, along: axis).angle(isSigned: true) } ?? .absent
        }
        return Position(
            angle(values[.droneLatitude], along: .latitude),
            angle(values[.droneLongitude] ?? values[.droneLongtitude], along: .longitude))
    }

    /// The first valid time of: when the picture was taken; when the content was created, which is the same for a photo
    /// and is what Apple writes; when it was digitized; when it was shot; when the file was created; when a panorama's
    /// first photo was taken; a drone's moment of exposure, which is in UTC. ModifyDate is not related to the time of
    /// capture. What only a clock shows that was never set is no time (``CaptureTime/isClockZero``).
    private static func captureTime(_ values: XMPValues) -> CaptureTime? {
        for property in XMPProperty.time {
            guard let written = values[property].flatMap(Self.time) else { continue }
            var time = written.captureTime(.xmp)
            time.add(offset: property.offset.flatMap { values[$0] }.flatMap(Self.shortText), source: .xmp)
            if property == .droneTime { time.offset = time.offset ?? UTCOffset(seconds: 0, source: .utc) }
            if !time.isClockZero { return time }
        }
        return nil
    }

    /// What the packet says of when the picture was taken, where that is no time.
    private static func vagueTime(_ values: XMPValues) -> VagueTime? {
        for value in XMPProperty.original.compactMap({ values[$0] }) {
            let text = Array(value.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed())
            guard let text = shortText(text) else { return VagueTime(days: nil) }
            if let time = VagueTime(text) { return time }
        }
        return nil
    }

    private static func time(_ value: [UInt8]) -> WrittenTime? {
        shortText(value).flatMap { WrittenTime($0, source: .xmp) }
    }

    /// Returns nil for a text that is longer than any time.
    private static func shortText(_ value: [UInt8]) -> ShortText? {
        value.count > ShortText.mostBytes ? nil : ShortText(value.span)
    }

    private static func string(_ value: [UInt8]?) -> String? {
        value.map { String(decoding: $0, as: UTF8.self) }
    }
}
