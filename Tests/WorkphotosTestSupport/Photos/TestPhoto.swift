/// A small photo as a camera would write it, for tests that care where and when it was taken and not how that is
/// written down.
package struct TestPhoto {
    /// Signed decimal degrees, written to a ten-thousandth of a second of arc; nil for no position.
    package var position: (latitude: Double, longitude: Double)?
    /// `YYYY:MM:DD hh:mm:ss`; nil for no time.
    package var taken: String?
    /// `+hh:mm`; nil for no offset.
    package var offset: String?
    /// How accurate the position is, in metres; nil where the photo does not say it.
    package var accuracy: UInt32?
    package var make = "Leica"
    package var model = "M11"
    /// Bytes behind the picture, by which files differ.
    package var tail: [UInt8] = []

    package init(at position: (latitude: Double, longitude: Double)? = nil, taken: String? = nil) {
        self.position = position
        self.taken = taken
    }

    /// The file.
    package var bytes: [UInt8] {
        var structure = ExifStructure()
        structure.primary = [.text(0x010F, make), .text(0x0110, model)]
        if let taken { structure.exif.append(.text(0x9003, taken)) }
        if let offset { structure.exif.append(.text(0x9011, offset)) }
        if let position {
            structure.gps = [
                .text(0x01, position.latitude < 0 ? "S" : "N"), Self.angle(0x02, position.latitude),
                .text(0x03, position.longitude < 0 ? "W" : "E"), Self.angle(0x04, position.longitude),
            ]
            if let accuracy { structure.gps.append(.fractions(0x1F, (accuracy, 1))) }
        }
        return JPEGFile(structure).bytes + tail
    }

    private static func angle(_ tag: UInt16, _ degrees: Double) -> ExifEntry {
        let units = UInt64((abs(degrees) * 3_600 * 10_000).rounded())
        let perDegree: UInt64 = 3_600 * 10_000
        let perMinute: UInt64 = 60 * 10_000
        return .fractions(
            tag, (UInt32(units / perDegree), 1), (UInt32(units % perDegree / perMinute), 1),
            (UInt32(units % perMinute), 10_000))
    }
}
