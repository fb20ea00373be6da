/// Why a fences file cannot be used, and where.
package struct FenceFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line of the file, from 1.
    package let line: Int
    package let problem: FenceFileProblem

    package init(line: Int, problem: FenceFileProblem) {
        self.line = line
        self.problem = problem
    }

    /// What is wrong, why, and what to write instead: one sentence without a full stop, fit to follow
    /// `fences.geojson:12: `. Names from the file are made safe for a terminal.
    package var message: String { problem.message }

    package var description: String { "line \(line): \(message)" }

    init(_ error: JSONSyntaxError) {
        self.init(line: error.line, problem: .syntax(error))
    }
}

/// What can be wrong with a fences file.
package enum FenceFileProblem: Hashable, Sendable {
    /// The file is not JSON.
    case syntax(JSONSyntaxError)
    /// The file is JSON and no FeatureCollection, but what is said here.
    case noFeatureCollection(found: String)
    /// Something in the list of features is no Feature, but what is said here.
    case noFeature(found: String)
    /// A member that must be there is not, or is null.
    case missing(member: String, of: String)
    /// A member is not of the type it must be.
    case wrongType(member: String, expected: String, found: String)
    /// A member that means something stands twice in one object.
    case repeated(member: String, firstLine: Int)
    /// A coordinate reference system other than CRS84, which RFC 7946 does away with.
    case referenceSystem
    /// A name is empty or blank.
    case emptyName
    /// A name holds control characters.
    case controlCharacter(name: String)
    /// Two fences have the same name, as people see it: canonically equivalent (UAX 15).
    case nameNotUnique(name: String, firstLine: Int)
    /// A fence has the name that an imported feature is to have.
    case nameTaken(String)
    /// A kind that there is not, and the one that was most likely meant.
    case unknownKind(String, nearest: String?)
    /// A Point without a radius is no area.
    case noRadius
    /// A radius, as written, that is not more than 0 or goes beyond the antipode.
    case radiusOutOfRange(String)
    /// A position with fewer than 2 or more than 3 numbers.
    case coordinateCount(Int)
    /// A latitude, as written, beyond ±90; `isSwapped` where latitude and longitude the other way round would do.
    case latitudeOutOfRange(String, isSwapped: Bool)
    /// A longitude, as written, beyond the limit either way: 180, and 540 in rings.
    case longitudeOutOfRange(String, limit: Int)
    /// A geometry of that type without a ring.
    case emptyGeometry(String)
    /// Positions that are no ring, and the line of the ring's first.
    case ring(RingError.Problem, firstLine: Int)
    /// A geometry that encloses no area, or that RFC 7946 does not know.
    case geometryNoArea(String)
    /// A value of a property that means nothing, such as an hour that is none, with why.
    case valueMeansNothing(member: String, message: String)
    /// A ring that crosses itself, and where: latitude, then longitude.
    case ringCrossesItself(Double, Double)
    /// A place of a map's file that means nothing, with why.
    case place(name: String, message: String)
    /// A map's file that cannot be read, with why.
    case map(message: String)
    /// A coordinate reference system that has a name and is another than CRS84.
    case otherReferenceSystem(String)
    /// A fence that is never work and has hours.
    case neverWithHours
}

extension FenceFileProblem {
    /// The problem in one sentence without a full stop.
    var message: String {
        switch self {
        case .syntax(let error): "column \(error.column): \(error.message)"
        case .noFeatureCollection(let found):
            "a FeatureCollection is expected, not \(found); write {\"type\": \"FeatureCollection\", \"features\": [...]}"
                + " with the features in it"
        case .noFeature(let found): "a Feature is expected in \"features\", not \(found)"
        case .missing(let member, let parent): "\(parent) has no \"\(terminalSafe(member))\""
        case .wrongType(let member, let expected, let found):
            "\"\(terminalSafe(member))\" must be \(expected), not \(found)"
        case .repeated(let member, let first):
            "\"\(terminalSafe(member))\" is repeated here, after line \(first); remove one"
        case .referenceSystem:
            "\"crs\" names a reference system other than CRS84; RFC 7946 allows only WGS 84, save the file in it"
        case .emptyName, .controlCharacter, .nameNotUnique, .nameTaken, .unknownKind: propertyMessage
        case .noRadius, .radiusOutOfRange, .geometryNoArea, .emptyGeometry: shapeMessage
        case .ring(let problem, let first): problem.message(firstLine: first)
        case .coordinateCount, .latitudeOutOfRange, .longitudeOutOfRange: positionMessage
        case .valueMeansNothing(let member, let message): "\"\(terminalSafe(member))\": \(message)"
        case .ringCrossesItself(let latitude, let longitude):
            "a ring crosses itself at latitude \(shortest(latitude)), longitude \(shortest(longitude)); redraw it so that"
                + " it goes round once"
        case .place(let name, let message): "\"\(terminalSafe(name))\": \(message)"
        case .map(let message): message
        case .otherReferenceSystem(let name):
            "\"crs\" names a reference system other than CRS84 or EPSG:4326: \(terminalSafe(name)); RFC 7946 allows only WGS 84"
                + ", convert the file"
        case .neverWithHours: "a fence that is never work has no hours: it applies at all hours"
        }
    }

    private var propertyMessage: String {
        switch self {
        case .emptyName: "the name of a fence is empty"
        case .controlCharacter(let name): "the name \"\(terminalSafe(name))\" holds control characters"
        case .nameNotUnique(let name, let first):
            "the name \"\(terminalSafe(name))\" is taken by the fence in line \(first); names are unique"
        case .nameTaken(let name): "there is already a fence \"\(terminalSafe(name))\""
        case .unknownKind(let kind, let nearest):
            "there is no kind \"\(terminalSafe(kind))\""
                + (nearest.map { "; did you mean \"\(terminalSafe($0))\"?" } ?? "; it is \"work\" or \"never\"")
        default: ""
        }
    }

    private var shapeMessage: String {
        switch self {
        case .noRadius: "a Point needs \"radius\", in metres, among its properties"
        case .radiusOutOfRange(let text):
            "the radius \(text) is out of range; it is in metres, above 0 and at most 20037508"
        case .geometryNoArea(let type):
            "a \(terminalSafe(type)) is not a fence; write a Polygon, a MultiPolygon or a Point with \"radius\""
        case .emptyGeometry(let type): "the \(type) has no positions"
        default: ""
        }
    }

    private var positionMessage: String {
        switch self {
        case .coordinateCount(let count):
            "a position is [longitude, latitude], not \(count) \(count == 1 ? "number" : "numbers")"
        case .latitudeOutOfRange(let text, let isSwapped):
            "latitude \(text) is out of range (-90...90)"
                + (isSwapped ? "; GeoJSON is [longitude, latitude], are the two swapped?" : "")
        case .longitudeOutOfRange(let text, let limit):
            "longitude \(text) is out of range (-\(limit)...\(limit))"
        default: ""
        }
    }
}

extension RingError.Problem {
    /// The problem in one sentence without a full stop, for a ring that stands on one line.
    var words: String {
        switch self {
        case .notClosed: "a ring is not closed; its last position must be its first"
        case .noArea(let first):
            "the ring that begins at latitude \(shortest(first.latitude)), longitude \(shortest(first.longitude))"
                + " encloses nothing; its positions lie on one line"
        case .tooShort, .tooFarApart: message(firstLine: 1)
        }
    }

    /// The problem in one sentence without a full stop; `firstLine` is that of the ring's first position.
    fileprivate func message(firstLine: Int) -> String {
        switch self {
        case .tooShort(let count):
            "a ring has at least 4 positions, the last of them the first again; this one has \(count)"
        case .notClosed: "the ring is not closed; its last position must be its first, in line \(firstLine)"
        case .tooFarApart(let from, let to):
            "the longitudes \(shortest(from)) and \(shortest(to)) of neighbours are more than 180 degrees apart; cut the"
                + " shape at the antimeridian (RFC 7946, section 3.1.9), or write"
                + " \(shortest(to < from ? to + 360 : to - 360))"
        case .noArea: "the ring encloses nothing; its positions lie on one line"
        }
    }
}
