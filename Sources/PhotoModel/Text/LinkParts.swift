struct LinkParts {
    /// In lower case; empty where there is none.
    let scheme: String
    /// In lower case.
    let host: String
    /// The parts of the path, decoded.
    let path: [String]
    let query: LinkQuery
    /// What stands behind the `#`, as it is and as names and values.
    let fragment: String
    let fragmentQuery: LinkQuery
    /// All of it, decoded.
    let decoded: String

    init(_ text: String) {
        decoded = percentDecoded(text)
        let end = text.firstRange(of: "://")
        scheme = end.map { text[..<$0.lowerBound].lowercased() } ?? ""
        let bare = end.map { text[$0.upperBound...] } ?? text[...]
        let parts = bare.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let halves = parts[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let names = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        host = names[0].lowercased()
        path = names.dropFirst().map { percentDecoded($0.replacing("+", with: " ")) }
        query = LinkQuery(halves.count == 2 ? halves[1] : "")
        fragment = parts.count == 2 ? percentDecoded(parts[1]) : ""
        fragmentQuery = LinkQuery(parts.count == 2 ? parts[1] : "")
    }

    /// The parts of the path behind one, as far as they can be places.
    func path(after name: String) -> [String]? {
        guard let place = path.firstIndex(of: name) else { return nil }
        return Array(
            path[(place + 1)...].prefix { !$0.hasPrefix("@") && !$0.hasPrefix("data=") }.filter { !$0.isEmpty })
    }

    func isOf(_ page: String) -> Bool { path.contains(page) }

    /// The destination of a route whose stops are parts of the path behind one: the start comes first, and an empty
    /// part is a stop that nobody has chosen yet.
    func destination(after name: String) -> String? {
        guard let place = path.firstIndex(of: name) else { return nil }
        var stops = path[(place + 1)...].prefix { part in !["@", "data=", "am="].contains { part.hasPrefix($0) } }
        // The slash that ends a path begins no stop.
        if stops.endIndex == path.endIndex, stops.last == "" { stops.removeLast() }
        return stops.count > 1 ? stops.last.flatMap { $0.isEmpty ? nil : $0 } : nil
    }
}

/// The names and values of a link's query.
struct LinkQuery {
    private let items: [(name: String, value: String)]

    init(_ text: Substring) {
        items = text.split(separator: "&").map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = halves.count == 2 ? percentDecoded(halves[1].replacing("+", with: " ")) : ""
            return (percentDecoded(halves[0]), value)
        }
    }

    subscript(name: String) -> String? {
        items.first { $0.name == name }?.value
    }

    /// The position of two values.
    func point(_ latitude: String, _ longitude: String) -> Coordinate? {
        guard let latitude = self[latitude], let longitude = self[longitude] else { return nil }
        return try? Coordinate(parsing: "\(latitude),\(longitude)")
    }

    /// The position that a value is, perhaps after `loc:` and before a name in parentheses, or with a blank for the
    /// comma.
    func coordinate(_ name: String) -> Coordinate? {
        self[name].flatMap(Self.coordinate(of:))
    }

    static func coordinate(of value: String) -> Coordinate? {
        let text = String((value.hasPrefix("loc:") ? value.dropFirst(4) : value[...]).prefix { $0 != "(" })
        let numbers = text.split(separator: " ")
        let isApart = numbers.count == 2 && numbers.allSatisfy { $0.contains(".") && !$0.contains(",") }
        return try? Coordinate(parsing: isApart ? numbers.joined(separator: ",") : text)
    }
}

/// A text with its percent-encoded bytes decoded (RFC 3986, section 2.1); what is no such encoding stays.
private func percentDecoded(_ text: some StringProtocol) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
            bytes.append(value)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}
