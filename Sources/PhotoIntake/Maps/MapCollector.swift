internal import PhotoModel

/// Collects the places from the elements of a KML or GPX file.
struct MapCollector: MapElements {
    /// The places found.
    private(set) var content = MapContent()
    /// The text of the innermost element, if it is wanted.
    var text: [UInt8] = []
    /// Whether the text of the innermost element is wanted.
    private(set) var wantsText = false

    private var path: [String] = []
    private var folders: [String] = []
    private var placemark: MapPlacemark?
    /// Whether the current polygon has an outer ring yet.
    private var hasOuterRing = false
    /// The name of the property whose value follows.
    private var property: String?

    /// The nesting depth.
    var depth: Int { path.count }

    private static let others: Set<String> = ["LineString", "Model", "Track", "MultiTrack"]
    private static let otherFeatures: Set<String> = [
        "NetworkLink", "GroundOverlay", "PhotoOverlay", "ScreenOverlay", "rte", "trk",
    ]

    /// - Throws: `MapFileError` if the root element is not that of a map.
    mutating func start(_ name: String, _ attributes: [String: String], line: Int) throws(MapFileError) {
        if path.isEmpty, name != "kml", name != "gpx" {
            throw MapFileError(
                line: line, "this is neither a KML nor a GPX file: it begins with <\(terminalSafe(name))>")
        }
        path.append(name)
        wantsText = false
        switch name {
        case "Folder": folders.append("")
        case "Placemark": begin(line: line)
        case "wpt":
            begin(line: line)
            take(latitude: attributes["lat"], longitude: attributes["lon"])
        case "Polygon":
            placemark?.polygons.append([])
            hasOuterRing = false
        case "LinearRing" where parent != "outerBoundaryIs" && parent != "innerBoundaryIs":
            placemark?.others.append("a LinearRing")
        case "Data", "SimpleData":
            property = attributes["name"]?.lowercased()
            want(name == "SimpleData")
        case _ where Self.others.contains(name): placemark?.others.append("a \(name)")
        case _ where Self.otherFeatures.contains(name): content.others.append((line, "a \(name)"))
        case "name": want(["Folder", "Placemark", "wpt"].contains(parent))
        case "type": want(parent == "wpt")
        case "value": want(parent == "Data")
        case "coordinates": want(placemark != nil)
        default: break
        }
    }

    mutating func end() {
        guard let name = path.popLast() else { return }
        let parent = path.last
        if wantsText { take(String(decoding: text, as: UTF8.self), of: name, in: parent ?? "") }
        wantsText = false
        text.removeAll(keepingCapacity: true)
        switch name {
        case "Folder": folders.removeLast()
        case "Polygon" where !hasOuterRing: note("a polygon has no outer ring")
        case "Placemark", "wpt":
            if let placemark { content.placemarks.append(placemark) }
            placemark = nil
        default: break
        }
    }

    private var parent: String { path.dropLast().last ?? "" }

    private mutating func want(_ isWanted: Bool) {
        wantsText = isWanted
        text.removeAll(keepingCapacity: true)
    }

    private mutating func begin(line: Int) {
        placemark = MapPlacemark(line: line)
        placemark?.folders = folders.filter { !$0.isEmpty }
    }

    private mutating func take(_ text: String, of name: String, in parent: String) {
        switch (name, parent) {
        case ("name", "Folder"): folders[folders.count - 1] = Self.plain(text)
        case ("name", _): placemark?.name = Self.plain(text)
        case ("type", _):
            // OsmAnd's groups of favourites. Devices store kinds of points in the same element.
            let group = Self.plain(text)
            if !group.isEmpty, !["user", "wpt", "waypoint"].contains(group.lowercased()) {
                placemark?.folders.append(group)
            }
        case ("value", _), ("SimpleData", _):
            if let property, ["radius", "kind"].contains(property) {
                placemark?.properties[property] = Self.plain(text)
            }
        case ("coordinates", "Point"):
            let points = positions(in: text)
            placemark?.points += points
        case ("coordinates", "LinearRing"):
            let ring = positions(in: text)
            guard let last = placemark?.polygons.indices.last else { return }
            switch self.parent {
            case "innerBoundaryIs": placemark?.polygons[last].append(ring)
            case "outerBoundaryIs":
                if hasOuterRing { note("a polygon has two outer rings") }
                placemark?.polygons[last].insert(ring, at: 0)
                hasOuterRing = true
            default: break
            }
        default: break
        }
    }

    /// Notes what is wrong with the placemark, unless something else is.
    private mutating func note(_ problem: String) {
        if let placemark, placemark.problem == nil { self.placemark?.problem = problem }
    }

    /// Parses positions in KML: `LON,LAT` or `LON,LAT,ALT`, separated by white space. Some programs write spaces around
    /// commas, which are ignored.
    private mutating func positions(in text: String) -> [MapPlacemark.Position] {
        let tight = text.contains(", ") || text.contains(" ,") ? text.replacing(#/\s*,\s*/#, with: ",") : text
        var positions: [MapPlacemark.Position] = []
        for tuple in tight.split(whereSeparator: \.isWhitespace) {
            let fields = tuple.split(separator: ",", omittingEmptySubsequences: false)
            guard (2...3).contains(fields.count), let longitude = decimal(fields[0]),
                let latitude = decimal(fields[1])
            else {
                placemark?.problem =
                    "\"\(terminalSafe(String(tuple.prefix(40))))\" is not a position: write LON,LAT or LON,LAT,ALT"
                return []
            }
            positions.append(MapPlacemark.Position(latitude: latitude, longitude: longitude))
        }
        return positions
    }

    private mutating func take(latitude: String?, longitude: String?) {
        guard let latitude = latitude.flatMap({ decimal($0) }), let longitude = longitude.flatMap({ decimal($0) })
        else {
            placemark?.problem = "the waypoint has no latitude or no longitude"
            return
        }
        placemark?.points = [MapPlacemark.Position(latitude: latitude, longitude: longitude)]
    }

    /// A text on one line, without blanks at its ends.
    private static func plain(_ text: String) -> String {
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        return String(words.joined(separator: " ").prefix(200))
    }
}
