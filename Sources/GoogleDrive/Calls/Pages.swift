/// Iterates over the pages of a list by their tokens.
package struct Pages: Sendable {
    /// The most pages without entries in a row. Drive may answer some while it searches; a list that has nothing but
    /// these would never end.
    private static let mostEmpty = 1_000

    private let call: String
    private var seen: Set<String> = []
    private var empty = 0
    /// The token to request the page with; nil for the first.
    package private(set) var token: String?

    /// - Parameter call: the name of the call, for errors: `files.list`.
    package init(of call: String) {
        self.call = call
    }

    /// Advances to the next page.
    ///
    /// - Parameters:
    ///   - next: the token from the page; nil or empty on the last.
    ///   - isEmpty: whether the page has no entries.
    /// - Returns: whether there is a next page.
    /// - Throws: `answer` if the token repeats an earlier one, or 1,000 pages in a row are empty: neither would ever
    ///   end.
    package mutating func turn(to next: String?, isEmpty: Bool) throws(DriveError) -> Bool {
        token = next.flatMap { $0.isEmpty ? nil : $0 }
        guard let token else { return false }
        guard seen.insert(token).inserted else {
            throw DriveError(.answer, "the pages of \(call) lead back to one of them")
        }
        empty = isEmpty ? empty + 1 : 0
        if empty < Self.mostEmpty { return true }
        throw DriveError(.answer, "\(empty) pages of \(call) were empty, and more would follow")
    }
}
