/// The properties of a feature that say what a fence is, but for its shape.
enum FenceProperties {
    /// The name and the line it stands in.
    static func name(of properties: FenceObject) throws(FenceFileError) -> (text: String, line: Int) {
        let node = try properties.required("name")
        guard case .string(let name) = node.value else {
            throw FenceObject.wrongType(node, "name", expected: "a string")
        }
        if let problem = problem(ofName: name) { throw FenceFileError(line: node.line, problem: problem) }
        return (name, node.line)
    }

    /// What keeps a text from being a fence's name; nil where nothing does.
    static func problem(ofName name: String) -> FenceFileProblem? {
        if name.allSatisfy(\.isWhitespace) { return .emptyName }
        let hasControl = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hasControl ? .controlCharacter(name: name) : nil
    }

    static func kind(of properties: FenceObject) throws(FenceFileError) -> Fence.Kind {
        guard let node = try properties.value("kind") else { return .work }
        guard case .string(let text) = node.value else {
            throw FenceObject.wrongType(node, "kind", expected: "a string")
        }
        guard let kind = Fence.Kind(rawValue: text) else {
            let nearest = nearestWord(to: text, among: Fence.Kind.allCases.map(\.rawValue))
            throw FenceFileError(line: node.line, problem: .unknownKind(text, nearest: nearest))
        }
        return kind
    }
}

extension FenceProperties {
    /// When the fence holds: `hours`, `timeZone`, `from`, `until`, `except`.
    static func schedule(of properties: FenceObject) throws(FenceFileError) -> FenceSchedule {
        var schedule = FenceSchedule()
        for node in try texts("hours", of: properties) {
            schedule.hours.append(try read(node, "hours") { text throws(TextError) in try WeeklyHours(parsing: text) })
        }
        for node in try texts("except", of: properties) {
            schedule.except.append(
                try read(node, "except") { text throws(TextError) in try ExceptedDays(parsing: text) })
        }
        if let node = try properties.value("from") { schedule.from = try day(node, "from") }
        if let node = try properties.value("until") { schedule.until = try day(node, "until") }
        if let node = try properties.value("timeZone") {
            schedule.timeZone = try read(node, "timeZone") { text throws(TextError) in
                guard !trimmed(text).isEmpty else { throw TextError("a time zone is named as in Europe/Berlin") }
                return trimmed(text)
            }
        }
        if let node = try properties.value("until"), let problem = schedule.problem {
            throw FenceFileError(line: node.line, problem: .scheduleMeansNothing(member: "until", message: problem))
        }
        return schedule
    }

    /// The elements of a list of texts; a single text is a list of one, and what is absent or null is none.
    private static func texts(_ name: String, of properties: FenceObject) throws(FenceFileError) -> [JSONNode] {
        guard let node = try properties.value(name) else { return [] }
        switch node.value {
        case .array(let elements): return elements
        case .string: return [node]
        default: throw FenceObject.wrongType(node, name, expected: "a list of strings")
        }
    }

    private static func day(_ node: JSONNode, _ name: String) throws(FenceFileError) -> CalendarDay {
        try read(node, name) { text throws(TextError) in try CalendarDay(parsing: text) }
    }

    private static func read<Value>(
        _ node: JSONNode, _ name: String, _ parse: (String) throws(TextError) -> Value
    ) throws(FenceFileError) -> Value {
        guard case .string(let text) = node.value else {
            throw FenceObject.wrongType(node, name, expected: "a string")
        }
        do {
            return try parse(text)
        } catch {
            throw FenceFileError(
                line: node.line, problem: .scheduleMeansNothing(member: name, message: error.message))
        }
    }
}

extension FenceSchedule {
    /// Why this is no time at all, in words without a full stop; nil where it is some.
    package var problem: String? {
        guard let from, let until, until < from else { return nil }
        return "the last day, \(until.text), is before the first, \(from.text)"
    }
}

extension FenceFile {
    /// The line in which a fence's time zone stands, from 1; nil where it has none.
    package func line(ofTimeZoneOf name: String) -> Int? {
        guard let entry = entries.first(where: { $0.fence.name == name }),
            let feature = FenceObject(entry.node, what: "the feature"),
            let properties = try? feature.object("properties", what: "the feature's \"properties\"")
        else { return nil }
        return try? properties.value("timeZone")?.line
    }
}
