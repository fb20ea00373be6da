import PhotoModel

/// A change that the page asks for.
enum ReviewQuestion: Sendable {
    case decide(DecisionRequest)
    case undo(confirmed: Bool)
    case fence(FenceRequest)
    case unstage([Int64], confirmed: Bool)
    case done

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - route: one of those that change something.
    ///   - body: a JSON object. What no page sends is refused, but for members that are not known.
    init(_ route: ReviewRoute, _ body: [UInt8]) throws(UnreadableQuestion) {
        let members = try QuestionMembers(body)
        switch route {
        case .decide: self = .decide(try DecisionRequest(members))
        case .undo: self = .undo(confirmed: try members.flag("confirmed"))
        case .fence: self = .fence(try FenceRequest(members))
        case .unstage:
            let ids = try members.list("ids", of: QuestionMembers.integer)
            guard Set(ids).count == ids.count else { throw UnreadableQuestion() }
            self = .unstage(ids.map { Int64($0) }, confirmed: try members.flag("confirmed"))
        case .done: self = .done
        default: throw UnreadableQuestion()
        }
    }
}

/// A request's body is not what a page of ours sends.
struct UnreadableQuestion: Error {}

extension DecisionRequest {
    fileprivate init(_ members: QuestionMembers) throws(UnreadableQuestion) {
        let rows = try members.list("rows", of: QuestionMembers.rows)
        let apart = zip(rows, rows.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound }
        let count = try members.integer("count")
        guard let decision = Decision(rawValue: try members.text("decision")), !rows.isEmpty, apart,
            rows.reduce(0, { $0 + $1.count }) == count, let stamp = UInt32(exactly: try members.integer("stamp"))
        else { throw UnreadableQuestion() }
        self.init(decision, rows: rows, count: count, stamp: stamp, confirmed: try members.flag("confirmed"))
    }
}

extension FenceRequest {
    fileprivate init(_ members: QuestionMembers) throws(UnreadableQuestion) {
        guard let act = Act(rawValue: try members.text("act")) else { throw UnreadableQuestion() }
        self.init(
            act, name: act == .undo ? "" : try members.text("name"), save: try members.flag("save"),
            confirmed: try members.flag("confirmed"))
        if members.has("newName") { newName = try members.text("newName") }
        if members.has("kind") {
            guard let kind = Fence.Kind(rawValue: try members.text("kind")) else { throw UnreadableQuestion() }
            self.kind = kind
        }
        if members.has("center") {
            let places = try members.places("center")
            guard places.count == 1 else { throw UnreadableQuestion() }
            center = places[0]
        }
        if members.has("radius") {
            let radius = try QuestionMembers.number(members.value("radius"))
            guard radius > 0 else { throw UnreadableQuestion() }
            self.radius = radius
        }
        if members.has("points") { points = try members.places("points") }
        if members.has("since") { since = try members.integer("since") }
    }
}

/// The members of a JSON object, each of which is there once. `null` is the same as none.
struct QuestionMembers {
    private let values: [String: JSONNode]

    init(_ body: [UInt8]) throws(UnreadableQuestion) {
        guard let document = try? JSONDocument(parsing: body), case .object(let members) = document.root.value else {
            throw UnreadableQuestion()
        }
        var values: [String: JSONNode] = [:]
        for member in members {
            guard values.updateValue(member.value, forKey: member.name) == nil else { throw UnreadableQuestion() }
        }
        self.values = values.filter { if case .null = $0.value.value { false } else { true } }
    }

    func has(_ name: String) -> Bool { values[name] != nil }

    func value(_ name: String) throws(UnreadableQuestion) -> JSONNode {
        guard let value = values[name] else { throw UnreadableQuestion() }
        return value
    }

    func text(_ name: String) throws(UnreadableQuestion) -> String {
        guard case .string(let text) = try value(name).value else { throw UnreadableQuestion() }
        return text
    }

    /// False where it is not there.
    func flag(_ name: String) throws(UnreadableQuestion) -> Bool {
        guard has(name) else { return false }
        guard case .boolean(let flag) = try value(name).value else { throw UnreadableQuestion() }
        return flag
    }

    func integer(_ name: String) throws(UnreadableQuestion) -> Int { try Self.integer(value(name)) }

    func list<Element>(
        _ name: String, of read: (JSONNode) throws(UnreadableQuestion) -> Element
    ) throws(UnreadableQuestion) -> [Element] {
        try Self.elements(value(name)).map { (node) throws(UnreadableQuestion) in try read(node) }
    }

    /// Places as longitude, latitude, longitude, …, as in GeoJSON.
    func places(_ name: String) throws(UnreadableQuestion) -> [Coordinate] {
        let numbers = try list(name, of: Self.number)
        guard numbers.count.isMultiple(of: 2) else { throw UnreadableQuestion() }
        var places: [Coordinate] = []
        for index in stride(from: 0, to: numbers.count, by: 2) {
            guard let place = Coordinate(latitude: numbers[index + 1], longitude: numbers[index]) else {
                throw UnreadableQuestion()
            }
            places.append(place)
        }
        return places
    }

    /// A finite number.
    static func number(_ node: JSONNode) throws(UnreadableQuestion) -> Double {
        guard case .number(let number, _) = node.value, number.isFinite else { throw UnreadableQuestion() }
        return number
    }

    /// A whole number from 0, as pages write it.
    static func integer(_ node: JSONNode) throws(UnreadableQuestion) -> Int {
        guard case .number(_, let text) = node.value, let number = ReviewRoute.number(text[...]) else {
            throw UnreadableQuestion()
        }
        return number
    }

    /// The first and the last of rows that follow each other.
    static func rows(_ node: JSONNode) throws(UnreadableQuestion) -> ClosedRange<Int> {
        let ends = try elements(node)
        guard ends.count == 2 else { throw UnreadableQuestion() }
        let (first, last) = (try integer(ends[0]), try integer(ends[1]))
        guard first <= last, last <= Int32.max else { throw UnreadableQuestion() }
        return first...last
    }

    private static func elements(_ node: JSONNode) throws(UnreadableQuestion) -> [JSONNode] {
        guard case .array(let elements) = node.value else { throw UnreadableQuestion() }
        return elements
    }
}
