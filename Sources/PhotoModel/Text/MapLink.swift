/// A place as people paste it: `LAT,LON`, degrees with minutes and seconds, a `geo:` URI (RFC 5870), or a link to a map
/// whose order of coordinates is known.
package struct WrittenPlace: Hashable, Sendable {
    /// The place.
    package let coordinate: Coordinate
    /// Whether it is only the middle of the map that a link shows, since the link names no place.
    package let isMiddleOfMap: Bool

    /// - Throws: `TextError` where the text has no place, or the link is one of a map that is not known.
    package init(parsing text: String) throws(TextError) {
        let text = trimmed(text)
        if text.lowercased().hasPrefix("geo:") {
            coordinate = try Self.known(try GeoURI(text).coordinate)
            isMiddleOfMap = false
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
    /// A position in a link.
    typealias Found = (coordinate: Coordinate, isMiddle: Bool)

    let found: Found

    init(_ text: String) throws(TextError) {
        let parts = LinkParts(text)
        guard let map = MapHost(parts) else {
            let host = terminalSafe(String(parts.host.prefix(60)))
            throw TextError(
                "the order of coordinates in links to \(host) is not known; write LAT,LON, or take the link of "
                    + "Google Maps, Apple Maps, OpenStreetMap, Bing, HERE, Waze, Yandex, 2GIS, Mapy or OsmAnd")
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

/// The parts of a link.
private struct LinkParts {
    /// In lower case.
    let host: String
    /// The parts of the path, decoded.
    let path: [String]
    let query: LinkQuery
    /// What stands behind the `#`, as it is and as names and values.
    let fragment: String
    let fragmentQuery: LinkQuery
    /// All of it, decoded.
    let decoded: String

    init(_ text: String) {
        decoded = percentDecoded(text)
        let bare = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        let parts = bare.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        host = names[0].lowercased()
        path = names.dropFirst().map { percentDecoded($0.replacing("+", with: " ")) }
        query = LinkQuery(halves.count == 2 ? halves[1] : "")
        fragment = parts.count == 2 ? percentDecoded(parts[1]) : ""
        fragmentQuery = LinkQuery(parts.count == 2 ? parts[1] : "")
    }

    /// The parts of the path behind one, as far as they can be places.
    func path(after name: String) -> [String]? {
        guard let place = path.firstIndex(of: name) else { return nil }
        return Array(
            path[(place + 1)...].prefix { !$0.hasPrefix("@") && !$0.hasPrefix("data=") }.filter { !$0.isEmpty })
    }
}

/// The maps whose links are understood, each with its own order of coordinates.
private enum MapHost {
    case google, apple, openStreetMap, yandex, bing, here, waze, twoGIS, mapy, osmAnd

    /// What a link has.
    struct Positions {
        /// The place itself: of a route its destination.
        var place: Coordinate?
        /// The middle of the map.
        var middle: Coordinate?
        /// Whether it is a route, so that neither its start nor the middle of the map is meant.
        var isRoute = false
    }

    /// The order of coordinates.
    private enum Order { case latitudeFirst, longitudeFirst }

    init?(_ link: LinkParts) {
        let labels = link.host.split(separator: ".").filter { $0 != "www" }
        func isBelow(_ domain: String) -> Bool { link.host == domain || link.host.hasSuffix(".\(domain)") }
        if labels.contains("google"), labels.first == "maps" || link.path.first == "maps" {
            self = .google
        } else if labels.contains("yandex"), labels.first == "maps" || link.path.first == "maps" {
            self = .yandex
        } else if isBelow("maps.apple.com") {
            self = .apple
        } else if isBelow("openstreetmap.org") || isBelow("osm.org") {
            self = .openStreetMap
        } else if isBelow("bing.com") {
            self = .bing
        } else if isBelow("here.com") {
            self = .here
        } else if isBelow("waze.com") {
            self = .waze
        } else if labels.first == "2gis" {
            self = .twoGIS
        } else if isBelow("mapy.cz") || isBelow("mapy.com") {
            self = .mapy
        } else if isBelow("osmand.net") {
            self = .osmAnd
        } else if ["maps.app.goo.gl", "goo.gl"].contains(link.host) {
            self = .google
        } else {
            return nil
        }
    }

    func positions(in link: LinkParts) -> Positions {
        switch self {
        case .google: Self.google(link)
        case .apple: Self.apple(link)
        case .openStreetMap: Self.openStreetMap(link)
        case .yandex: Self.yandex(link)
        case .bing: Self.bing(link)
        case .here: Self.here(link)
        case .waze: Self.waze(link)
        case .twoGIS: Self.twoGIS(link)
        case .mapy: Self.mapy(link)
        case .osmAnd: Self.osmAnd(link)
        }
    }

    /// `@LAT,LON,ZOOM` is the middle of the map; `!3dLAT!4dLON` a place, and `!1dLON!2dLAT` a stop of a route, the last
    /// of several.
    private static func google(_ link: LinkParts) -> Positions {
        let query = link.query
        let view = link.path.last { $0.hasPrefix("@") }.flatMap { pair($0.dropFirst(), .latitudeFirst) }
        let middle = view ?? query.coordinate("center") ?? query.coordinate("ll")
        if let stops = link.path(after: "dir"), link.query["destination"] == nil {
            let place = stops.last.flatMap(LinkQuery.coordinate(of:))
            return Positions(place: place ?? data(link.decoded, "1d", "2d", .longitudeFirst), isRoute: !stops.isEmpty)
        }
        if let target = query["destination"] ?? query["daddr"] {
            let last = target.components(splitBy: "to:").last ?? target
            return Positions(place: LinkQuery.coordinate(of: trimmed(last)), isRoute: true)
        }
        let named = ["search", "place"].lazy.compactMap { link.path(after: $0)?.first }
            .compactMap(LinkQuery.coordinate(of:)).first
        let place = data(link.decoded, "3d", "4d", .latitudeFirst) ?? query.coordinate("query")
        return Positions(place: place ?? query.coordinate("q") ?? named, middle: middle)
    }

    private static func apple(_ link: LinkParts) -> Positions {
        let query = link.query
        if let target = query["destination"] ?? query["daddr"] {
            return Positions(place: LinkQuery.coordinate(of: target), isRoute: true)
        }
        let place = ["coordinate", "ll", "q"].lazy.compactMap(query.coordinate).first
        return Positions(place: place, middle: query.coordinate("center") ?? query.coordinate("sll"))
    }

    /// `#map=ZOOM/LAT/LON` is the middle of the map; `route=LAT,LON;LAT,LON`.
    private static func openStreetMap(_ link: LinkParts) -> Positions {
        let query = link.query
        if let target = query["to"] ?? query["route"]?.components(splitBy: ";").last {
            return Positions(place: LinkQuery.coordinate(of: target), isRoute: true)
        }
        let fields = link.fragmentQuery["map"]?.split(separator: "/") ?? []
        let shown = fields.count >= 3 ? point(fields[1], fields[2]) : nil
        return Positions(
            place: query.point("mlat", "mlon") ?? query.coordinate("query"),
            middle: shown ?? query.point("lat", "lon"))
    }

    /// The longitude comes first, but in the text of a search and in the stops of a route, `rtext=LAT,LON~LAT,LON`.
    private static func yandex(_ link: LinkParts) -> Positions {
        let query = link.query
        if let stops = query["rtext"] {
            let last = stops.split(separator: "~", omittingEmptySubsequences: false).last
            return Positions(place: last.flatMap { pair($0, .latitudeFirst) }, isRoute: true)
        }
        let marked = ["whatshere[point]", "poi[point]", "pt"].lazy.compactMap { query[$0] }
            .compactMap { $0.split(separator: "~").first.flatMap { pair($0, .longitudeFirst) } }.first
        return Positions(
            place: marked ?? query.coordinate("text"), middle: query["ll"].flatMap { pair($0, .longitudeFirst) })
    }

    /// `cp=LAT~LON` is the middle of the map; `sp=point.LAT_LON_NAME`, `rtp=pos.LAT_LON~pos.LAT_LON`.
    private static func bing(_ link: LinkParts) -> Positions {
        func marked(_ text: Substring?) -> Coordinate? {
            let fields = text?.split(separator: ".", maxSplits: 1).last?.split(separator: "_") ?? []
            return fields.count >= 2 ? point(fields[0], fields[1]) : nil
        }
        let query = link.query
        if let stops = query["rtp"] {
            return Positions(place: marked(stops.split(separator: "~").last), isRoute: true)
        }
        let shown = query["cp"]?.split(separator: "~") ?? []
        let place = marked(query["sp"]?.split(separator: "~").first)
        return Positions(
            place: place ?? query.coordinate("where1") ?? query.coordinate("q"),
            middle: shown.count == 2 ? point(shown[0], shown[1]) : nil)
    }

    /// `/l/LAT,LON,NAME`, `/directions/drive/NAME:LAT,LON/NAME:LAT,LON`; `map=LAT,LON,ZOOM` is the middle of the map.
    private static func here(_ link: LinkParts) -> Positions {
        if let stops = link.path(after: "directions"), stops.count > 1 {
            let last = stops.last?.split(separator: ":").last
            return Positions(place: last.flatMap { pair($0, .latitudeFirst) }, isRoute: true)
        }
        let place = link.path(after: "l")?.first.flatMap { pair($0, .latitudeFirst) }
        return Positions(place: place, middle: link.query["map"].flatMap { pair($0, .latitudeFirst) })
    }

    /// `to=ll.LAT,LON`, and `ll=LAT,LON` of a place.
    private static func waze(_ link: LinkParts) -> Positions {
        let query = link.query
        if let target = query["to"] {
            let text = target.hasPrefix("ll.") ? target.dropFirst(3) : target[...]
            return Positions(place: pair(text, .latitudeFirst), isRoute: true)
        }
        return Positions(place: query.coordinate("ll") ?? query.coordinate("latlng"))
    }

    /// The longitude comes first: `/geo/ID/LON,LAT`, `/directions/points/LON,LAT;ID|LON,LAT`; `m=LON,LAT/ZOOM` is the
    /// middle of the map.
    private static func twoGIS(_ link: LinkParts) -> Positions {
        if let stops = link.path(after: "points") ?? link.path(after: "directions") {
            let last = stops.last?.split(separator: "|", omittingEmptySubsequences: false).last
            return Positions(
                place: last?.split(separator: ";").first.flatMap { pair($0, .longitudeFirst) }, isRoute: true)
        }
        let places = link.path(after: "geo") ?? link.path(after: "firm") ?? []
        let shown = link.query["m"]?.split(separator: "/").first
        return Positions(
            place: places.lazy.compactMap { pair($0, .longitudeFirst) }.first,
            middle: shown.flatMap { pair($0, .longitudeFirst) })
    }

    /// `source=coor&id=LON,LAT`; `x=LON&y=LAT` is the middle of the map.
    private static func mapy(_ link: LinkParts) -> Positions {
        let isPoint = link.query["source"] == "coor"
        return Positions(
            place: isPoint ? link.query["id"].flatMap { pair($0, .longitudeFirst) } : nil,
            middle: link.query.point("y", "x"))
    }

    /// `pin=LAT,LON`; `#ZOOM/LAT/LON` is the middle of the map.
    private static func osmAnd(_ link: LinkParts) -> Positions {
        let fields = link.fragment.split(separator: "/")
        return Positions(
            place: link.query.coordinate("pin") ?? link.query.point("lat", "lon"),
            middle: fields.count >= 3 ? point(fields[1], fields[2]) : nil)
    }

    // MARK: - Numbers

    /// The first two numbers of a list.
    private static func pair(_ text: some StringProtocol, _ order: Order) -> Coordinate? {
        let fields = text.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count >= 2 else { return nil }
        return order == .latitudeFirst ? point(fields[0], fields[1]) : point(fields[1], fields[0])
    }

    private static func point(_ latitude: some StringProtocol, _ longitude: some StringProtocol) -> Coordinate? {
        try? Coordinate(parsing: "\(latitude),\(longitude)")
    }

    /// Two neighbouring numbers in Google's data, the last where there are several.
    private static func data(_ text: String, _ first: String, _ second: String, _ order: Order) -> Coordinate? {
        let fields = text.split(whereSeparator: { "!?&#/".contains($0) })
        let found = Array(zip(fields, fields.dropFirst())).last { $0.hasPrefix(first) && $1.hasPrefix(second) }
        return found.flatMap { pair("\($0.dropFirst(2)),\($1.dropFirst(2))", order) }
    }
}

extension String {
    /// The parts between a text.
    fileprivate func components(splitBy separator: String) -> [String] { split(separator: separator).map(String.init) }
}

/// The names and values of a link's query.
private struct LinkQuery {
    private let items: [(name: String, value: String)]

    init(_ text: Substring) {
        items = text.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? percentDecoded(halves[1].replacing("+", with: " ")) : ""
            return (percentDecoded(halves[0]), value)
        }
    }

    subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// The position of two values.
    func point(_ latitude: String, _ longitude: String) -> Coordinate? {
        guard let latitude = self[latitude], let longitude = self[longitude] else { return nil }
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
