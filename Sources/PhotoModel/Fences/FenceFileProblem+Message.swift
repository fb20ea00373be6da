extension FenceFileProblem {
    /// The problem in one sentence without a full stop.
    var message: String {
        switch self {
        case .syntax(let error): "column \(error.column): \(error.message)"
        case .noFeatureCollection(let found):
            "a FeatureCollection is expected, not \(found); write {\"type\": \"FeatureCollection\", \"features\": [...]}"
                + " with the features in it"
        case .noFeature(let found): "a Feature is expected in \"features\", not \(found)"
        case .missing(let member, let parent): "\(parent) has no \"\(member)\""
        case .wrongType(let member, let expected, let found): "\"\(member)\" must be \(expected), not \(found)"
        case .repeated(let member, let first): "\"\(member)\" stands here again, after line \(first); remove one"
        case .referenceSystem:
            "\"crs\" names another reference system than CRS84; RFC 7946 knows WGS 84 only, save the file in it"
        case .emptyName, .controlCharacter, .nameNotUnique, .nameTaken, .unknownKind: propertyMessage
        case .noRadius, .radiusOutOfRange, .geometryNoArea, .emptyGeometry: shapeMessage
        case .ring(let problem, let first): problem.message(firstLine: first)
        case .coordinateCount, .latitudeOutOfRange, .longitudeOutOfRange: positionMessage
        case .scheduleMeansNothing(let member, let message): "\"\(member)\": \(message)"
        case .folderMeansNothing(let message): "\"folder\": \(message)"
        }
    }

    private var propertyMessage: String {
        switch self {
        case .emptyName: "the name of a fence is empty"
        case .controlCharacter(let name): "the name \"\(terminalSafe(name))\" holds control characters"
        case .nameNotUnique(let name, let first):
            "the name \"\(terminalSafe(name))\" is taken by the fence in line \(first); names are unique"
        case .nameTaken(let name): "there is a fence \"\(terminalSafe(name))\" already; --replace gives it this shape"
        case .unknownKind(let kind, let nearest):
            "there is no kind \"\(terminalSafe(kind))\""
                + (nearest.map { "; did you mean \"\($0)\"?" } ?? "; it is \"work\" or \"never\"")
        default: ""
        }
    }

    private var shapeMessage: String {
        switch self {
        case .noRadius: "a Point needs \"radius\", in metres, among its properties"
        case .radiusOutOfRange(let text):
            "the radius \(text) is out of range; it is in metres, above 0 and at most 20037508"
        case .geometryNoArea(let type):
            "a \(terminalSafe(type)) is no fence; write a Polygon, a MultiPolygon or a Point with \"radius\""
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
