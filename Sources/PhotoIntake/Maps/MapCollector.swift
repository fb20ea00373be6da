internal import PhotoModel

/// Collects the places from the elements of a KML or GPX file.
struct MapCollector: MapElements {
    private(set) var content = MapContent()
    /// The text of the innermost element, if it is wanted.
    var text: [UInt8] = []
    /// Whether the text of the innermost element is wanted.
    private(set) var wantsText = false

    private var path: [String] = []
    private var folders: [String] = []
    private var placemark: MapPlacemark?
    /// The line that the current NetworkLink begins in.
    private var link: Int?
    /// Whether the current polygon has an outer ring yet.
    private var hasOuterRing = false
    /// The name of the property whose value follows.
    private var property: String?
    /// How many positions, and how many places and shapes, may still come.
    private var room = MapReader.mostPositions
    private var shapesLeft = MapReader.mostShapes

    var depth: Int { path.count }

    private static let others: Set<String> = ["LineString", "Model", "Track", "MultiTrack"]
    private static let otherFeatures: Set<String> = [
        "NetworkLink", "GroundOverlay", "PhotoOverlay", "ScreenOverlay", "rte", "trk",
    ]
    /// What a placemark says of itself besides its name.
    private static let ownTexts: Set<String> = ["desc", "cmt", "sym", "description", "address", "phoneNumber"]
    /// What takes memory, and a line of the report.
    private static let counted = others.union(otherFeatures).union(["Placemark", "wpt", "Polygon", "LinearRing"])

    /// - Throws: if the root element is not that of a map, or there are too many places and shapes.
    mutating func start(_ name: String, _ attributes: [String: String], line: Int) throws(MapFileError) {
        if path.isEmpty, name != "kml", name != "gpx" {
            throw MapFileError(
                line: line, "this is neither a KML nor a GPX file: it begins with <\(terminalSafe(name))>")
        }
        path.append(name)
        wantsText = false
        if Self.counted.contains(name) { shapesLeft -= 1 }
        guard shapesLeft >= 0 else {
            throw MapFileError(
                line: line, "the file has more than the \(MapReader.mostShapes) places and shapes that are read")
        }
        switch name {
        case "Folder": folders.append("")
        case "Placemark": try begin(line: line)
        case "wpt":
            try begin(line: line)
            take(latitude: attributes["lat"], longitude: attributes["lon"])
        case "Polygon":
            placemark?.polygons.append([])
            hasOuterRing = false
        case "LinearRing" where parent != "outerBoundaryIs" && parent != "innerBoundaryIs":
            placemark?.others.append("a LinearRing")
        case "Data", "SimpleData":
            property = attributes["name"]?.lowercased()
            want(name == "SimpleData")
        case "NetworkLink":
            content.others.append((line, MapReader.link))
            link = line
        case _ where Self.others.contains(name): placemark?.others.append("a \(name)")
        case _ where Self.otherFeatures.contains(name): content.others.append((line, "a \(name)"))
        case "name": want(["Folder", "Placemark", "wpt"].contains(parent))
        case "type": want(parent == "wpt")
        case "href": want(link != nil && ["Link", "Url"].contains(parent))
        case _ where Self.ownTexts.contains(name): want(["Placemark", "wpt"].contains(parent))
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
        case "NetworkLink": link = nil
        case "Polygon" where !hasOuterRing: note("a polygon has no outer ring")
        case "Placemark", "wpt":
            if placemark?.isEmpty == true { placemark?.others.append("a placemark without a place") }
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

    private mutating func begin(line: Int) throws(MapFileError) {
        guard placemark == nil else { throw MapFileError(line: line, "a place lies in another one") }
        placemark = MapPlacemark(line: line)
        // Nearly always the same array for many placemarks, which share it.
        placemark?.folders = folders
    }

    private mutating func take(_ text: String, of name: String, in parent: String) {
        switch (name, parent) {
        case ("name", "Folder"): folders[folders.count - 1] = Self.name(text)
        case ("name", _): placemark?.name = Self.name(text)
        case ("type", _):
            // OsmAnd's groups of favourites. Devices store kinds of points in the same element.
            let group = Self.name(text)
            if !group.isEmpty, !["user", "wpt", "waypoint"].contains(group.lowercased()) {
                placemark?.folders.append(group)
            }
        case ("value", _), ("SimpleData", _):
            if let property { note(property, text) }
        case ("href", _): if let link { content.links.append((link, trimmed(text))) }
        case (_, "Placemark"), (_, "wpt"): note(name.lowercased(), text)
        case ("coordinates", "Point"):
            let points = positions(in: text)
            if points.count != 1 { note("a Point has \(points.count) positions; it must have one") }
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

    /// Notes data of the placemark that is not too much to be kept.
    private mutating func note(_ property: String, _ text: String) {
        let isKnown = ["radius", "kind"].contains(property)
        guard let placemark, isKnown || placemark.properties.count < Self.mostProperties else { return }
        let value = Self.name(text)
        if !value.isEmpty { self.placemark?.properties[property] = value }
    }

    private static let mostProperties = 40

    /// Notes what is wrong with the placemark, unless something else is.
    private mutating func note(_ problem: String) {
        if let placemark, placemark.problem == nil { self.placemark?.problem = problem }
    }

    /// Parses positions in KML: `LON,LAT` or `LON,LAT,ALT`, separated by white space. Some programs write spaces around
    /// commas, which are ignored.
    private mutating func positions(in text: String) -> [MapPlacemark.Position] {
        var tuples: [String] = []
        // With blanks around both commas a position has five words.
        for word in text.split(maxSplits: 5 * room, whereSeparator: \.isWhitespace) {
            if let last = tuples.last, last.hasSuffix(",") || word.hasPrefix(",") {
                tuples[tuples.count - 1] += word
            } else {
                tuples.append(String(word))
            }
        }
        guard tuples.count <= room else {
            room = 0
            note("with it the file has more than the \(MapReader.mostPositions) positions that are read")
            return []
        }
        room -= tuples.count
        var positions: [MapPlacemark.Position] = []
        for tuple in tuples {
            let fields = tuple.split(separator: ",", omittingEmptySubsequences: false)
            guard (2...3).contains(fields.count), let longitude = decimal(fields[0]),
                let latitude = decimal(fields[1])
            else {
                note("\"\(terminalSafe(String(tuple.prefix(40))))\" is not a position: write LON,LAT or LON,LAT,ALT")
                return []
            }
            positions.append(MapPlacemark.Position(latitude: latitude, longitude: longitude))
        }
        return positions
    }

    private mutating func take(latitude: String?, longitude: String?) {
        guard let latitude, let longitude else { return note("the waypoint has no latitude or no longitude") }
        guard let north = decimal(trimmed(latitude)), let east = decimal(trimmed(longitude)) else {
            let words = [latitude, longitude].map { "\"\(terminalSafe(String($0.prefix(40))))\"" }
            return note("\(words.joined(separator: ", ")) is not a latitude and a longitude in degrees")
        }
        placemark?.points = [MapPlacemark.Position(latitude: north, longitude: east)]
    }

    private static let longestName = 200

    /// A name on one line, cut if it is too long. Ten times as much is looked at, for the blanks between its words.
    private static func name(_ text: String) -> String {
        String(onOneLine(text.prefix(10 * longestName)).prefix(longestName))
    }
}
