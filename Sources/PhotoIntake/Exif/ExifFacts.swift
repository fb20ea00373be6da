internal import PhotoModel

extension PhotoFacts {
    /// Takes over what a loaded EXIF block says.
    mutating func take(_ block: borrowing ExifBlock) {
        takePosition(block)
        takeFix(block)
        captureTime = Self.captureTime(block)
        make = block.withBytes(of: .make, ExifText.string) ?? nil
        model = block.withBytes(of: .model, ExifText.string) ?? nil
        orientation = block.number(.orientation).flatMap { (1...8).contains($0) ? $0 : nil }
    }

    private mutating func takePosition(_ block: borrowing ExifBlock) {
        let latitude = ExifAngle(.latitude, .latitudeRef, along: .latitude, in: block)
        let longitude = ExifAngle(.longitude, .longitudeRef, along: .longitude, in: block)
        position = Position(latitude, longitude)
        if case .valid = position { positionSource = .exif }
    }

    /// What else is known of the position: height, accuracy, how and when it was found.
    private mutating func takeFix(_ block: borrowing ExifBlock) {
        altitude = Self.altitude(block)
        horizontalAccuracy = block.fractions(.horizontalError)?[0].value
            .flatMap { $0 > 0 && $0 <= 100_000 ? $0 : nil }
        let order = block.byteOrder
        processingMethod = block.withBytes(of: .processingMethod) { ExifText.encodedString($0, order) } ?? nil
        if let stamp = block.shortText(.dateStamp), let time = block.fractions(.timeStamp) {
            gpsTime = ExifTime.gpsTime(stamp, time)
        }
    }

    /// GPSAltitudeRef: 0 and 2 above sea level and ellipsoid, 1 and 3 below (EXIF 3.0, 4.6.6). Absent means above.
    private static func altitude(_ block: borrowing ExifBlock) -> Double? {
        guard let altitude = block.fractions(.altitude)?[0].value else { return nil }
        let isBelow = block.number(.altitudeRef).map { $0 == 1 || $0 == 3 } ?? false
        return isBelow && altitude != 0 ? -abs(altitude) : altitude
    }

    /// DateTimeOriginal, else DateTimeDigitized, each with the sub-seconds and the offset that belong to it. DateTime
    /// is the time of the last change and tells nothing of the taking.
    private static func captureTime(_ block: borrowing ExifBlock) -> CaptureTime? {
        captureTime(block, .dateTimeOriginal, .subSecTimeOriginal, .offsetTimeOriginal)
            ?? captureTime(block, .dateTimeDigitized, .subSecTimeDigitized, .offsetTimeDigitized)
    }

    private static func captureTime(
        _ block: borrowing ExifBlock, _ date: WantedEntry, _ subSeconds: WantedEntry, _ offset: WantedEntry
    ) -> CaptureTime? {
        block.shortText(date).flatMap { text in
            ExifTime.captureTime(text, subSeconds: block.shortText(subSeconds), offset: block.shortText(offset))
        }
    }
}

extension Position {
    /// A position of two angles. Of several problems the first in this order is told: one angle is missing, the
    /// latitude's, the longitude's.
    init(_ latitude: ExifAngle, _ longitude: ExifAngle) {
        switch (latitude, longitude) {
        case (.absent, .absent): self = .absent
        case (.absent, _), (_, .absent): self = .invalid(.incomplete)
        case (.degrees(0), .degrees(0)): self = .invalid(.nullIsland)
        case (.degrees(let latitude), .degrees(let longitude)):
            let coordinate = Coordinate(latitude: latitude, longitude: longitude)
            self = coordinate.map(Position.valid) ?? .invalid(.outOfRange)
        default: self = .invalid(latitude.problem ?? longitude.problem ?? .malformed)
        }
    }
}
