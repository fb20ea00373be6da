/// The maps whose links are understood, each with its own order of coordinates.
enum MapHost {
    case google, apple, openStreetMap, yandex, bing, here, waze, twoGIS, mapy, osmAnd, organicMaps, magicEarth

    struct Positions {
        /// The place itself: of a route its destination.
        var place: Coordinate?
        /// The middle of the map.
        var middle: Coordinate?
        /// Whether it is a route, so that neither its start nor the middle of the map is meant.
        var isRoute = false
    }

    private enum Order { case latitudeFirst, longitudeFirst }

    init?(_ link: LinkParts) {
        func isBelow(_ domain: String) -> Bool { link.host == domain || link.host.hasSuffix(".\(domain)") }
        let isMap = link.host.hasPrefix("maps.") || ["maps", "harita"].contains(link.path.first)
        if isMap, Self.isCountry(link.host, of: "google") {
            self = .google
        } else if isMap, Self.isCountry(link.host, of: "yandex") {
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
        } else if Self.isCountry(link.host, of: "2gis") {
            self = .twoGIS
        } else if isBelow("mapy.cz") || isBelow("mapy.com") {
            self = .mapy
        } else if isBelow("osmand.net") {
            self = .osmAnd
        } else if ["om", "ge0", "cm"].contains(link.scheme)
            || ["omaps.app", "ge0.me", "comaps.at"].contains(link.host)
        {
            self = .organicMaps
        } else if isBelow("magicearth.com") {
            self = .magicEarth
        } else if ["maps.app.goo.gl", "goo.gl"].contains(link.host) {
            self = .google
        } else {
            return nil
        }
    }

    /// Whether a host is that of a company in some country, such as `www.google.co.uk`. China's is another map: its
    /// coordinates are shifted (GCJ-02).
    private static func isCountry(_ host: String, of company: String) -> Bool {
        var labels = host.split(separator: ".")[...]
        while labels.first == "www" || labels.first == "maps" { labels.removeFirst() }
        guard labels.popFirst() == company[...], let country = labels.popLast(), country != "cn" else { return false }
        if labels.isEmpty { return country.count == 2 || country == "com" }
        return country.count == 2 && (labels == ["co"] || labels == ["com"])
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
        case .organicMaps: Self.organicMaps(link)
        case .magicEarth: Positions(place: link.query.point("lat", "lon"))
        }
    }

    /// `@LAT,LON,ZOOM` is the middle of the map; `!3dLAT!4dLON` a place, and so is the viewpoint of Street View.
    private static func google(_ link: LinkParts) -> Positions {
        let query = link.query
        let view = link.path.last { $0.hasPrefix("@") }.flatMap { pair($0.dropFirst(), .latitudeFirst) }
        let middle = view ?? query.coordinate("center") ?? query.coordinate("ll")
        if let target = query["destination"] ?? query["daddr"] {
            let last = target.components(splitBy: "to:").last ?? target
            return Positions(place: LinkQuery.coordinate(of: trimmed(last)), isRoute: true)
        }
        if link.isOf("dir") || query["saddr"] != nil {
            guard let stop = link.destination(after: "dir") else { return Positions(isRoute: true) }
            let isQuoted = stop.count > 2 && stop.hasPrefix("'") && stop.hasSuffix("'")
            let written = LinkQuery.coordinate(of: isQuoted ? String(stop.dropFirst().dropLast()) : stop)
            return Positions(place: written ?? destination(inDataOf: link), isRoute: true)
        }
        let named = ["search", "place"].lazy.compactMap { link.path(after: $0)?.first }
            .compactMap(LinkQuery.coordinate(of:)).first
        let labelled = query["q"]?.split(separator: "@").last.flatMap { LinkQuery.coordinate(of: String($0)) }
        let place = data(link.decoded, "3d", "4d", .latitudeFirst) ?? query.coordinate("query")
        let seen = query.coordinate("viewpoint") ?? query.coordinate("cbll")
        return Positions(place: place ?? query.coordinate("q") ?? labelled ?? named ?? seen, middle: middle)
    }

    /// A route in Google's data is the field 4 in a field 4, its stops are fields 1 in that, and the position of a stop
    /// is its field 2, `!2m2!1dLON!2dLAT`. A stop without coordinates is `!1m0`; points to which the route was dragged
    /// are fields 3 of the stop before them.
    private static func destination(inDataOf link: LinkParts) -> Coordinate? {
        let data = link.path.first { $0.hasPrefix("data=") }.map { GoogleFields($0.dropFirst(5)) }
        let position = data?.contents("4m").first?.contents("4m").first?.contents("1m").last?.contents("2m").first
        guard let longitude = position?.value("1d"), let latitude = position?.value("2d") else { return nil }
        return point(latitude, longitude)
    }

    /// `ll` is the place that `q`, `address` or `auid` names, and else the middle of the map.
    private static func apple(_ link: LinkParts) -> Positions {
        let query = link.query
        let target = query["destination"] ?? query["daddr"]
        if target != nil || link.isOf("directions") || query["saddr"] != nil {
            return Positions(place: target.flatMap(LinkQuery.coordinate(of:)), isRoute: true)
        }
        let (shown, isNamed) = (query.coordinate("ll"), ["q", "address", "auid"].contains { query[$0] != nil })
        let place = query.coordinate("coordinate") ?? query.coordinate("q") ?? (isNamed ? shown : nil)
        return Positions(place: place, middle: shown ?? query.coordinate("center") ?? query.coordinate("sll"))
    }

    /// `#map=ZOOM/LAT/LON` is the middle of the map, and so are `lat` and `lon` but where something is asked for there;
    /// `route=LAT,LON;LAT,LON`. A short link, `/go/CODE`, is one of a marker with `m`.
    private static func openStreetMap(_ link: LinkParts) -> Positions {
        let query = link.query
        if link.isOf("directions") || query["route"] != nil {
            let stops = query["route"]?.split(separator: ";", omittingEmptySubsequences: false) ?? []
            let target = query["to"] ?? (stops.count > 1 ? stops.last.map { String($0) } : nil)
            return Positions(place: target.flatMap(LinkQuery.coordinate(of:)), isRoute: true)
        }
        let fields = link.fragmentQuery["map"]?.split(separator: "/") ?? []
        let shown = fields.count >= 3 ? point(fields[1], fields[2]) : nil
        let (named, isAsked) = (query.point("lat", "lon"), ["search", "query", "note"].contains(link.path.first))
        let short = link.path(after: "go")?.first.flatMap(MapCode.openStreetMap)
        let marked = query.point("mlat", "mlon") ?? query.coordinate("marker") ?? (query["m"] == nil ? nil : short)
        return Positions(
            place: marked ?? query.coordinate("query") ?? (isAsked ? named : nil), middle: shown ?? named ?? short)
    }

    /// The longitude comes first, but in the text of a search and in the stops of a route, `rtext=LAT,LON~LAT,LON`.
    private static func yandex(_ link: LinkParts) -> Positions {
        let query = link.query
        if query["rtext"] != nil || query["rll"] != nil || query["mode"] == "routes" {
            let stops = query["rtext"]?.split(separator: "~", omittingEmptySubsequences: false) ?? []
            let last = stops.count > 1 ? stops.last : nil
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
            guard let text, text.hasPrefix("pos.") || text.hasPrefix("point.") else { return nil }
            let fields = text.split(separator: ".", maxSplits: 1).last?.split(separator: "_") ?? []
            return fields.count >= 2 ? point(fields[0], fields[1]) : nil
        }
        let query = link.query
        if query["rtp"] != nil || link.isOf("directions") {
            let stops = query["rtp"]?.split(separator: "~", omittingEmptySubsequences: false) ?? []
            return Positions(place: stops.count > 1 ? marked(stops.last) : nil, isRoute: true)
        }
        let shown = query["cp"]?.split(separator: "~") ?? []
        let place = marked(query["sp"]?.split(separator: "~").first)
        return Positions(
            place: place ?? query.coordinate("where1") ?? query.coordinate("q"),
            middle: shown.count == 2 ? point(shown[0], shown[1]) : nil)
    }

    /// `/l/LAT,LON,NAME`, `/r/LAT,LON,NAME/LAT,LON,NAME`, `/directions/drive/NAME:LAT,LON/NAME:LAT,LON`;
    /// `map=LAT,LON,ZOOM` is the middle of the map.
    private static func here(_ link: LinkParts) -> Positions {
        if link.isOf("r") || link.isOf("directions") {
            let means = link.path(after: "directions")?.first
            let stop = link.destination(after: "r") ?? means.flatMap(link.destination(after:))
            let last = stop?.split(separator: ":").last
            return Positions(place: last.flatMap { pair($0, .latitudeFirst) }, isRoute: true)
        }
        let place = link.path(after: "l")?.first.flatMap { pair($0, .latitudeFirst) }
        return Positions(place: place, middle: link.query["map"].flatMap { pair($0, .latitudeFirst) })
    }

    /// `to=ll.LAT,LON`, and `ll=LAT,LON` of a place, or `lat` and `lon` of a map on another page.
    private static func waze(_ link: LinkParts) -> Positions {
        let query = link.query
        if let target = query["to"] {
            let text = target.hasPrefix("ll.") ? target.dropFirst(3) : target[...]
            return Positions(place: pair(text, .latitudeFirst), isRoute: true)
        }
        let place = query.coordinate("latlng") ?? (link.isOf("directions") ? nil : query.coordinate("ll"))
        return Positions(place: place ?? query.point("lat", "lon"), isRoute: link.isOf("directions"))
    }

    /// The longitude comes first: `/geo/ID/LON,LAT`, `/directions/points/LON,LAT;ID|LON,LAT`, and once
    /// `/routeSearch/from/LON,LAT/to/LON,LAT`; `m=LON,LAT/ZOOM` is the middle of the map.
    private static func twoGIS(_ link: LinkParts) -> Positions {
        if link.isOf("directions") || link.isOf("routeSearch") {
            let points = link.path(after: "points")?.first?.split(separator: "|", omittingEmptySubsequences: false)
            let last = points.flatMap { $0.count > 1 ? $0.last : nil } ?? link.path(after: "to")?.first?[...]
            return Positions(
                place: last?.split(separator: ";").first.flatMap { pair($0, .longitudeFirst) }, isRoute: true)
        }
        let places = link.path(after: "geo") ?? link.path(after: "firm") ?? []
        let shown = link.query["m"]?.split(separator: "/").first
        return Positions(
            place: places.lazy.compactMap { pair($0, .longitudeFirst) }.first,
            middle: shown.flatMap { pair($0, .longitudeFirst) })
    }

    /// `source=coor&id=LON,LAT`, and `/fnc/v1/route?end=LON,LAT`; `x=LON&y=LAT` is the middle of the map. A planned
    /// route has its stops in a code, `rc`.
    private static func mapy(_ link: LinkParts) -> Positions {
        let query = link.query
        if link.isOf("route") || query["planovani-trasy"] != nil || query["rc"] != nil {
            return Positions(place: query["end"].flatMap { pair($0, .longitudeFirst) }, isRoute: true)
        }
        return Positions(
            place: query["source"] == "coor" ? query["id"].flatMap { pair($0, .longitudeFirst) } : nil,
            middle: query.point("y", "x"))
    }

    /// `pin=LAT,LON`, and `finish=LAT,LON` or `end=LAT,LON` of a route; `#ZOOM/LAT/LON` is the middle of the map.
    private static func osmAnd(_ link: LinkParts) -> Positions {
        let (query, fields) = (link.query, link.fragment.split(separator: "/"))
        let target = query["finish"] ?? query["end"]
        if target != nil || query["start"] != nil || link.isOf("navigate") {
            return Positions(place: target.flatMap(LinkQuery.coordinate(of:)), isRoute: true)
        }
        return Positions(
            place: query.coordinate("pin") ?? query.point("lat", "lon"),
            middle: fields.count >= 3 ? point(fields[1], fields[2]) : nil)
    }

    /// `omaps.app/CODE/NAME` or `om://CODE/NAME`, and `om://map?ll=LAT,LON`.
    private static func organicMaps(_ link: LinkParts) -> Positions {
        // The host is in lower case, and letters of a code are not the same in both.
        let parts = link.decoded.split(separator: "/").dropFirst(["http", "https"].contains(link.scheme) ? 2 : 1)
        let code = parts.first?.prefix { $0 != "?" && $0 != "#" }
        return Positions(place: link.query.coordinate("ll") ?? code.flatMap { MapCode.organicMaps(String($0)) })
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

/// Fields of the data in a link of Google Maps: `!4m2!1d13.4!2d52.5` is a field 4 that contains the two behind it.
private struct GoogleFields {
    private var fields: [(name: Substring, value: Substring, contents: ArraySlice<Substring>)] = []

    init(_ text: Substring) { self.init(text.split(separator: "!")[...]) }

    /// Has none where the data is cut short.
    private init(_ parts: ArraySlice<Substring>) {
        var rest = parts
        while let part = rest.popFirst() {
            let digits = part.prefix { $0.isNumber }.count
            let (name, value) = (part.prefix(digits + 1), part.dropFirst(digits + 1))
            let count = name.hasSuffix("m") ? max(0, Int(value) ?? 0) : 0
            guard count <= rest.count else {
                fields = []
                return
            }
            fields.append((name, value, rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
    }

    func contents(_ name: String) -> [GoogleFields] {
        fields.filter { $0.name == name }.map { GoogleFields($0.contents) }
    }

    func value(_ name: String) -> Substring? { fields.first { $0.name == name }?.value }
}

extension String {
    /// The parts between a text.
    fileprivate func components(splitBy separator: String) -> [String] { split(separator: separator).map(String.init) }
}
