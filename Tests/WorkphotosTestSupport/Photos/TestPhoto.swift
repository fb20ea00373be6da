/// A small photo like a camera's, for tests that depend on where and when it was taken and not on its format.
package struct TestPhoto {
    /// Signed decimal degrees, written to 1/10,000 of a second of arc; nil for no position.
    package var position: (latitude: Double, longitude: Double)?
    /// `YYYY:MM:DD hh:mm:ss`; nil for no time.
    package var taken: String?
    /// `+hh:mm`; nil for no offset.
    package var offset: String?
    /// The accuracy of the position in metres; nil for none.
    package var accuracy: UInt32?
    package var make = "Leica"
    package var model = "M11"
    /// Bytes after the picture, which make files different.
    package var tail: [UInt8] = []

    package init(at position: (latitude: Double, longitude: Double)? = nil, taken: String? = nil) {
        self.position = position
        self.taken = taken
    }

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
