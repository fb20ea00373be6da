/// A place as a map's file has it, before anybody has asked whether it can be a fence.
package struct MapPlacemark: Sendable {
    /// A position in degrees, whatever their range.
    package struct Position: Hashable, Sendable {
        /// Degrees north.
        package let latitude: Double
        /// Degrees east.
        package let longitude: Double

        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// What it is called; nil where nothing says.
    package var name: String?
    /// The folders that it is in, from the outside in; those without a name are empty texts.
    package var folders: [String] = []
    /// The line it begins in, from 1.
    package var line: Int
    /// Single points.
    package var points: [Position] = []
    /// Polygons: each an outer ring, then its holes.
    package var polygons: [[[Position]]] = []
    /// What it has besides, as `a LineString`.
    package var others: [String] = []
    /// Its data and the texts of its other elements, unchanged, by their names in lower case. A radius in metres and a
    /// kind may be among them.
    package var properties: [String: String] = [:]
    /// What is wrong with its coordinates as a text, in words without a full stop; nil where nothing is.
    package var problem: String?

    package init(line: Int) {
        self.line = line
    }

    /// Whether it has no geometry at all.
    package var isEmpty: Bool { points.isEmpty && polygons.isEmpty && others.isEmpty && problem == nil }
}

/// What a map's file has.
package struct MapContent: Sendable {
    /// The places, in the order of the file.
    package var placemarks: [MapPlacemark] = []
    /// What is no place, as `a NetworkLink`, and where.
    package var others: [(line: Int, what: String)] = []
    /// Where its NetworkLinks lead, and in which lines they begin.
    package var links: [(line: Int, target: String)] = []

    package init() {}
}

/// Why a map's file cannot be read, and where.
package struct MapFileError: Error, Hashable, Sendable {
    /// The line, from 1; nil where the file has no lines.
    package let line: Int?
    /// What is wrong, in a sentence without a full stop.
    package let message: String

    package init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}
