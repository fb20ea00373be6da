extension Coordinate {
    /// Reads `LAT,LON` in signed decimal degrees with a point: `37.78,-122.39`. Blanks around the comma are allowed.
    package init(parsing text: String) throws(TextError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let latitude = decimal(trimmed(parts[0])), let longitude = decimal(trimmed(parts[1]))
        else {
            throw TextError("a place is written LAT,LON in decimal degrees, as in 37.78,-122.39")
        }
        try self.init(checkingLatitude: latitude, longitude: longitude)
    }

    private init(checkingLatitude latitude: Double, longitude: Double) throws(TextError) {
        if let coordinate = Coordinate(latitude: latitude, longitude: longitude) {
            self = coordinate
            return
        }
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            let hint = isSwapped ? "; the latitude comes first" : ""
            throw TextError("latitude \(shortest(latitude)) is out of range (-90...90)\(hint)")
        }
        throw TextError("longitude \(shortest(longitude)) is out of range (-180...180)")
    }

    /// The coordinate as `LAT,LON`, in the fewest digits that read back as the same.
    package var text: String { "\(shortest(latitude)),\(shortest(longitude))" }
}

extension Coordinate {
    /// Reads a place as people paste it: `LAT,LON`, a `geo:` URI (RFC 5870), or a link to OpenStreetMap, Google Maps or
    /// Apple Maps. Of several positions in a link the place itself goes before the middle of the map.
    package init(parsingPlace text: String) throws(TextError) {
        let text = trimmed(text)
        if text.lowercased().hasPrefix("geo:") {
            self = try GeoURI(text).coordinate
        } else if text.contains("://") || text.contains("#map=") || text.hasPrefix("www.") {
            self = try MapLink(text).coordinate
        } else {
            try self.init(parsing: text)
        }
    }
}

/// A `geo:` URI: `geo:LAT,LON[,ALT][;crs=wgs84][;u=METRES][?q=LAT,LON(LABEL)]`. The uncertainty is passed over.
private struct GeoURI {
    let coordinate: Coordinate

    init(_ text: String) throws(TextError) {
        let parts = text.dropFirst("geo:".count).split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = parts[0].split(separator: ";", omittingEmptySubsequences: false)
        for field in fields.dropFirst() where field.lowercased().hasPrefix("crs=") {
            guard field.lowercased() == "crs=wgs84" else {
                throw TextError("the geo: URI names a reference system other than WGS 84")
            }
        }
        let numbers = fields[0].split(separator: ",", omittingEmptySubsequences: false)
        guard numbers.count == 2 || numbers.count == 3 else {
            throw TextError("a geo: URI is written geo:LAT,LON, as in geo:37.78,-122.39")
        }
        let written = try Coordinate(parsing: numbers.prefix(2).joined(separator: ","))
        // Android writes geo:0,0?q=LAT,LON for a place, and shows 0,0 nowhere.
        let asked = parts.count == 2 ? LinkQuery(parts[1]).coordinate("q") : nil
        coordinate = written == Coordinate(latitude: 0, longitude: 0) ? asked ?? written : written
    }
}

/// A link that a map's page gives out.
private struct MapLink {
    let coordinate: Coordinate

    init(_ text: String) throws(TextError) {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = LinkQuery(halves.count == 2 ? halves[1] : "")
        let fragment = parts.count == 2 ? parts[1] : ""
        let found =
            Self.place(in: percentDecoded(text)) ?? query.marker
            ?? ["coordinate", "query", "q", "ll"].lazy.compactMap(query.coordinate).first
            ?? Self.named(in: halves[0]) ?? Self.viewport(in: percentDecoded(halves[0])) ?? query.coordinate("center")
            ?? Self.map(LinkQuery(fragment))
        guard let found else {
            throw TextError(
                "the link holds no position; open it in a browser and copy the address of the page, or write LAT,LON")
        }
        coordinate = found
    }

    /// Google's place: `!3dLAT!4dLON`, the last where there are several.
    private static func place(in text: String) -> Coordinate? {
        let fields = text.split(whereSeparator: { "!?&#/".contains($0) })
        let found = Array(zip(fields, fields.dropFirst())).last { $0.hasPrefix("3d") && $1.hasPrefix("4d") }
        return found.flatMap { point($0.dropFirst(2), $1.dropFirst(2)) }
    }

    /// Google's `/search/LAT,LON` and `/place/LAT,LON`.
    private static func named(in path: Substring) -> Coordinate? {
        let parts = path.split(separator: "/")
        return zip(parts, parts.dropFirst()).lazy
            .filter { name, _ in name == "search" || name == "place" }
            .compactMap { LinkQuery.coordinate(of: percentDecoded($1.replacing("+", with: " "))) }.first
    }

    /// Google's middle of the map: `@LAT,LON,ZOOM`.
    private static func viewport(in path: String) -> Coordinate? {
        guard let at = path.lastIndex(of: "@") else { return nil }
        let fields = path[path.index(after: at)...].split(separator: ",", omittingEmptySubsequences: false)
        return fields.count >= 2 ? point(fields[0], fields[1]) : nil
    }

    /// OpenStreetMap's middle of the map: `#map=ZOOM/LAT/LON`.
    private static func map(_ fragment: LinkQuery) -> Coordinate? {
        guard let fields = fragment["map"]?.split(separator: "/"), fields.count >= 3 else { return nil }
        return point(fields[1], fields[2])
    }

    private static func point(_ latitude: Substring, _ longitude: Substring) -> Coordinate? {
        try? Coordinate(parsing: "\(latitude),\(longitude)")
    }
}

/// The names and values of a link's query.
private struct LinkQuery {
    private let items: [(name: String, value: String)]

    init(_ text: Substring) {
        items = text.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? percentDecoded(halves[1].replacing("+", with: " ")) : ""
            return (String(halves[0]), value)
        }
    }

    subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// OpenStreetMap's marker.
    var marker: Coordinate? {
        guard let latitude = self["mlat"], let longitude = self["mlon"] else { return nil }
        return try? Coordinate(parsing: "\(latitude),\(longitude)")
    }

    /// The position that a value is, perhaps after `loc:` and before a name in parentheses.
    func coordinate(_ name: String) -> Coordinate? {
        self[name].flatMap(Self.coordinate(of:))
    }

    static func coordinate(of value: String) -> Coordinate? {
        let start = value.hasPrefix("loc:") ? value.dropFirst(4) : value[...]
        return try? Coordinate(parsing: String(start.prefix { $0 != "(" }))
    }
}

/// A text with its percent-encoded bytes decoded (RFC 3986, section 2.1); what is no such encoding stays.
private func percentDecoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
