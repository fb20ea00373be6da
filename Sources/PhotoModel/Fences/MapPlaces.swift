extension MapFeatures {
    /// The places of a KML or GPX file. The folders that a place is in stand before its name, with slashes between; a
    /// name that comes again gets a number.
    ///
    /// Altitudes have no meaning. A ring that jumps over the antimeridian goes the short way, as these formats have it.
    ///
    /// - Parameter options: how it is read; its name property is one of a placemark's data or elements, or its name, in
    ///   any case.
    /// - Throws: for a shape that means nothing, with its line and the place's name.
    package init(_ content: MapContent, _ options: Options) throws(FenceFileError) {
        self.init(options)
        others = content.others
        for (number, placemark) in content.placemarks.enumerated() {
            let folders = placemark.folders.filter { !$0.isEmpty }
            let wanted = options.nameProperty.map { $0.lowercased() }.flatMap { property in
                placemark.properties[property] ?? (property == "name" ? placemark.name : nil)
            }
            if wanted != nil { hasNameProperty = true }
            let label = placemark.label(wanted) ?? "\(options.fallbackName) \(number + 1)"
            let name = (folders + [label]).joined(separator: "/")
            do {
                try take(placemark, named: name)
            } catch {
                guard options.isSkippingInvalid else { throw error }
                invalid.append(error)
            }
        }
        others.sort { $0.line < $1.line }
    }

    private mutating func take(_ placemark: MapPlacemark, named name: String) throws(FenceFileError) {
        func problem(_ message: String) -> FenceFileError {
            FenceFileError(line: placemark.line, problem: .place(name: name, message: message))
        }
        guard name.count <= Self.longestName else {
            let message = "with its folders the name has more than \(Self.longestName) characters; shorten them"
            throw FenceFileError(
                line: placemark.line, problem: .place(name: "\(name.prefix(100))…", message: message))
        }
        if let message = placemark.problem { throw problem(message) }
        for other in placemark.others { others.append((placemark.line, "\(other) (\"\(terminalSafe(name))\")")) }
        var radius = options.radius
        if let text = placemark.properties["radius"] {
            guard let meters = decimal(text) ?? (try? Length(parsing: text).meters), meters > 0,
                meters <= FenceGeometry.maximumRadius
            else { throw problem("the radius \"\(terminalSafe(text))\" is not a length in metres above 0") }
            radius = meters
        }
        if let text = placemark.properties["kind"], Fence.Kind(rawValue: text.lowercased()) == nil {
            throw problem("there is no kind \"\(terminalSafe(text))\"; it is \"work\" or \"never\"")
        }
        let isCircle = placemark.properties["radius"] != nil && placemark.points.count == 1
        if !placemark.polygons.isEmpty, !isCircle {
            do {
                try add(.polygon(placemark.polygon()), name, placemark)
            } catch let error as MapFileError {
                throw problem(error.message)
            } catch {
                throw problem("\(error)")
            }
            // Mostly it is where the map shows the polygon's name.
            others += placemark.points.map { _ in
                (placemark.line, "a Point beside a polygon (\"\(terminalSafe(name))\")")
            }
            return
        }
        for point in placemark.points {
            guard let center = Coordinate(latitude: point.latitude, longitude: point.longitude) else {
                throw problem(point.outOfRange)
            }
            if point.latitude == 0, point.longitude == 0 {
                others.append((placemark.line, "\(Self.nullIsland) (\"\(terminalSafe(name))\")"))
                continue
            }
            guard let radius else {
                pointsWithoutRadius += 1
                others.append((placemark.line, "a Point without a radius (\"\(terminalSafe(name))\")"))
                continue
            }
            try add(.circle(center: center, radius: radius), name, placemark)
        }
    }

    private mutating func add(
        _ shape: FenceShape, _ wanted: String, _ placemark: MapPlacemark
    ) throws(FenceFileError) {
        let name = unused(wanted)
        let kind = placemark.properties["kind"].flatMap { Fence.Kind(rawValue: $0.lowercased()) }
        let fence = Fence(name: name, kind: kind ?? .work, shape: shape)
        let bytes = FeatureWriter(style: .compact).bytes(of: fence, sending: FenceSending())
        let root: JSONNode
        do { root = try JSONDocument(parsing: bytes).root } catch { throw FenceFileError(error) }
        guard let geometry = root.member("geometry"), case .object(let members)? = root.member("properties")?.value
        else { return }
        // What the file does not say stays as it is where a fence is replaced.
        let properties = members.filter { $0.name != "kind" || kind != nil }
        features.append(
            Feature(name: name, shape: shape, line: placemark.line, properties: properties, geometry: geometry))
    }

    /// In characters; with its folders.
    private static let longestName = 1_000

    /// The name, with a number if another feature has it.
    mutating func unused(_ wanted: String) -> String {
        var name = wanted
        while let count = named[name] {
            named[name] = count + 1
            name = "\(wanted) \(count + 1)"
        }
        named[name] = 1
        return name
    }
}

extension MapPlacemark {
    /// What it is called: as is wanted, else by its name, else by data that is usually one; nil where none can be a
    /// name.
    fileprivate func label(_ wanted: String?) -> String? {
        ([wanted, name] + ["name", "title", "label"].map { properties[$0] }).lazy.compactMap(\.self)
            .first { FenceProperty.problem(ofName: $0) == nil }
    }

    /// All polygons as one shape.
    ///
    /// - Throws: `MapFileError` where one means nothing.
    fileprivate func polygon() throws -> Polygon {
        let parts = try polygons.map { rings in
            let rings = try rings.map(Self.ring)
            guard let outer = rings.first else { throw MapFileError("a polygon has no outer ring") }
            return Polygon.Part(outer: outer, holes: Array(rings.dropFirst()))
        }
        guard let polygon = Polygon(parts: parts) else { throw MapFileError("there is no polygon") }
        if let crossing = polygon.crossing {
            throw MapFileError(
                FenceFileProblem.ringCrossesItself(crossing.latitude, crossing.longitude).message)
        }
        return polygon
    }

    private static func ring(_ positions: [Position]) throws -> PolygonRing {
        var ring: [RingPosition] = []
        var turn = 0.0
        for (index, position) in positions.enumerated() {
            if Coordinate(latitude: position.latitude, longitude: position.longitude) == nil {
                throw MapFileError(position.outOfRange)
            }
            if index > 0 {
                let step = position.longitude - positions[index - 1].longitude
                if abs(step) > 180, abs(position.latitude) < 90 { turn += step > 0 ? -360 : 360 }
            }
            guard let moved = RingPosition(latitude: position.latitude, longitude: position.longitude + turn) else {
                throw MapFileError("a ring goes round the earth more than once")
            }
            ring.append(moved)
        }
        if turn != 0, positions.first == positions.last {
            throw MapFileError("a ring goes round a pole; lead it along the antimeridian to the pole and back")
        }
        do {
            return try PolygonRing(ring)
        } catch {
            throw MapFileError(error.problem.words)
        }
    }
}

extension MapPlacemark.Position {
    /// Why this is no place, in words without a full stop.
    fileprivate var outOfRange: String {
        guard (-90...90).contains(latitude) else {
            let isSwapped = Coordinate(latitude: longitude, longitude: latitude) != nil
            return "latitude \(shortest(latitude)) is out of range (-90...90)"
                + (isSwapped ? "; the longitude comes first in a map's file, are the two swapped?" : "")
        }
        return "longitude \(shortest(longitude)) is out of range (-180...180)"
    }
}
