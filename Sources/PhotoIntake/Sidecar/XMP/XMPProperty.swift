/// The properties of an XMP packet that are read, by namespace and name, never by prefix.
enum XMPProperty: Int, CaseIterable {
    case latitude, latitudeRef, longitude, longitudeRef, altitude, altitudeRef
    case positioningError, processingMethod, gpsTime
    case dateTimeOriginal, dateTimeDigitized, dateCreated, createDate
    case make, model, orientation

    private struct Namespace {
        var uri: StaticString
        var names: [(name: StaticString, property: XMPProperty)]
    }

    /// EXIF 2.3 for XMP (CIPA DC-010); XMP's own namespace (ISO 16684-1, clause 8) and Photoshop's (XMP specification,
    /// part 2).
    private static let namespaces = [
        Namespace(
            uri: "http://ns.adobe.com/exif/1.0/",
            names: [
                ("GPSLatitude", .latitude), ("GPSLatitudeRef", .latitudeRef),
                ("GPSLongitude", .longitude), ("GPSLongitudeRef", .longitudeRef),
                ("GPSAltitude", .altitude), ("GPSAltitudeRef", .altitudeRef),
                ("GPSHPositioningError", .positioningError), ("GPSProcessingMethod", .processingMethod),
                ("GPSTimeStamp", .gpsTime),
                ("DateTimeOriginal", .dateTimeOriginal), ("DateTimeDigitized", .dateTimeDigitized),
            ]),
        Namespace(
            uri: "http://ns.adobe.com/tiff/1.0/",
            names: [("Make", .make), ("Model", .model), ("Orientation", .orientation)]),
        Namespace(uri: "http://ns.adobe.com/xap/1.0/", names: [("CreateDate", .createDate)]),
        Namespace(uri: "http://ns.adobe.com/photoshop/1.0/", names: [("DateCreated", .dateCreated)]),
    ]

    /// The name in its namespace.
    var name: StaticString {
        for namespace in Self.namespaces {
            for (name, property) in namespace.names where property == self { return name }
        }
        return ""
    }

    /// `name` is a namespace, a line feed and a name in it. Nil for every other name.
    init?(_ name: Span<UInt8>) {
        for namespace in Self.namespaces where name.holds(namespace.uri) {
            let end = namespace.uri.utf8CodeUnitCount
            guard end < name.count, name[end] == 0x0A else { continue }
            let found = namespace.names.first {
                name.holds($0.name, at: end + 1) && name.count == end + 1 + $0.name.utf8CodeUnitCount
            }
            guard let found else { return nil }
            self = found.property
            return
        }
        return nil
    }
}

/// What an XMP packet says, property by property: text without white space around it.
struct XMPValues {
    /// A longer value says nothing that is read.
    static let mostBytes = 256

    private var values = [[UInt8]](repeating: [], count: XMPProperty.allCases.count)

    /// The value; nil where there is none.
    subscript(property: XMPProperty) -> [UInt8]? {
        values[property.rawValue].isEmpty ? nil : values[property.rawValue]
    }

    /// Takes over a value. Of several of one property the first counts; blank and overlong ones are none.
    mutating func take(_ value: Span<UInt8>, of property: XMPProperty) {
        guard values[property.rawValue].isEmpty, value.count <= Self.mostBytes else { return }
        var (start, end) = (0, value.count)
        while start < end, value[start] <= 0x20 { start += 1 }
        while end > start, value[end - 1] <= 0x20 { end -= 1 }
        for place in start..<end { values[property.rawValue].append(value[place]) }
    }
}
