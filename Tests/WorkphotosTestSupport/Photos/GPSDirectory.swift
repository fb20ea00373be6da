extension ExifStructure {
    /// A block with only a position: latitude and longitude with their references, each omitted if nil.
    package static func position(
        _ latitude: ExifEntry?, _ latitudeRef: String?, _ longitude: ExifEntry?, _ longitudeRef: String?,
        order: Order = .little
    ) -> ExifStructure {
        let entries = [
            latitudeRef.map { ExifEntry.text(0x01, $0) }, latitude,
            longitudeRef.map { ExifEntry.text(0x03, $0) }, longitude,
        ]
        return ExifStructure(order: order, gps: entries.compactMap { $0 })
    }

    /// 33° 51' 24.48" and 151° 12' 55.08", with additional entries.
    package static func sydney(_ further: ExifEntry...) -> ExifStructure {
        var structure = position(.latitude, "S", .longitude, "E")
        structure.gps += further
        return structure
    }
}

extension ExifEntry {
    /// 33° 51' 24.48".
    package static let latitude = fractions(0x02, (33, 1), (51, 1), (2_448, 100))
    /// 151° 12' 55.08".
    package static let longitude = fractions(0x04, (151, 1), (12, 1), (550_800, 10_000))

    /// A latitude in whole degrees, minutes and seconds.
    package static func latitude(_ degrees: UInt32, _ minutes: UInt32, _ seconds: UInt32) -> ExifEntry {
        fractions(0x02, (degrees, 1), (minutes, 1), (seconds, 1))
    }

    /// A longitude in whole degrees, minutes and seconds.
    package static func longitude(_ degrees: UInt32, _ minutes: UInt32, _ seconds: UInt32) -> ExifEntry {
        fractions(0x04, (degrees, 1), (minutes, 1), (seconds, 1))
    }
}
