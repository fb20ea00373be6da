internal import PhotoModel

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
