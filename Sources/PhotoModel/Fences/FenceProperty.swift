/// A property that a fence may have besides its name, its kind and its ground.
///
/// ``all`` is the only list of them. The reader and the writer of fences files, edits, the contract's `fence` lines and
/// the list of fences follow it; tests hold the flags, the schema and the manual to it. KML has none of them.
package struct FenceProperty: Sendable {
    /// Its name in the file and in JSON. In lower case with dashes it is its flag.
    package let name: String
    /// The flag of `fence edit` that takes it away, without `--no-`. Two properties may share one.
    package let removal: String
    /// Whether it is a list of texts; else it is one text.
    package let isList: Bool
    /// The words before its values in the list of fences, with a blank at the end, and those between them.
    private let lead, separator: String
    /// Its values as they are written; none where the fence does not have it.
    package let texts: @Sendable (FenceTerms) -> [String]
    /// Takes one more value.
    private let take: @Sendable (String, inout FenceTerms) throws(TextError) -> Void

    /// The properties that verdicts depend on.
    static let judging = [
        FenceProperty(
            list: "hours", \.schedule.hours, words: "", separator: "; ",
            { text throws(TextError) in try WeeklyHours(parsing: text) }, \.text),
        FenceProperty(one: "timeZone", \.schedule.timeZone, words: "in ", removal: "time-zone", timeZone, \.self),
        FenceProperty(one: "from", \.schedule.from, words: "from ", removal: "dates", calendarDay, \.text),
        FenceProperty(one: "until", \.schedule.until, words: "until ", removal: "dates", calendarDay, \.text),
        FenceProperty(
            list: "except", \.schedule.except, words: "except ", separator: ", ",
            { text throws(TextError) in try ExceptedDays(parsing: text) }, \.text),
    ]

    /// The properties that only uploads need: a fence with an invalid one still judges photos.
    static let sending = [
        FenceProperty(
            one: "folder", \.sending.folder, words: "folder ", removal: "folder",
            { text throws(TextError) in try FolderTemplate(parsing: text) }, \.text),
        FenceProperty(one: "to", \.sending.to, words: "to ", removal: "to", { $0 }, \.self),
    ]

    /// All of them, in the order in which they are written.
    package static let all = judging + sending

    /// A property with one value.
    private init<Value: Sendable>(
        one name: String, _ place: any WritableKeyPath<FenceTerms, Value?> & Sendable, words: String, removal: String,
        _ parse: @escaping @Sendable (String) throws(TextError) -> Value,
        _ text: @escaping @Sendable (Value) -> String
    ) {
        (self.name, self.removal, isList) = (name, removal, false)
        (lead, separator) = (words, "")
        texts = { terms in terms[keyPath: place].map { [text($0)] } ?? [] }
        take = { written, terms throws(TextError) in terms[keyPath: place] = try parse(written) }
    }

    /// A property with a list of values, whose own name is that of the flag that takes it away.
    private init<Value: Sendable>(
        list name: String, _ place: any WritableKeyPath<FenceTerms, [Value]> & Sendable, words: String,
        separator: String, _ parse: @escaping @Sendable (String) throws(TextError) -> Value,
        _ text: @escaping @Sendable (Value) -> String
    ) {
        (self.name, removal, isList) = (name, name, true)
        (lead, self.separator) = (words, separator)
        texts = { terms in terms[keyPath: place].map(text) }
        take = { written, terms throws(TextError) in terms[keyPath: place].append(try parse(written)) }
    }

    /// Its values in words, to stand among those of others, such as `until 2026-09-30`. Nil where the fence does not
    /// have it. Names are safe for a terminal.
    package func words(_ terms: FenceTerms) -> String? {
        let texts = texts(terms)
        return texts.isEmpty ? nil : lead + texts.map { terminalSafe($0) }.joined(separator: separator)
    }
}

/// What a fence says besides its name, its kind and its ground.
package struct FenceTerms: Hashable, Sendable {
    /// When it holds.
    package var schedule = FenceSchedule()
    /// Where its photos are sent.
    package var sending = FenceSending()

    /// What these say together.
    package init(schedule: FenceSchedule = FenceSchedule(), sending: FenceSending = FenceSending()) {
        (self.schedule, self.sending) = (schedule, sending)
    }

    /// What a feature says by some of its properties.
    init(_ list: [FenceProperty], of properties: FenceObject) throws(FenceFileError) {
        for property in list { try property.read(properties, into: &self) }
    }
}

/// Where the photos of a fence are sent, if the fence itself says so. Judging ignores it.
package struct FenceSending: Hashable, Sendable {
    /// The path pattern below a destination's top; nil for the general one.
    package var folder: FolderTemplate?
    /// The destination as users write it, a name or a spec; nil for the general one.
    package var to: String?

    /// Nothing where nothing is given.
    package init(folder: FolderTemplate? = nil, to: String? = nil) {
        self.folder = folder
        self.to = to
    }
}

/// Reading.
extension FenceProperty {
    fileprivate func read(_ properties: FenceObject, into terms: inout FenceTerms) throws(FenceFileError) {
        for node in try values(of: properties) {
            guard case .string(let text) = node.value else {
                throw FenceObject.wrongType(node, name, expected: "a string")
            }
            do {
                try take(text, &terms)
            } catch {
                throw FenceFileError(
                    line: node.line, problem: .valueMeansNothing(member: name, message: error.message))
            }
        }
    }

    /// The values of a feature's property. A single text is a list of one, and what is absent or null is none.
    private func values(of properties: FenceObject) throws(FenceFileError) -> [JSONNode] {
        guard let node = try properties.value(name) else { return [] }
        guard isList else { return [node] }
        switch node.value {
        case .array(let elements): return elements
        case .string: return [node]
        default: throw FenceObject.wrongType(node, name, expected: "a list of strings")
        }
    }

    private static let calendarDay = { @Sendable (text: String) throws(TextError) -> CalendarDay in
        try CalendarDay(parsing: text)
    }

    private static let timeZone = { @Sendable (text: String) throws(TextError) -> String in
        guard !trimmed(text).isEmpty else { throw TextError("a time zone is named as in Europe/Berlin") }
        return trimmed(text)
    }

    static func schedule(of properties: FenceObject) throws(FenceFileError) -> FenceSchedule {
        let schedule = try FenceTerms(judging, of: properties).schedule
        if let node = try properties.value("until"), let problem = schedule.problem {
            throw FenceFileError(line: node.line, problem: .valueMeansNothing(member: "until", message: problem))
        }
        return schedule
    }
}

extension FenceSchedule {
    /// Why this is no time at all, in words without a full stop; nil where it is some.
    package var problem: String? {
        guard let from, let until, until < from else { return nil }
        return "the last day, \(until.text), is before the first, \(from.text)"
    }
}

/// The properties that every fence has.
extension FenceProperty {
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
