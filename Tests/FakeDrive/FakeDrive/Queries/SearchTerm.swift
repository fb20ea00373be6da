/// A query of `files.list` (developers.google.com/workspace/drive/api/guides/ref-search-terms).
///
/// These are the terms that the program uses; any other is refused.
indirect enum SearchTerm {
    case and(SearchTerm, SearchTerm)
    case or(SearchTerm, SearchTerm)
    case isTrashed(Bool)
    case name(String)
    case mimeType(String)
    /// A value in `parents` or `owners`.
    case isIn(String, String)
    /// A property of `appProperties`.
    case has(key: String, value: String)

    /// The parent folder of everything found, if the query names one.
    var parent: String? {
        switch self {
        case .isIn("parents", let id): id
        case .and(let one, let other): one.parent ?? other.parent
        default: nil
        }
    }
}

struct SearchReader {
    /// The query is invalid.
    struct Malformed: Error {}

    private var words: [Word]
    /// Whether `and` and `or` are combined without parentheses. Readers differ in which of them binds tighter.
    private(set) var isUnbracketed = false

    private enum Word: Equatable {
        case name(String)
        case text(String)
        case sign(String)
    }

    /// - Throws: if Google would answer with 400.
    init(_ query: String) throws(Malformed) { words = try Self.words(of: query).reversed() }

    /// The whole query.
    ///
    /// - Throws: if Google would answer with 400.
    mutating func read() throws(Malformed) -> SearchTerm {
        let term = try chain()
        guard words.isEmpty else { throw Malformed() }
        return term
    }

    private static func words(of query: String) throws(Malformed) -> [Word] {
        var words: [Word] = []
        var rest = Substring(query)
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if first == "'" {
                words.append(.text(try quoted(&rest)))
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter || $0.isNumber }
                words.append(.name(String(word)))
                rest.removeFirst(word.count)
            } else {
                let signs = ["=", "(", ")", "{", "}"]
                guard let sign = signs.first(where: { rest.hasPrefix($0) }) else { throw Malformed() }
                words.append(.sign(sign))
                rest.removeFirst(sign.count)
            }
        }
        return words
    }

    /// Text in quotes. `\'` is a quote, `\\` a backslash.
    private static func quoted(_ rest: inout Substring) throws(Malformed) -> String {
        rest.removeFirst()
        var text = String.UnicodeScalarView()
        var scalars = rest.unicodeScalars
        while let scalar = scalars.popFirst() {
            if scalar == "'" {
                rest = Substring(scalars)
                return String(text)
            }
            if scalar == "\\" {
                guard let escaped = scalars.popFirst(), escaped == "'" || escaped == "\\" else { throw Malformed() }
                text.append(escaped)
            } else {
                text.append(scalar)
            }
        }
        throw Malformed()
    }

    private mutating func take(_ word: Word) -> Bool {
        guard words.last == word else { return false }
        words.removeLast()
        return true
    }

    private mutating func chain() throws(Malformed) -> SearchTerm {
        var term = try single()
        var operators: Set<String> = []
        while true {
            if take(.name("and")) {
                operators.insert("and")
                term = .and(term, try single())
            } else if take(.name("or")) {
                operators.insert("or")
                term = .or(term, try single())
            } else {
                break
            }
        }
        if operators.count > 1 { isUnbracketed = true }
        return term
    }

    private mutating func single() throws(Malformed) -> SearchTerm {
        if take(.sign("(")) {
            let term = try chain()
            guard take(.sign(")")) else { throw Malformed() }
            return term
        }
        guard let word = words.popLast() else { throw Malformed() }
        switch word {
        case .text(let value):
            guard take(.name("in")), case .name(let set)? = words.popLast(),
                ["parents", "owners"].contains(set)
            else { throw Malformed() }
            return .isIn(set, value)
        case .name(let name): return try term(of: name)
        case .sign: throw Malformed()
        }
    }

    private mutating func term(of name: String) throws(Malformed) -> SearchTerm {
        switch name {
        case "appProperties":
            guard take(.name("has")), take(.sign("{")), take(.name("key")), take(.sign("=")), let key = text(),
                take(.name("and")), take(.name("value")), take(.sign("=")), let value = text(), take(.sign("}"))
            else { throw Malformed() }
            return .has(key: key, value: value)
        case "trashed":
            guard take(.sign("=")), case .name(let value)? = words.popLast(), value == "true" || value == "false"
            else { throw Malformed() }
            return .isTrashed(value == "true")
        case "name", "mimeType":
            guard take(.sign("=")), let value = text() else { throw Malformed() }
            return name == "name" ? .name(value) : .mimeType(value)
        default: throw Malformed()
        }
    }

    private mutating func text() -> String? {
        guard case .text(let value)? = words.last else { return nil }
        words.removeLast()
        return value
    }
}
