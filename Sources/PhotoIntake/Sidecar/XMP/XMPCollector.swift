/// Collects the wanted properties of an XMP packet (ISO 16684-1, clause 7).
///
/// Only properties of the resource itself are read: children or attributes of an `rdf:Description` directly in
/// `rdf:RDF`. A position inside a structure belongs to something else, as in `Iptc4xmpExt:LocationShown`; but
/// `Iptc4xmpExt:LocationCreated` is where the camera was (IPTC Photo Metadata Standard, Location Created).
struct XMPCollector {
    /// The maximum nesting depth. XMP's own properties need about 12.
    static let mostLevels = 64
    /// The maximum number of elements; each one takes time.
    static let mostElements = 50_000

    enum Step {
        /// Continue.
        case goOn
        /// Pass its attributes.
        case takeAttributes
        /// Stop, since the packet exceeds a limit.
        case stop
    }

    private enum Place {
        /// Around `rdf:RDF`.
        case outside
        /// In `rdf:RDF`.
        case resources
        /// In an `rdf:Description` in `rdf:RDF`.
        case description
        /// In a wanted property, or in the RDF elements around its value.
        case property
        /// In the place where the photo was created, or in the RDF elements around its properties.
        case created
        /// In anything else.
        case ignored
    }

    private(set) var values = XMPValues()
    /// Whether an `rdf:RDF` was found, without which a text is not an XMP packet.
    private(set) var hasResources = false
    private(set) var isClosed = false
    private var places: [Place] = []
    private var elements = 0
    private var property: XMPProperty?
    private var text: [UInt8] = []

    /// Whether text at this position is wanted and not yet too long.
    var wantsText: Bool { places.last == .property && text.count <= XMPValues.mostBytes }

    /// Handles the start of an element. `name` is its namespace, a line feed and its local name, truncated if it is
    /// unknown and long.
    mutating func start(_ name: Span<UInt8>) -> Step {
        elements += 1
        guard places.count < Self.mostLevels, elements <= Self.mostElements else { return .stop }
        let place = place(of: name)
        places.append(place)
        text.removeAll(keepingCapacity: true)
        return place == .description || place == .property || place == .created ? .takeAttributes : .goOn
    }

    mutating func attribute(_ name: Span<UInt8>, _ value: Span<UInt8>) {
        if places.last == .description || places.last == .created {
            if let property = XMPProperty(name) { take(value, of: property) }
        } else if let property, name.isRDF("value") {
            take(value, of: property)
        }
    }

    /// Handles a text or a part of one. Called while ``wantsText`` is true.
    mutating func text(_ bytes: Span<UInt8>) {
        guard wantsText else { return }
        for index in 0..<min(bytes.count, XMPValues.mostBytes + 1 - text.count) { text.append(bytes[index]) }
    }

    mutating func end() {
        let place = places.popLast()
        if place == .property, let property {
            let value = text
            take(value.span, of: property)
        }
        text.removeAll(keepingCapacity: true)
        isClosed = places.isEmpty
    }

    private mutating func take(_ value: Span<UInt8>, of property: XMPProperty) {
        if places.contains(.created) {
            values.created[values.created.count - 1].take(value, of: property)
        } else {
            values.take(value, of: property)
            values.descriptions[values.descriptions.count - 1].take(value, of: property)
        }
    }

    private mutating func place(of name: Span<UInt8>) -> Place {
        switch places.last ?? .outside {
        case .outside:
            guard name.isRDF("RDF") else { return .outside }
            hasResources = true
            return .resources
        case .resources:
            guard name.isRDF("Description") else { return .ignored }
            values.descriptions.append(XMPValues())
            return .description
        case .description where name.isPlaceOfCreation:
            values.created.append(XMPValues())
            return .created
        case .description: return property(name)
        case .created:
            // Of several places, each is one.
            if name.isRDF("li") { values.created.append(XMPValues()) }
            return name.isRDF(in: Self.around) ? .created : property(name)
        case .property:
            // A list, of which the first value is used, or a value with qualifiers.
            return name.isRDF(in: Self.around) ? .property : .ignored
        case .ignored: return .ignored
        }
    }

    private static let around = ["Alt", "Seq", "Bag", "li", "Description", "value"] as [StaticString]

    private mutating func property(_ name: Span<UInt8>) -> Place {
        property = XMPProperty(name)
        return property == nil ? .ignored : .property
    }
}

extension Span<UInt8> {
    /// Whether this is the name `local` in RDF's namespace.
    fileprivate func isRDF(_ local: StaticString) -> Bool {
        isName(local, in: "http://www.w3.org/1999/02/22-rdf-syntax-ns#\n")
    }

    /// Whether this is one of several names in RDF's namespace.
    fileprivate func isRDF(in locals: [StaticString]) -> Bool {
        for local in locals where isRDF(local) { return true }
        return false
    }

    /// Whether this is `Iptc4xmpExt:LocationCreated`.
    fileprivate var isPlaceOfCreation: Bool {
        isName("LocationCreated", in: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/\n")
    }

    /// Whether this is the name `local` in a namespace, joined as expat does.
    private func isName(_ local: StaticString, in namespace: StaticString) -> Bool {
        count == namespace.utf8CodeUnitCount + local.utf8CodeUnitCount && holds(namespace)
            && holds(local, at: namespace.utf8CodeUnitCount)
    }
}

/// The properties that are read from an XMP packet, by namespace and name, regardless of the prefix.
enum XMPProperty: Int, CaseIterable {
    case latitude, latitudeRef, longitude, longitudeRef, altitude, altitudeRef
    case positioningError, processingMethod, gpsTime
    case dateTimeOriginal, dateTimeDigitized, dateCreated, createDate
    case offsetTimeOriginal, offsetTimeDigitized
    case make, model, orientation
    // Of drones' makers and of panoramas.
    case droneLatitude, droneLongitude, droneLongtitude, droneAltitude, droneTime
    case shotDate, firstPhotoDate

    private struct Namespace {
        var uri: StaticString
        var names: [(name: StaticString, property: XMPProperty)]
    }

    /// EXIF for XMP (CIPA DC-010), of which later versions have a second namespace; XMP's own (ISO 16684-1, clause
    /// 8), Photoshop's and that of films (XMP specification, part 2: `shotDate` is when it was shot); Google's of
    /// panoramas (Photo Sphere XMP Metadata).
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
                ("OffsetTimeOriginal", .offsetTimeOriginal), ("OffsetTimeDigitized", .offsetTimeDigitized),
            ]),
        Namespace(
            uri: "http://cipa.jp/exif/1.0/",
            names: [("OffsetTimeOriginal", .offsetTimeOriginal), ("OffsetTimeDigitized", .offsetTimeDigitized)]),
        Namespace(
            uri: "http://ns.adobe.com/tiff/1.0/",
            names: [("Make", .make), ("Model", .model), ("Orientation", .orientation)]),
        Namespace(uri: "http://ns.adobe.com/xap/1.0/", names: [("CreateDate", .createDate)]),
        Namespace(uri: "http://ns.adobe.com/photoshop/1.0/", names: [("DateCreated", .dateCreated)]),
        // Autel writes the same, with another prefix (a record of an XT705 that a reader of such photos tests with).
        // DJI has misspelled the longitude for years. `UTCAtExposure` of a Matrice 4E is 02:12:54 where
        // DateTimeOriginal is 10:12:34 in a zone of +08:00 (a record that uav_photo_optimizer tests with).
        Namespace(
            uri: "http://www.dji.com/drone-dji/1.0/",
            names: [
                ("GpsLatitude", .droneLatitude), ("GpsLongitude", .droneLongitude),
                ("GpsLongtitude", .droneLongtitude), ("AbsoluteAltitude", .droneAltitude),
                ("UTCAtExposure", .droneTime),
            ]),
        // As OpenAthena reads Skydio's.
        Namespace(
            uri: "https://www.skydio.com/drone-skydio/1.0/",
            names: [
                ("Latitude", .droneLatitude), ("Longitude", .droneLongitude), ("AbsoluteAltitude", .droneAltitude),
            ]),
        // As Parrot's own reader of its photos, libpmeta, lists them.
        Namespace(
            uri: "http://www.parrot.com/drone-parrot/1.0/",
            names: [
                ("DroneLatitude", .droneLatitude), ("DroneLongitude", .droneLongitude),
                ("DroneAltitudeEgm96Amsl", .droneAltitude),
            ]),
        Namespace(uri: "http://ns.adobe.com/xmp/1.0/DynamicMedia/", names: [("shotDate", .shotDate)]),
        Namespace(uri: "http://ns.google.com/photos/1.0/panorama/", names: [("FirstPhotoDate", .firstPhotoDate)]),
    ]

    /// The local names, one for each namespace that has the property.
    var names: [StaticString] { Self.localNames[rawValue] }

    private static let localNames: [[StaticString]] = allCases.map { property in
        namespaces.flatMap { namespace in namespace.names.filter { $0.property == property }.map(\.name) }
    }

    /// `name` is a namespace, a line feed and a local name. Nil for any other name.
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

/// The values of an XMP packet by property, without surrounding white space.
struct XMPValues {
    /// The maximum length of a value; longer ones are ignored.
    static let mostBytes = 256

    /// The values of the places where the photo was created.
    var created: [XMPValues] = []
    /// The values of each description of the resource: two may say different places.
    var descriptions: [XMPValues] = []
    private var values = [[UInt8]](repeating: [], count: XMPProperty.allCases.count)

    /// The value; nil if there is none.
    subscript(property: XMPProperty) -> [UInt8]? {
        values[property.rawValue].isEmpty ? nil : values[property.rawValue]
    }

    /// Stores a value. Of several of one property the first counts; blank and overlong values are ignored.
    mutating func take(_ value: Span<UInt8>, of property: XMPProperty) {
        guard values[property.rawValue].isEmpty, value.count <= Self.mostBytes else { return }
        var (start, end) = (0, value.count)
        while start < end, value[start] <= 0x20 { start += 1 }
        while end > start, value[end - 1] <= 0x20 { end -= 1 }
        for index in start..<end { values[property.rawValue].append(value[index]) }
    }
}
