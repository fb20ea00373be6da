/// Iterates over the pages of a list by their tokens.
package struct Pages: Sendable {
    /// The most pages in a row that bring nothing new. Drive may answer some empty ones while it searches; a list that
    /// has nothing but these would never end.
    private static let mostEmpty = 100

    private let call: String
    private var seen: Set<String> = []
    private var entries: Set<String> = []
    private var empty = 0
    /// The token to request the page with; nil for the first.
    package private(set) var token: String?

    /// - Parameter call: the name of the call, for errors: `files.list`.
    package init(of call: String) {
        self.call = call
    }

    /// Advances to the next page.
    ///
    /// - Parameter next: the token from the page; nil or empty on the last.
    /// - Returns: whether there is a next page.
    /// - Throws: `answer` if the token repeats an earlier one, or 100 pages in a row have no entry that earlier ones do
    ///   not have: neither would ever end.
    package mutating func turn(to next: String?, after ids: [String]) throws(DriveError) -> Bool {
        token = next.flatMap { $0.isEmpty ? nil : $0 }
        guard let token else { return false }
        guard seen.insert(token).inserted else {
            throw DriveError(.answer, "the pages of \(call) lead back to one of them")
        }
        let known = entries.count
        entries.formUnion(ids)
        empty = entries.count == known ? empty + 1 : 0
        if empty < Self.mostEmpty { return true }
        throw DriveError(.answer, "\(empty) pages of \(call) bring nothing new, and more would follow")
    }
}
