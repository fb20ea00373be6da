/// A place as people paste it: `LAT,LON`, degrees with minutes and seconds, a `geo:` URI (RFC 5870), or a link to a map
/// whose order of coordinates is known.
package struct WrittenPlace: Hashable, Sendable {
    /// The place.
    package let coordinate: Coordinate
    /// Whether it is only the middle of the map that a link shows, since the link names no place.
    package let isMiddleOfMap: Bool

    /// - Throws: where the text has no place, or the link is one of a map that is not known.
    package init(parsing text: String) throws(TextError) {
        let text = trimmed(text)
        if text.lowercased().hasPrefix("geo:") {
            let found = try GeoURI(text).found
            coordinate = try Self.known(found.coordinate)
            isMiddleOfMap = found.isMiddle
        } else if text.contains("://") || text.contains("#map=") || text.hasPrefix("www.") {
            let found = try MapLink(text).found
            coordinate = try Self.known(found.coordinate)
            isMiddleOfMap = found.isMiddle
        } else {
            coordinate = try Coordinate(parsing: text)
            isMiddleOfMap = false
        }
    }

    private static func known(_ coordinate: Coordinate) throws(TextError) -> Coordinate {
        guard coordinate != Coordinate(latitude: 0, longitude: 0) else {
            throw TextError("the link is of 0,0, which maps write where they know no place; write 0,0 if you mean it")
        }
        return coordinate
    }
}

extension Coordinate {
    /// Reads a place as people paste it (``WrittenPlace``).
    package init(parsingPlace text: String) throws(TextError) {
        self = try WrittenPlace(parsing: text).coordinate
    }
}

/// A `geo:` URI: `geo:LAT,LON[,ALT][;crs=wgs84][;u=METRES][?q=LAT,LON(LABEL)]`. The uncertainty is passed over.
///
/// What Android adds to it, `q`, is the place that is asked for, and the position then the middle of the map.
private struct GeoURI {
    let found: MapLink.Found

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
        let query = LinkQuery(parts.count == 2 ? parts[1] : "")
        let asked = query.coordinate("q")
        found = (asked ?? written, asked == nil && query["q"]?.isEmpty == false)
    }
}

/// A link that a map's page gives out.
private struct MapLink {
    typealias Found = (coordinate: Coordinate, isMiddle: Bool)

    let found: Found

    init(_ text: String) throws(TextError) {
        let parts = LinkParts(text)
        guard let map = MapHost(parts) else {
            let host = terminalSafe(String(parts.host.prefix(60)))
            throw TextError(
                "how coordinates are written in links to \(host) is not known; write LAT,LON, or take the link of "
                    + "Google Maps, Apple Maps, OpenStreetMap, Bing, HERE, Waze, Yandex, 2GIS, Mapy, OsmAnd or "
                    + "Organic Maps")
        }
        let positions = map.positions(in: parts)
        if let place = positions.place {
            found = (place, false)
        } else if positions.isRoute {
            throw TextError("the link is a route whose destination has no coordinates; write LAT,LON")
        } else if let middle = positions.middle {
            found = (middle, true)
        } else {
            throw TextError(
                "the link holds no position; open it in a browser and copy the address of the page, or write LAT,LON")
        }
    }
}
